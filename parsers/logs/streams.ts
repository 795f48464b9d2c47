/**
 * Restores the output of containers from the lines of their runtime's log: joins lines that were cut into
 * pieces, adds continuation lines (a stack trace) to their record, and reads the content in its own format.
 * An event's time is the runtime's time of the first line.
 */
import { type FieldType, type None, none, type TextId } from '../contract.ts';
import { decode } from '../kit/bytes.ts';
import type { Level } from '../levels.ts';
import type { Events } from './events.ts';
import { maxFields } from './field-schemas.ts';
import { Match } from './match.ts';
import type { Opened } from './reader.ts';
import type { Draft } from './record.ts';
import { isBlankLine, lineEnd, mayHoldTime } from './text.ts';
import { ReadTime } from './time.ts';

/**
 * Number of streams held at once; beyond it, the record of the stream that has been quiet longest is given
 * out.
 */
const maxStreams = 64;
/** Longest joined record, bytes; a longer one continues in another event. */
const maxHeld = 1 << 20;
/** Lines that one statement prints arrive within this time, s. */
const together = 0.05;

/** Lines between the parts of a stack trace. */
const causes = [
  'Caused by: ',
  'Suppressed: ',
  'During handling of the above exception',
  'The above exception was the direct cause',
].map(text => new TextEncoder().encode(text));
const traceback = new TextEncoder().encode('Traceback (most recent call last)');

/** After this many records of a stream whose format is a last resort, all formats are tried again. */
const doubt = 64;

interface Last {
  opened: Opened | null;
  /** Records since the format was found. */
  age: number;
}

/** The last record of one stream, which may still continue. */
class Held {
  stream = 0;
  bytes = new Uint8Array(512);
  length = 0;
  /** Its last piece has no line end. */
  open = false;
  readonly time = new ReadTime();
  timed = false;
  component: TextId | None = none;
  process: TextId | None = none;
  /** Level stated by the runtime; used if the wrapped line states none. */
  level: Level | null = null;
  pid = -1;
  tid = -1;
  fields: readonly FieldType[] = [];
  /** Pairs that the wrapping log states apart from the message. */
  pairs: Uint8Array | null = null;
  readonly values = new Float64Array(maxFields);
  offset = 0;
  line = 0;
  lines = 0;
  /** Inside a Python traceback, whose last line is not indented. */
  traceback = false;

  begin(draft: Draft, offset: number, line: number): void {
    const { message, time, schemas, component, process } = draft;
    this.length = 0;
    this.level = draft.level;
    this.pid = draft.pid;
    this.tid = draft.tid;
    this.append(message.bytes, message.start, message.end);
    const { morePairs } = draft;
    this.pairs =
      morePairs.length > 0 && morePairs.start !== message.start
        ? morePairs.bytes.slice(morePairs.start, morePairs.end)
        : null;
    this.timed = time !== null;
    if (time !== null) Object.assign(this.time, time);
    this.component = component;
    this.process = process;
    this.fields = schemas.fields;
    this.values.set(schemas.values.subarray(0, schemas.length));
    this.offset = offset;
    this.line = line;
    this.lines = 0;
    this.traceback = startsWith(message.bytes, message.start, message.end, traceback);
  }

  append(bytes: Uint8Array, start: number, end: number): void {
    const needed = this.length + end - start + 1;
    if (needed > this.bytes.length) {
      const grown = new Uint8Array(2 * needed);
      grown.set(this.bytes.subarray(0, this.length));
      this.bytes = grown;
    }
    this.bytes.set(bytes.subarray(start, end), this.length);
    this.length += end - start;
  }

  /** Appends a text in which the syslog daemon wrote `#011` for a tab. */
  appendEscaped(bytes: Uint8Array, start: number, end: number): void {
    const text = new TextEncoder().encode(decode(bytes, start, end).replaceAll('#011', '\t'));
    this.append(text, 0, text.length);
  }

  endLine(): void {
    this.bytes[this.length++] = 0x0a;
  }
}

export class Streams {
  /** Records by stream, in the order in which they began. */
  private readonly openRecords = new Map<number, Held>();
  private readonly free: Held[] = [];
  private readonly whole = new Held();
  private readonly match = new Match();
  private formats: readonly Opened[] | null = null;
  /** True if lines of some format have no time of their own. */
  private isUntimed: boolean | null = null;
  /** Format of each stream's last record, tried first: most records have the same. */
  private readonly last = new Map<number, Last>();

  constructor(
    private readonly draft: Draft,
    private readonly events: Events,
    private readonly inner: () => readonly Opened[],
    /** Messages are complete: none continues in the next. */
    private readonly areWhole = false,
  ) {}

  /** Takes the draft, a line of the runtime's log at `offset` of the part. */
  take(offset: number, line: number, lines: number): void {
    const { draft, openRecords: held } = this;
    const key = streamOf(draft);
    if (this.areWhole) {
      this.whole.begin(draft, offset, line);
      this.whole.stream = key;
      this.whole.lines = lines;
      this.give(this.whole);
      return;
    }
    const { bytes, start, end } = draft.message;
    const before = held.get(key);
    const rest = nextPart(bytes, start, end);
    if (
      before !== undefined &&
      before.length + end - start < maxHeld &&
      (before.open || rest > start || continuesRecord(before, draft))
    ) {
      if (!before.open) before.endLine();
      if (rest > start) before.appendEscaped(bytes, rest, end);
      else before.append(bytes, start, end);
      before.open = draft.open;
      before.lines = line + lines - before.line;
      return;
    }
    const record = this.free.pop() ?? new Held();
    record.begin(draft, offset, line);
    record.stream = key;
    record.open = draft.open;
    record.lines = lines;
    held.delete(key);
    held.set(key, record);
    if (before !== undefined) this.give(before);
    else if (held.size > maxStreams) this.flushOldest();
  }

  /** Must be called after the last line; passes on the records that are still held. */
  end(): void {
    while (this.openRecords.size > 0) this.flushOldest();
  }

  private flushOldest(): void {
    for (const [key, record] of this.openRecords) {
      this.openRecords.delete(key);
      this.give(record);
      return;
    }
  }

  private give(record: Held): void {
    const { draft, match } = this;
    const { bytes, length, fields, values } = record;
    const inner = this.formatOf(record);
    draft.clear();
    draft.schemas.begin();
    draft.component = record.component;
    draft.process = record.process;
    if (inner?.reader.read(bytes, 0, length, match, draft) === false) draft.clear();
    if (!draft.hasMessage) draft.message.set(bytes, 0, length);
    draft.level ??= record.level;
    if (record.pairs !== null && draft.morePairs.length === 0)
      draft.morePairs.set(record.pairs, 0, record.pairs.length);
    const program = inner?.format.program;
    if (program !== undefined && draft.process === none && draft.pid >= 0)
      draft.process = draft.out.string(program);
    if (draft.pid < 0) draft.pid = record.pid;
    if (draft.tid < 0) draft.tid = record.tid;
    draft.unescaped = true;
    if (record.timed && (draft.time === null || !statesMore(draft.time, record.time)))
      draft.time = record.time;
    const { schemas } = draft;
    fields.forEach(({ key, type, unit }, at) => {
      schemas.add(schemas.field(key, type, unit), values[at]!);
    });
    // The runtime's component, kept as `source` if the wrapped line names another.
    if (record.component !== none && draft.component !== record.component)
      schemas.add(schemas.field('source', 'text'), record.component);
    this.events.give(record.offset, record.line, record.lines);
    if (record !== this.whole && record.bytes.length <= 1 << 16) this.free.push(record);
  }

  /** Format of the record, or null if it is in no known format. */
  private formatOf({ bytes, length, stream }: Held): Opened | null {
    const first = lineEnd(bytes, 0, length);
    this.formats ??= this.inner();
    this.isUntimed ??= this.formats.some(({ format }) => format.untimed === true);
    const isPlain = bytes[0] !== 0x7b && !beginsWithPair(bytes, first) && !mayHoldTime(bytes, 0, first);
    if (isPlain && !this.isUntimed) return null;
    const last = this.last.get(stream) ?? { opened: null, age: 0 };
    if (this.last.size >= 16 * maxStreams) this.last.clear();
    this.last.set(stream, last);
    // A format that matches almost anything is reconsidered from time to time.
    const doubted = last.opened?.format.lastResort === true && last.age++ % doubt === 0;
    if (last.opened !== null && !doubted && this.isOf(last.opened, bytes, first, length)) return last.opened;
    last.opened = this.bestOf(bytes, first, length) ?? last.opened;
    return last.opened !== null && this.isOf(last.opened, bytes, first, length) ? last.opened : null;
  }

  private bestOf(bytes: Uint8Array, first: number, length: number): Opened | null {
    let best: Opened | null = null;
    let bestWeight = 0;
    for (const opened of this.formats ?? []) {
      if (!this.isOf(opened, bytes, first, length)) continue;
      const weight = opened.reader.weight(this.match);
      if (weight <= bestWeight) continue;
      best = opened;
      bestWeight = weight;
    }
    return best;
  }

  private isOf({ format, reader }: Opened, bytes: Uint8Array, first: number, length: number): boolean {
    const { draft, match } = this;
    draft.clear();
    if (reader.proves(bytes, 0, reader.whole ? length : first, match, draft)) return true;
    // The runtime states the time, so the wrapped object or pairs may leave it out.
    if (format.pairs !== undefined) return draft.level !== null && beginsWithPair(bytes, first);
    return format.json !== undefined && !format.json.requires && (draft.hasMessage || draft.level !== null);
  }
}

/** `level=info …` */
function beginsWithPair(bytes: Uint8Array, end: number): boolean {
  let at = 0;
  while (at < end && at < 32 && bytes[at]! >= 0x61 && bytes[at]! <= 0x7a) at++;
  return at > 0 && bytes[at] === 0x3d;
}

/** Key of a stream: stdout or stderr, or the service or process. */
function streamOf({ schemas, component, pid }: Draft): number {
  const at = schemas.fields.findIndex(({ key }) => key === 'stream');
  return at < 0 ? -2 - component - (pid + 1) * mostComponents : schemas.values[at]!;
}

const mostComponents = 2 ** 20;

/** `[57-2] `: PostgreSQL numbers the lines of a message that it gives to syslog. Returns where the line begins. */
function nextPart(bytes: Uint8Array, start: number, end: number): number {
  if (bytes[start] !== 0x5b) return start;
  const found = /^\[\d{1,9}-(\d{1,9})\] /.exec(decode(bytes, start, Math.min(end, start + 24)));
  return found === null || Number(found[1]) < 2 ? start : start + found[0].length;
}

/** True if the line continues the record above it. */
function continuesRecord(held: Held, { message: { bytes, start, end }, time }: Draft): boolean {
  const first = bytes[start];
  if (isBlankLine(bytes, start, end)) return true;
  if (first === 0x20 || first === 0x09) return true;
  if (causes.some(cause => startsWith(bytes, start, end, cause))) return true;
  if (held.traceback) {
    held.traceback = false;
    return true;
  }
  const isTraceback = startsWith(bytes, start, end, traceback);
  // A line with a time logs what the exception below it says more of.
  const isLogged = () => mayHoldTime(held.bytes, 0, Math.min(held.length, 64));
  if (!isTraceback && !(beginsWithException(bytes, start, end) && isLogged())) return false;
  const isSame = !held.timed || time === null || Math.abs(apart(held.time, time)) < together;
  held.traceback = isTraceback && isSame;
  return isSame;
}

/** `java.lang.IllegalStateException: no stock`, below the line that logs it. */
function beginsWithException(bytes: Uint8Array, start: number, end: number): boolean {
  const first = bytes[start];
  if (first === undefined || first < 0x61 || first > 0x7a) return false;
  const [name] = /^[a-z][\w$]{0,40}(?:\.[A-Za-z_$][\w$]{0,80}){1,12}(?::|\s{0,4}$)/.exec(
    decode(bytes, start, Math.min(end, start + 400)),
  ) ?? [''];
  return /(?:Exception|Error|Throwable):?\s{0,4}$/.test(name);
}

/**
 * Seconds between two times of the runtime; only times of day are compared, so times across midnight count as
 * far apart.
 */
const apart = (from: ReadTime, to: ReadTime): number =>
  to.seconds - from.seconds + (to.nanos - from.nanos) / 1e9;

/** True if the time of a wrapped line says more than that of the log that wraps it. */
function statesMore(inner: ReadTime, outer: ReadTime): boolean {
  if (inner.boot || outer.boot) return false;
  const difference = completeness(inner) - completeness(outer);
  return difference > 0 || (difference === 0 && !outer.hasFraction && inner.hasFraction);
}

/** 0: a time of day; 1: with a date; 2: with a year; 3: with a zone. */
function completeness({ absolute, month, year, offset }: ReadTime): number {
  if (absolute) return 3;
  if (month === 0) return 0;
  if (year < 0) return 1;
  return Number.isNaN(offset) ? 2 : 3;
}

function startsWith(bytes: Uint8Array, start: number, end: number, text: Uint8Array): boolean {
  return end - start >= text.length && text.every((byte, at) => bytes[start + at] === byte);
}
