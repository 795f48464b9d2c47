/**
 * Records whose values come with keys (JSON, `key=value`, journal fields): picks the time, the message and
 * the other columns; every other value becomes a field.
 */
import { type None, none, type TextId } from '../contract.ts';
import { decode, isDigit, parseDecimal, parseUnsigned } from '../kit/bytes.ts';
import type { JsonMap } from './definition.ts';
import { type Key, KeyTree } from './keys.ts';
import { type Levels, statusLevel, worse } from './levels.ts';
import { small } from './lines.ts';
import { numberEnd } from './pairs.ts';
import type { Draft } from './record.ts';
import { WholeTime } from './spellings.ts';
import { ReadTime } from './time.ts';
import { durationIn, unitInName, unitOf } from './units.ts';

const roleNames = ['time', 'level', 'component', 'process', 'pid', 'thread', 'tid', 'message'] as const;
const Time = 0;
const Level_ = 1;
const Component = 2;
const Process = 3;
const Pid = 4;
const Thread = 5;
const Tid = 6;
const Message = 7;
const roleCount = 8;
/** `role * ranks + rank` packs a role and the rank of a key (its index in the role's list) into one number. */
const ranks = 64;

/** Longest unit directly behind a value, bytes. */
const longestUnit = 3;

/**
 * Unit that a word means. `b`, `k` and `m` are ambiguous (`5m`: minutes, megabytes or metres), so they are
 * none.
 */
const measured = (word: string): string | null => (/^[bkm]$/i.test(word) ? null : unitOf(word));

/** Longer values are cut, bytes: so long a value is a document, not a field. */
const maxValue = 4096;

/** Keys in which loggers put stack traces. */
const traces = new Set([
  'stack_trace',
  'stacktrace',
  'stackTrace',
  'stack',
  'exception',
  'Exception',
  'exc_info',
  'error.stack_trace',
  'error.stack',
  'err.stack',
  'exception.stacktrace',
  'exception.stackTrace',
  'thrown.extendedStackTrace',
  '@x',
  'errorVerbose',
  'traceback',
]);

const isText = 1;

export class KeyedColumns {
  readonly keys: KeyTree;
  /** Keys that a record must have; `found` counts them. */
  private readonly required: ReadonlySet<string>;
  private readonly roleOf: ReadonlyMap<string, number>;
  private readonly time = new ReadTime();
  private readonly times = new WholeTime();
  /** Reads values that may be times; another one, because a reader tries the spelling of its last time first. */
  private readonly anyTime: WholeTime | null = null;

  // Per role, the value that fills it so far.
  private readonly rank = new Int32Array(roleCount);
  private readonly holder: (Key | null)[] = Array(roleCount).fill(null);
  private readonly source: Uint8Array[] = Array(roleCount).fill(new Uint8Array(0));
  private readonly from = new Int32Array(roleCount);
  private readonly to = new Int32Array(roleCount);
  private readonly kind = new Uint8Array(roleCount);
  /** Nanoseconds given apart from the seconds. */
  private nanos = Number.NaN;
  private filledRoles = 0;
  /** The HTTP status, and the rank of its key. */
  private status = Number.NaN;
  private statusRank = Number.POSITIVE_INFINITY;
  /** True if the record describes a request. */
  private requested = false;
  /** Bits of the keys seen in this record that units of others depend on. */
  private seen = 0;
  /** Numbers whose unit depends on keys that may still follow. */
  private readonly waiting: { key: Key; value: number }[] = [];
  /** True if a status counts as an HTTP status without a key that describes a request. */
  private readonly alwaysRequested: boolean;

  constructor(
    map: JsonMap,
    private readonly levels: Levels,
    units: Readonly<Record<string, string>> = {},
    /**
     * True if records are held back before they are given out; then `fieldValue`, which is for the next event
     * only, cannot be used.
     */
    private readonly areHeld = false,
  ) {
    this.required = new Set(map.requires);
    const roleOf = new Map<string, number>();
    roleNames.forEach((name, role) => {
      map[name]?.forEach((path, index) => {
        roleOf.set(path, role * ranks + index);
      });
    });
    this.roleOf = roleOf;
    if (map.anyTime) this.anyTime = new WholeTime();
    const besides = (map.unitsBeside ?? []).flatMap(({ keys, units: given }, index, all) => {
      const first = all.slice(0, index).reduce((sum, each) => sum + each.keys.length, 0);
      const bits = ((1 << keys.length) - 1) << first;
      return [{ keys, units: given, first, bits }];
    });
    const omit = new Set(map.omit);
    const statuses = map.status ?? [];
    const requests = new Set(map.request);
    this.alwaysRequested = map.request === undefined;
    this.keys = new KeyTree(key => {
      key.role = this.roleOf.get(key.path) ?? -1;
      key.unit = map.units?.[key.path] ?? units[key.path] ?? unitInName(key.path);
      for (const { keys, units: given, first, bits } of besides) {
        const at = keys.indexOf(key.path);
        if (at >= 0) key.bits |= 1 << (first + at);
        const unit = given[key.path];
        if (unit !== undefined) key.unitsBeside.push({ keys: bits, unit });
      }
      if (map.anyTime && key.role < 0 && isTimeName(key.path)) key.role = Time * ranks + ranks - 1;
      key.omitted = omit.has(key.path);
      key.status = statuses.indexOf(key.path);
      key.request = requests.has(key.path);
    });
  }

  begin(draft: Draft): void {
    draft.schemas.begin();
    this.rank.fill(ranks);
    this.holder.fill(null);
    this.nanos = Number.NaN;
    this.filledRoles = 0;
    this.status = Number.NaN;
    this.statusRank = Number.POSITIVE_INFINITY;
    this.requested = this.alwaysRequested;
    this.seen = 0;
    if (this.waiting.length > 0) this.waiting.length = 0;
  }

  /** Takes a value; `text` if it was quoted. `bytes` must stay valid until {@link finish}. */
  value(key: Key, bytes: Uint8Array, start: number, end: number, text: boolean, draft: Draft): void {
    if (this.required.has(key.path)) this.filledRoles++;
    if (text && traces.has(key.path)) draft.trace.set(bytes, start, end);
    if (key.path === 'instant.nanoOfSecond') {
      this.nanos = parseDecimal(bytes, start, end);
      return;
    }
    if (key.request) this.requested = true;
    this.seen |= key.bits;
    if (key.status >= 0 && key.status < this.statusRank) this.readStatus(key, bytes, start, end);
    const { role } = key;
    if (role < 0) {
      if (!key.omitted) this.field(key, bytes, start, end, text, draft);
      return;
    }
    const which = Math.floor(role / ranks);
    const rank = role % ranks;
    if (start === end || rank >= this.rank[which]! || this.isOther(which, rank, bytes, start, end)) {
      this.field(key, bytes, start, end, text, draft);
      return;
    }
    const displaced = this.holder[which];
    if (displaced) {
      this.field(
        displaced,
        this.source[which]!,
        this.from[which]!,
        this.to[which]!,
        this.kind[which] === isText,
        draft,
      );
    }
    this.rank[which] = rank;
    this.holder[which] = key;
    this.source[which] = bytes;
    this.from[which] = start;
    this.to[which] = end;
    this.kind[which] = text ? isText : 0;
  }

  /** True if the value is not what its key says. */
  private isOther(which: number, rank: number, bytes: Uint8Array, start: number, end: number): boolean {
    if (which === Time) return rank === ranks - 1 && !this.isTime(bytes, start, end);
    // `service=12ms` is how long it took, not who served.
    return which === Component && isDigit(bytes[start]) && !Number.isNaN(duration(bytes, start, end));
  }

  /** True if the value is a date and a time of day. */
  private isTime(bytes: Uint8Array, start: number, end: number): boolean {
    const { time } = this;
    return this.anyTime?.read(bytes, start, end, time) === true && time.month > 0 && !time.absolute;
  }

  /** True if all required keys of this format were found. */
  get complete(): boolean {
    return this.filledRoles >= this.required.size;
  }

  finish(draft: Draft): void {
    const { out } = draft;
    if (this.waiting.length > 0) this.measureWaiting(draft);
    const answer = this.requested ? statusLevel(this.status) : null;
    draft.level = answer;
    let thread: TextId | None = none;
    for (let role = 0; role < roleCount; role++) {
      const key = this.holder[role];
      if (!key) continue;
      const bytes = this.source[role]!;
      const start = this.from[role]!;
      const end = this.to[role]!;
      let taken = true;
      switch (role) {
        case Time:
          taken = this.readTime(bytes, start, end);
          if (taken) draft.time = this.time;
          break;
        case Level_: {
          const stated = this.levels.read(bytes, start, end);
          draft.level = worse(stated, answer);
          taken = stated !== null && draft.level === stated;
          break;
        }
        case Component:
          draft.component = out.text(bytes, start, end);
          break;
        case Process:
          draft.process = out.text(bytes, start, end);
          break;
        case Pid:
        case Tid: {
          const id = small(parseDecimal(bytes, start, end));
          if (role === Pid) draft.pid = id;
          else draft.tid = id;
          taken = id >= 0;
          break;
        }
        case Thread:
          thread = out.text(bytes, start, end);
          break;
        case Message: {
          let stop = end;
          while (stop > start && (bytes[stop - 1] === 0x0a || bytes[stop - 1] === 0x0d)) stop--;
          draft.open = stop === end;
          draft.message.set(bytes, start, stop);
          draft.hasMessage = true;
          draft.unescaped = true;
          break;
        }
      }
      if (!taken) this.field(key, bytes, start, end, this.kind[role] === isText, draft);
    }
    if (draft.process === none) draft.process = thread;
    else if (thread !== none) draft.schemas.add(draft.schemas.field('thread', 'text'), thread);
  }

  private field(key: Key, bytes: Uint8Array, start: number, end: number, text: boolean, draft: Draft): void {
    const { schemas, out } = draft;
    if (start === end) return;
    // Some programs quote all values, such as nginx: what is measured is a number nonetheless.
    if ((!text || key.unit !== null || key.status >= 0 || key.unitsBeside.length > 0) && !key.isId) {
      const stop = numberStop(bytes, start, end);
      // More than 15 digits are an identifier, which must not be rounded to a double.
      if (stop === end && end - start <= 16) {
        const value = parseDecimal(bytes, start, end);
        if (key.unitsBeside.length > 0) this.waiting.push({ key, value });
        else schemas.add(key.numberField(schemas), value);
        return;
      }
    }
    if (isDigit(bytes[start])) {
      // All in one unit, so that they are one field.
      const took = duration(bytes, start, end);
      if (!Number.isNaN(took)) {
        schemas.add(key.numberFieldIn(schemas, 'ms'), took);
        return;
      }
    }
    if (!text) {
      const stop = numberStop(bytes, start, end);
      const unit = stop > start && end - stop <= longestUnit ? measured(decode(bytes, stop, end)) : null;
      if (unit !== null) {
        schemas.add(key.numberFieldIn(schemas, unit), parseDecimal(bytes, start, stop));
        return;
      }
    }
    const field = key.textField(schemas);
    const stop = cut(bytes, start, end);
    schemas.add(
      field,
      this.areHeld ? out.text(bytes, start, stop) : out.fieldValue(bytes, start, stop, field),
    );
  }

  /** Adds the numbers whose unit the other keys of their record imply. */
  private measureWaiting({ schemas }: Draft): void {
    for (const { key, value } of this.waiting) {
      const rule = key.unitsBeside.find(({ keys }) => (this.seen & keys) === keys);
      const field = rule === undefined ? key.numberField(schemas) : key.numberFieldIn(schemas, rule.unit);
      schemas.add(field, value);
    }
    this.waiting.length = 0;
  }

  /** Reads an HTTP status: three digits, quoted or not. */
  private readStatus(key: Key, bytes: Uint8Array, start: number, end: number): void {
    if (end - start !== 3) return;
    const status = parseUnsigned(bytes, start, end);
    if (!(status >= 100)) return;
    this.status = status;
    this.statusRank = key.status;
  }

  private readTime(bytes: Uint8Array, start: number, end: number): boolean {
    const { time } = this;
    if (this.times.read(bytes, start, end, time)) {
      if (!Number.isNaN(this.nanos)) time.nanos = this.nanos;
      return true;
    }
    if (!isDigit(bytes[start]) || end - start > 32) return false;
    const seconds = Number(decode(bytes, start, end));
    if (!(seconds > 1e8 && seconds < 1e11)) return false;
    time.clear();
    time.absolute = true;
    time.seconds = Math.floor(seconds);
    time.nanos = Math.round((seconds - time.seconds) * 1e6) * 1e3;
    return true;
  }
}

/** Longest text of a duration, bytes. */
const longestDuration = 32;
const endsInUnit = (byte: number): boolean => byte === 0x73 || byte === 0x6d || byte === 0x68;

/** Milliseconds of a text such as `1.52s`; NaN if it is none. */
function duration(bytes: Uint8Array, start: number, end: number): number {
  if (end - start > longestDuration || !endsInUnit(bytes[end - 1]!)) return Number.NaN;
  return durationIn(decode(bytes, start, end));
}

/** True if the last part of the path says that it is a time. */
function isTimeName(path: string): boolean {
  const name = path.slice(path.lastIndexOf('.') + 1);
  return /(?:time|timestamp|date|datetime|stamp|[a-z]At|_at|^at|^ts|_ts|^when|UTC|_utc)$/i.test(name);
}

function numberStop(bytes: Uint8Array, start: number, end: number): number {
  const digits = numberEnd(bytes, start, end);
  if (digits < 0 || digits === end) return digits;
  return (bytes[digits]! | 0x20) === 0x65 && isDigit(bytes[end - 1]) ? end : digits;
}

/** End of a text cut to {@link maxValue} bytes, at a character boundary. */
function cut(bytes: Uint8Array, start: number, end: number): number {
  if (end - start <= maxValue) return end;
  let at = start + maxValue;
  while (at > start && (bytes[at]! & 0xc0) === 0x80) at--;
  return at;
}
