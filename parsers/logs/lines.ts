/** Reads formats that are defined by patterns. */
import { type FieldType, type None, none, type TextId } from '../contract.ts';
import { decode } from '../kit/bytes.ts';
import type { Level } from '../levels.ts';
import type { LogFormat } from './definition.ts';
import type { FieldList } from './field-schemas.ts';
import { Levels, statusLevel } from './levels.ts';
import type { Match } from './match.ts';
import { Pattern } from './pattern.ts';
import { type Draft, maxMessage, type RecordReader } from './record.ts';
import { isBlankLine, trimEnd } from './text.ts';
import type { Spelling } from './time.ts';
import { isInWords, wordColumns } from './words.ts';

enum Role {
  Field,
  Host,
  Priority,
  Component,
  Program,
  Process,
  Pid,
  Thread,
  Tid,
  Message,
  Pairs,
  Partial,
}

const roles: Readonly<Record<string, Role>> = {
  host: Role.Host,
  priority: Role.Priority,
  component: Role.Component,
  program: Role.Program,
  process: Role.Process,
  pid: Role.Pid,
  thread: Role.Thread,
  tid: Role.Tid,
  message: Role.Message,
  pairs: Role.Pairs,
  partial: Role.Partial,
};

/** Bytes and words of the rest of a damaged line in which its level is looked for, in capitals. */
const maxLead = 128;
const maxLeadWords = 8;

export class LinesReader implements RecordReader {
  readonly patterns: readonly Pattern[];
  readonly levels: Levels;
  /** 1 for bytes that a record may begin with. */
  readonly opening: Uint8Array;
  readonly heaviest: number;
  readonly namesHost: boolean;
  /** Per pattern, the weight of a matching line as evidence. */
  private readonly weights: readonly number[];
  private readonly roles: readonly (readonly Role[])[];
  private readonly statuses: readonly number[];
  /** Per pattern, the columns that may be words of the message, in order. */
  readonly words: readonly (readonly number[])[];
  /** Per pattern, two field lists: all fields as values, and fields of `words` as words of the message. */
  private readonly lists: (FieldList | null)[];

  constructor(private readonly format: LogFormat) {
    const made = compiled(format);
    this.levels = made.levels;
    this.patterns = made.learns ? made.patterns.map(pattern => pattern.unlearned()) : made.patterns;
    this.opening = made.opening;
    this.roles = made.roles;
    this.namesHost = made.namesHost;
    this.statuses = made.statuses;
    this.words = made.words;
    this.weights = made.weights;
    this.heaviest = made.heaviest;
    this.lists = Array<FieldList | null>(2 * made.patterns.length).fill(null);
  }

  begins(bytes: Uint8Array, start: number, end: number, into: Match): boolean {
    if (this.opening[bytes[start]!] === 0) return false;
    into.newLine();
    into.stopped = -1;
    for (let index = 0; index < this.patterns.length; index++) {
      if (!this.patterns[index]!.match(bytes, start, end, into)) continue;
      into.pattern = index;
      return true;
    }
    return false;
  }

  beginsDamaged(bytes: Uint8Array, start: number, end: number, into: Match): boolean {
    if (this.opening[bytes[start]!] === 0) return false;
    let furthest = -1;
    this.patterns.forEach((pattern, index) => {
      into.newLine();
      const at = pattern.stop(bytes, start, end, into);
      if (at <= furthest) return;
      furthest = at;
      into.pattern = index;
    });
    if (furthest < 0) return false;
    into.newLine();
    into.stopped = this.patterns[into.pattern]!.stop(bytes, start, end, into);
    // A time alone may be part of the record above.
    const { columns } = this.patterns[into.pattern]!;
    return !isBlankLine(bytes, furthest, end) || columns.some((_, column) => into.spans[2 * column]! >= 0);
  }

  proves(bytes: Uint8Array, start: number, end: number, into: Match): boolean {
    if (!this.begins(bytes, start, end, into)) return false;
    return (into.timed || this.format.untimed === true) && !this.hasLevelForHost(bytes, into);
  }

  /** `2026-11-21T04:00:10Z INFO worker: ready` is not syslog: `INFO` is no host name. */
  private hasLevelForHost(bytes: Uint8Array, { pattern, spans }: Match): boolean {
    const column = this.roles[pattern]!.indexOf(Role.Host);
    if (column < 0) return false;
    const [from, to] = [spans[2 * column]!, spans[2 * column + 1]!];
    return from >= 0 && to - from > 2 && this.levels.read(bytes, from, to) !== null;
  }

  read(bytes: Uint8Array, _start: number, end: number, match: Match, draft: Draft): boolean {
    const { spans, numbers, pattern } = match;
    const { columns, numeric } = this.patterns[pattern]!;
    const patternRoles = this.roles[pattern]!;
    const { schemas, out } = draft;
    const words = match.stopped < 0 && this.isInWords(bytes, end, match) ? this.words[pattern]! : noColumns;
    const list = 2 * pattern + (words.length > 0 ? 1 : 0);
    this.lists[list] ??= schemas.list(this.fieldTypes(pattern, words));
    schemas.begin(this.lists[list]);
    if (match.timed) draft.time = match.time;
    draft.level = match.level;
    draft.pairs = this.format.plainMessages !== true;
    draft.figures = this.format.figures;
    let thread: TextId | None = none;
    let field = 0;
    let lastEnd = -1;
    for (let column = 0; column < columns.length; column++) {
      const from = spans[2 * column]!;
      const to = spans[2 * column + 1]!;
      const absent = from < 0 || to === from || (to === from + 1 && bytes[from] === 0x2d);
      const role = patternRoles[column]!;
      if (role <= Role.Host) {
        if (role === Role.Host && !absent) draft.host(bytes, from, to);
        schemas.values[field++] =
          absent || words.includes(column)
            ? Number.NaN
            : numeric[column]
              ? numbers[column]!
              : this.format.nested === undefined
                ? out.fieldValue(bytes, from, trim(bytes, from, to), column)
                : out.text(bytes, from, trim(bytes, from, to));
        continue;
      }
      if (absent && role !== Role.Message) continue;
      switch (role) {
        case Role.Priority:
          draft.level = severity(numbers[column]!);
          break;
        case Role.Component:
          draft.component = out.text(bytes, from, trim(bytes, from, to));
          break;
        case Role.Program:
          draft.component = out.text(bytes, from, trim(bytes, from, to));
          draft.process = draft.component;
          break;
        case Role.Process:
          draft.process = out.text(bytes, from, trim(bytes, from, to));
          break;
        case Role.Thread:
          thread = out.text(bytes, from, trim(bytes, from, to));
          break;
        case Role.Pid:
          draft.pid = small(numbers[column]!);
          break;
        case Role.Tid:
          draft.tid = small(numbers[column]!);
          break;
        case Role.Pairs:
          draft.morePairs.set(bytes, from, to);
          break;
        case Role.Partial:
          draft.open = bytes[from] === 0x50;
          break;
        case Role.Message:
          if (from < 0) {
            if (match.stopped >= 0) break;
            // Without a message, the pairs are the message.
            draft.message.set(bytes, draft.morePairs.start, draft.morePairs.end);
            draft.hasMessage = true;
          } else {
            draft.message.set(bytes, skipLineEnd(bytes, from, end), end);
            draft.hasMessage = true;
            lastEnd = to;
          }
          break;
        default:
          break;
      }
    }
    if (match.stopped >= 0) this.readRest(bytes, match.stopped, end, draft);
    // A message followed by other columns ends before them, unless the record continues on further lines.
    if (match.stopped < 0 && lastEnd >= 0 && lastEnd < end && !hasFurtherLine(bytes, lastEnd, end))
      draft.message.end = lastEnd;
    const status = this.statuses[pattern]!;
    if (status >= 0) draft.level = statusLevel(spans[2 * status]! < 0 ? Number.NaN : numbers[status]!);
    if (this.format.levelBelow === true) draft.level = this.readLevel(draft);
    if (draft.process === none) draft.process = thread;
    return true;
  }

  /** Reads what follows the place where a damaged line stops to match: a level, and the message. */
  private readRest(bytes: Uint8Array, start: number, end: number, draft: Draft): void {
    let from = start;
    while (from < end && bytes[from]! <= 0x20) from++;
    if (!draft.hasMessage) draft.message.set(bytes, from, end);
    draft.hasMessage = true;
    if (this.format.statusLevels !== undefined) return;
    const words = decode(bytes, from, Math.min(end, from + maxLead)).split(/[^A-Za-z]+/, maxLeadWords);
    const level = words.find(word => word.length > 1 && /^[A-Z]+$/.test(word) && this.levels.of(word));
    draft.level ??= level === undefined ? null : this.levels.of(level);
  }

  /** True if the fields that may be words of the message are its words in this record. */
  private isInWords(bytes: Uint8Array, end: number, { spans, pattern }: Match): boolean {
    const words = this.words[pattern]!;
    if (words.length === 0) return false;
    const message = this.patterns[pattern]!.column('message');
    const to = spans[2 * message + 1]!;
    if (hasFurtherLine(bytes, to, end)) return false;
    const start = skipLineEnd(bytes, spans[2 * message]!, to);
    const stop = trimEnd(bytes, start, to);
    return stop - start <= maxMessage && isInWords(words, spans, bytes, start, stop);
  }

  /** Reads the level in front of the message and removes it from the message. */
  private readLevel({ message }: Draft): Level | null {
    const { bytes, start, end } = message;
    const colon = bytes.subarray(start, Math.min(end, start + 32)).indexOf(0x3a);
    const level = colon < 0 ? null : this.levels.read(bytes, start, start + colon);
    if (level === null) return null;
    message.start = start + colon + 1;
    while (message.start < end && bytes[message.start] === 0x20) message.start++;
    return level;
  }

  /**
   * Field types of a pattern's columns. `words`: columns that are words of the message; `wholes`: columns
   * that hold whole numbers.
   */
  fieldTypes(
    pattern: number,
    words: readonly number[] = noColumns,
    wholes: readonly number[] = noColumns,
  ): FieldType[] {
    const { columns, numeric, units } = this.patterns[pattern]!;
    return columns.flatMap((key, column): FieldType[] => {
      if (this.roles[pattern]![column]! > Role.Host) return [];
      const unit = units[column] ?? this.format.units?.[key];
      const type = numeric[column] ? 'number' : 'text';
      const word = words.indexOf(column) + 1;
      return [
        {
          key,
          type,
          ...(unit !== undefined && { unit }),
          ...(wholes.includes(column) && { whole: true as const }),
          ...(word > 0 && { word }),
        },
      ];
    });
  }

  /** True if every pattern states year and zone, so that lines can be read without their neighbours. */
  get selfContained(): boolean {
    if (this.format.nested !== undefined) return false;
    return this.patterns.every(({ dated, text }) => dated && /\{time:[^}]*[ZNX]/.test(text));
  }

  /** Name of the program that wrote the line, or of its logger; null if it states none. */
  programOf(bytes: Uint8Array, { pattern, spans }: Match): string | null {
    const column = this.roles[pattern]!.findIndex(role => role === Role.Program || role === Role.Component);
    const [from, to] = [spans[2 * column] ?? -1, spans[2 * column + 1] ?? -1];
    return from < 0 || to < from ? null : decode(bytes, from, to);
  }

  weight({ pattern }: Match): number {
    return this.weights[pattern]!;
  }
}

interface Compiled {
  readonly levels: Levels;
  readonly patterns: readonly Pattern[];
  /** True if a pattern learns. */
  readonly learns: boolean;
  readonly opening: Uint8Array;
  readonly weights: readonly number[];
  readonly heaviest: number;
  readonly namesHost: boolean;
  /** Per pattern, the roles of its columns. */
  readonly roles: readonly (readonly Role[])[];
  /** Per pattern, the column that holds an HTTP status; -1 if none does. */
  readonly statuses: readonly number[];
  /** Per pattern, the columns that may be words of the message. */
  readonly words: readonly (readonly number[])[];
}

const noColumns: readonly number[] = [];

const known = new WeakMap<LogFormat, Compiled>();

/**
 * Cached per format: every part of a file has its own reader, and compiling the patterns for each cost a
 * fifth of a worker's time. What patterns learn of a file is not in it: see {@link Pattern.anew}.
 */
function compiled(format: LogFormat): Compiled {
  const already = known.get(format);
  if (already) return already;
  const levels = new Levels(format.levels);
  const spellings = new Map<string, Spelling>();
  const patterns = (format.patterns ?? []).map(text => new Pattern(text, levels, spellings));
  const opening = new Uint8Array(256);
  for (const pattern of patterns) {
    for (let byte = 0; byte < 256; byte++) opening[byte]! |= pattern.opening[byte]!;
  }
  const rolesOf = patterns.map(({ columns }) => columns.map(name => roles[name] ?? Role.Field));
  // If the event's message is not the column's text, its words differ, too.
  const hasWords = format.nested === undefined && format.levelBelow !== true;
  const weights = patterns.map(({ specificity }, index) =>
    index >= patterns.length - (format.weak ?? 0) ? 1 : (format.specificity ?? specificity),
  );
  const made = {
    levels,
    patterns,
    learns: patterns.some(({ learns }) => learns),
    opening,
    weights,
    heaviest: Math.max(...weights),
    roles: rolesOf,
    namesHost: rolesOf.some(each => each.includes(Role.Host)),
    statuses: patterns.map(pattern => pattern.column(format.statusLevels ?? '')),
    words: patterns.map((pattern, index) =>
      hasWords
        ? wordColumns(
            pattern.steps,
            pattern.column('message'),
            column => rolesOf[index]![column] === Role.Field,
          )
        : noColumns,
    ),
  };
  known.set(format, made);
  return made;
}

/** Syslog severities, indexed by the low three bits of a priority. */
const severities: readonly Level[] = [
  'fatal',
  'fatal',
  'fatal',
  'error',
  'warning',
  'notice',
  'info',
  'debug',
];

export const severity = (priority: number): Level | null => severities[priority & 7] ?? null;

/** True if the record has another line. */
function hasFurtherLine(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (bytes[at] === 0x0a) return true;
  return false;
}

/** Start of a message that begins on the next line; a carriage return that ends no line is part of it. */
function skipLineEnd(bytes: Uint8Array, start: number, end: number): number {
  let first = start;
  for (let at = start; at < end && (bytes[at] === 0x0d || bytes[at] === 0x0a); at++)
    if (bytes[at] === 0x0a) first = at + 1;
  return first;
}

function trim(bytes: Uint8Array, start: number, end: number): number {
  let at = end;
  while (at > start && bytes[at - 1] === 0x20) at--;
  return at;
}

/** A process or thread id as stored in the tables; -1 if it does not fit. */
export const small = (value: number): number => (value >= 0 && value <= 0x7fffffff ? Math.floor(value) : -1);
