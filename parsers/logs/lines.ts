/** Reads formats that are given by patterns. */
import { type FieldType, type None, none, type TextId } from '../contract.ts';
import type { Level } from '../levels.ts';
import type { LogFormat } from './definition.ts';
import type { FieldList } from './field-schemas.ts';
import { Levels, statusLevel } from './levels.ts';
import type { Match } from './match.ts';
import { Pattern } from './pattern.ts';
import { type Draft, maxMessage, type RecordReader } from './record.ts';
import { trimEnd } from './text.ts';
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

export class LinesReader implements RecordReader {
  readonly patterns: readonly Pattern[];
  readonly levels: Levels;
  /** 1 for bytes that a record may begin with. */
  readonly opening: Uint8Array;
  readonly heaviest: number;
  /** Of each pattern, what a line of it proves. */
  private readonly weights: readonly number[];
  private readonly roles: readonly (readonly Role[])[];
  private readonly statuses: readonly number[];
  /** Of each pattern, the columns that may be words of the message, in their order. */
  readonly words: readonly (readonly number[])[];
  /** Of each pattern, its fields as values and its fields with words. */
  private readonly lists: (FieldList | null)[];

  constructor(private readonly format: LogFormat) {
    const { levels, patterns, opening, roles, statuses, words } = compiled(format);
    this.levels = levels;
    this.patterns = patterns;
    this.opening = opening;
    this.roles = roles;
    this.statuses = statuses;
    this.words = words;
    this.weights = patterns.map(({ specificity }, index) =>
      index >= patterns.length - (format.weak ?? 0) ? 1 : (format.specificity ?? specificity),
    );
    this.heaviest = Math.max(...this.weights);
    this.lists = patterns.flatMap(() => [null, null]);
  }

  begins(bytes: Uint8Array, start: number, end: number, into: Match): boolean {
    if (this.opening[bytes[start]!] === 0) return false;
    into.newLine();
    for (let index = 0; index < this.patterns.length; index++) {
      if (!this.patterns[index]!.match(bytes, start, end, into)) continue;
      into.pattern = index;
      return true;
    }
    return false;
  }

  proves(bytes: Uint8Array, start: number, end: number, into: Match): boolean {
    if (!this.begins(bytes, start, end, into)) return false;
    return (into.timed || this.format.untimed === true) && !this.hasLevelForHost(bytes, into);
  }

  /** `2026-11-21T04:00:10Z INFO worker: ready` is none of syslog's: no host is called so. */
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
    const words = this.isInWords(bytes, end, match) ? this.words[pattern]! : noColumns;
    const list = 2 * pattern + (words.length > 0 ? 1 : 0);
    this.lists[list] ??= schemas.list(this.fieldTypes(pattern, words));
    schemas.begin(this.lists[list]);
    if (match.timed) draft.time = match.time;
    draft.level = match.level;
    draft.pairs = this.format.plainMessages !== true;
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
            // No message: what stands beside it says it all.
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
    // A message that other columns follow ends before them, unless the record goes on below.
    if (lastEnd >= 0 && lastEnd < end && !goesOn(bytes, lastEnd, end)) draft.message.end = lastEnd;
    const status = this.statuses[pattern]!;
    if (status >= 0) draft.level = statusLevel(spans[2 * status]! < 0 ? Number.NaN : numbers[status]!);
    if (this.format.levelBelow === true) draft.level = this.readLevel(draft);
    if (draft.process === none) draft.process = thread;
    return true;
  }

  /** Whether the fields that may be words of the message are such in this record. */
  private isInWords(bytes: Uint8Array, end: number, { spans, pattern }: Match): boolean {
    const words = this.words[pattern]!;
    if (words.length === 0) return false;
    const message = this.patterns[pattern]!.column('message');
    const to = spans[2 * message + 1]!;
    if (goesOn(bytes, to, end)) return false;
    const start = skipLineEnd(bytes, spans[2 * message]!, to);
    const stop = trimEnd(bytes, start, to);
    return stop - start <= maxMessage && isInWords(words, spans, bytes, start, stop);
  }

  /** The level that stands in front of the message. */
  private readLevel({ message }: Draft): Level | null {
    const { bytes, start, end } = message;
    const colon = bytes.subarray(start, Math.min(end, start + 32)).indexOf(0x3a);
    const level = colon < 0 ? null : this.levels.read(bytes, start, start + colon);
    if (level === null) return null;
    message.start = start + colon + 1;
    while (message.start < end && bytes[message.start] === 0x20) message.start++;
    return level;
  }

  /** What the columns of a pattern are as fields, where those of `words` are words of the message and `wholes` whole numbers. */
  fieldTypes(
    pattern: number,
    words: readonly number[] = noColumns,
    wholes: readonly number[] = noColumns,
  ): FieldType[] {
    const { columns, numeric } = this.patterns[pattern]!;
    return columns.flatMap((key, column): FieldType[] => {
      if (this.roles[pattern]![column]! > Role.Host) return [];
      const unit = this.format.units?.[key];
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

  /** Whether every pattern tells year and zone, so that lines need no neighbours. */
  get selfContained(): boolean {
    if (this.format.nested !== undefined) return false;
    return this.patterns.every(({ dated, text }) => dated && /\{time:[^}]*[ZNX]/.test(text));
  }

  weight({ pattern }: Match): number {
    return this.weights[pattern]!;
  }
}

interface Compiled {
  readonly levels: Levels;
  readonly patterns: readonly Pattern[];
  readonly opening: Uint8Array;
  /** Of each pattern, what its columns are. */
  readonly roles: readonly (readonly Role[])[];
  /** Of each pattern, the column that holds a status of HTTP; -1 where none does. */
  readonly statuses: readonly number[];
  /** Of each pattern, the columns that may be words of the message. */
  readonly words: readonly (readonly number[])[];
}

const noColumns: readonly number[] = [];

const known = new WeakMap<LogFormat, Compiled>();

/** Every part of a file has a reader of its own: to compile the patterns for each cost a fifth of a worker's time. */
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
  // Where the message of an event is not what the column holds, its words are others.
  const hasWords = format.nested === undefined && format.levelBelow !== true;
  const made = {
    levels,
    patterns,
    opening,
    roles: rolesOf,
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
  // What a pattern has learned of one file says nothing of the next.
  if (!patterns.some(pattern => pattern.learns)) known.set(format, made);
  return made;
}

/** Severities of syslog, by the low three bits of a priority. */
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

/** Whether the record has another line. */
function goesOn(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (bytes[at] === 0x0a) return true;
  return false;
}

/** A message that begins on the line below; a carriage return that ends no line is part of it. */
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

/** A process or thread id as the tables hold it. */
export const small = (value: number): number => (value >= 0 && value <= 0x7fffffff ? Math.floor(value) : -1);
