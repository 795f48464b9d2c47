/** Compiles patterns for the scanner: steps to words that `assembly/match.ts` runs, and columns to sinks. */
import { Op, type Step } from '../steps.ts';
import type { Spelling } from '../time.ts';
import { continuationOf } from './alike.ts';
import { COLUMNS_MAX } from './shared/limits.ts';
import * as Name from './shared/names.ts';
import * as Code from './shared/opcodes.ts';
import * as Sink from './shared/sinks.ts';

export interface Plan {
  readonly steps: readonly Step[];
  /** Sink of each column. */
  readonly sinks: readonly (readonly [sink: number, argument: number])[];
  readonly fieldSchema: RowSchema;
  /** Columns that may be words of the message, in order, and the field schema of rows in which they are. */
  readonly words: readonly number[];
  readonly wordSchema: RowSchema;
}

/** The host's ids of a field schema: with whole numbers, and with doubles for when some are not whole. */
export interface RowSchema {
  readonly whole: number;
  readonly wide: number;
}

/** The host's ids of levels: by level number plus 1, by syslog priority, by HTTP status. */
export interface LevelIds {
  readonly byNumber: readonly number[];
  readonly byPriority: readonly number[];
  readonly byStatus: readonly number[];
}

export interface Program {
  readonly bytes: Uint8Array;
  /** Address of the format's description. */
  readonly format: number;
  /** The time spellings of its patterns, in the scanner's numbering. */
  readonly spellings: readonly Spelling[];
}

/** Bits for level and time in the set of columns that a branch notes. */
const levelNoted = 62;
const timeNoted = 63;
const noColumn = COLUMNS_MAX;

/** True if the scanner can run these steps. */
export function isCompilable(steps: readonly Step[]): boolean {
  return steps.every(({ op, least, branches }) => {
    if (op === Op.Lazy || op === Op.Structured || op === Op.AnyTime || op === Op.Hex) return false;
    // The meaning of an added time depends on the time read before it.
    if (op === Op.Time && least === 1) return false;
    return branches.every(isCompilable);
  });
}

/**
 * @param opening 1 for bytes that a line may begin with
 * @param pairs true if pairs in messages are fields; lines that may hold some are then left to the host
 * @param base address at which the program will be loaded
 * @returns null if it takes more than `room` bytes
 */
export function compileFormat(
  plans: readonly Plan[],
  opening: Uint8Array,
  pairs: boolean,
  { byNumber, byPriority, byStatus }: LevelIds,
  base: number,
  room: number,
): Program | null {
  const compiler = new Compiler(base);
  const levels = [byNumber, byPriority, byStatus].map(ids => compiler.words(ids));
  const words = [plans.length, compiler.data(opening), pairs ? 1 : 0, ...levels, isNamed(plans) ? 1 : 0];
  plans.forEach((plan, index) => {
    const before = plans[index - 1];
    const on = before === undefined ? null : continuationOf(plan.steps, before.steps);
    const message = plan.sinks.findLastIndex(([sink]) => sink === Sink.MESSAGE);
    const plain = compiler.words(formOf(plan, plan.fieldSchema));
    const inWords =
      plan.words.length === 0 ? plain : compiler.words(formOf(plan, plan.wordSchema, plan.words));
    const described = [
      compiler.sequence(plan.steps.slice(on?.steps ?? 0)),
      plan.sinks.length,
      on?.column ?? noColumn,
      on?.noted ?? 0,
      on?.keepsTime === true ? 1 : 0,
      message < 0 ? noColumn : message,
      plain,
      inWords,
      0,
      plan.words.length,
      ...plan.words,
    ];
    words.push(4 * (described.length + 1), ...described);
  });
  const format = compiler.words(words);
  const { bytes, spellings } = compiler;
  return bytes.length > room ? null : { bytes: Uint8Array.from(bytes), format, spellings };
}

/**
 * Form of a line's columns: the field schema, and the sinks of all columns that are kept and not in `left`.
 */
function formOf({ sinks }: Plan, fieldSchema: RowSchema, left: readonly number[] = []): number[] {
  const going = sinks.flatMap(([sink, argument], column) =>
    sink === Sink.NOWHERE || sink === Sink.MESSAGE || left.includes(column) ? [] : [sink, column, argument],
  );
  return [fieldSchema.whole, fieldSchema.wide, going.length / 3, ...going];
}

/** True if rows may have threads. */
export const isNamed = (plans: readonly Plan[]): boolean =>
  plans.some(({ sinks }) =>
    sinks.some(([sink, name]) => sink === Sink.ID || (sink === Sink.NAME && name !== Name.COMPONENT)),
  );

class Compiler {
  readonly bytes: number[] = [];
  readonly spellings: Spelling[] = [];

  /** Addresses of classes by content: patterns of one format share many classes. */
  private readonly tables = new Map<string, number>();

  constructor(private readonly base: number) {}

  /** Address of a class's tables, in the form that `ofClass` of `assembly/search.ts` takes. */
  private class(set: Uint8Array): number {
    const key = set.join('');
    const known = this.tables.get(key);
    if (known !== undefined) return known;
    // One bit per high half. Halves below 8 are enough, because the scanner reads no bytes above 0x7f.
    const low = Array.from({ length: 16 }, (_, half) =>
      Array.from({ length: 8 }, (_, high) => set[16 * high + half]! << high).reduce((a, b) => a | b),
    );
    const high = Array.from({ length: 16 }, (_, half) => (1 << half) & 0xff);
    const made = this.data([...low, ...high]);
    this.tables.set(key, made);
    return made;
  }

  /** Stores a copy of the bytes and returns its address. */
  data(bytes: ArrayLike<number>): number {
    while (this.bytes.length % 4 !== 0) this.bytes.push(0);
    const address = this.base + this.bytes.length;
    for (let at = 0; at < bytes.length; at++) this.bytes.push(bytes[at]!);
    return address;
  }

  /** Stores the words, little-endian, and returns their address. */
  words(words: readonly number[]): number {
    return this.data(
      words.flatMap(word => [word & 255, (word >>> 8) & 255, (word >>> 16) & 255, word >>> 24]),
    );
  }

  /** Compiles the steps and returns their address. */
  sequence(steps: readonly Step[]): number {
    const words: number[] = [];
    for (let index = 0; index < steps.length; ) {
      const between = betweenAt(steps, index);
      const end = index + Math.max(1, between.steps);
      const plain = steps.slice(index, end).flatMap(step => this.step(step));
      if (between.steps > 0) words.push(...between.words, 4 * (between.words.length + 1 + plain.length));
      words.push(...plain);
      index = end;
    }
    return this.words([...words, Code.END]);
  }

  private step(step: Step): number[] {
    const column = step.column < 0 ? noColumn : step.column;
    switch (step.op) {
      case Op.Literal:
        return [Code.LITERAL, this.data(step.literal), step.literal.length];
      case Op.Blanks:
        return [Code.BLANKS, 1];
      case Op.MaybeBlanks:
        return [Code.BLANKS, 0];
      case Op.Optional:
        return [Code.OPTIONAL, ...this.branch(step.branches[0]!)];
      case Op.Alternatives:
        return [
          Code.ALTERNATIVES,
          step.branches.length,
          ...step.branches.flatMap(branch => this.branch(branch)),
        ];
      case Op.Until:
        return [Code.UNTIL, column, this.data(step.literal), step.literal.length, step.least];
      case Op.UntilBlank:
        return [Code.UNTIL_BLANK, column];
      case Op.Rest:
        return [Code.REST, column];
      case Op.Class:
        return this.run(column, step);
      case Op.Int:
        return [Code.NUMBER, column, 0];
      case Op.Number:
        return [Code.NUMBER, column, 1];
      case Op.Quoted:
        return [Code.QUOTED, column];
      case Op.Time:
        return [Code.TIME_OF, this.time(step.spelling!)];
      case Op.Level:
        return [Code.LEVEL, this.class(step.set)];
      case Op.Open:
        return [Code.OPEN, column];
      case Op.Close:
        return [Code.CLOSE, column];
      default:
        throw new Error(`the scanner has no ${Op[step.op]}`);
    }
  }

  /**
   * Index of the spelling. Patterns of one format share spellings, so that a time read for one pattern need
   * not be read again for the next.
   */
  private time(spelling: Spelling): number {
    const known = this.spellings.indexOf(spelling);
    return known >= 0 ? known : this.spellings.push(spelling) - 1;
  }

  /** A class that leaves out one or two bytes is searched for these, sixteen bytes at a time. */
  private run(column: number, { set, least }: Step): number[] {
    const others = [...set.keys()].filter(byte => set[byte] === 0);
    const [first, second] = others;
    if (first === undefined || others.length > 2) return [Code.CLASS, column, least, this.class(set)];
    return [Code.CLASS_NOT, column, least, first, second ?? first];
  }

  private branch(steps: readonly Step[]): number[] {
    const noted = columnsOf(steps).reduce((bits, column) => bits | (1n << BigInt(column)), 0n);
    return [this.sequence(steps), Number(noted & 0xffff_ffffn), Number(noted >> 32n)];
  }
}

/**
 * Combines the steps from `index` on that nearly always match the same bytes (plain text, and blanks, mostly
 * one each), up to eight bytes. `words` is the BETWEEN instruction without its last word.
 */
function betweenAt(steps: readonly Step[], index: number): { steps: number; words: readonly number[] } {
  const bytes: number[] = [];
  let count = 0;
  for (const { op, literal } of steps.slice(index)) {
    const text = op === Op.Blanks ? blank : op === Op.Literal ? literal : null;
    if (text === null || bytes.length + text.length > 8) break;
    // Blanks match as many as there are, so a text beginning with a blank cannot follow them here.
    if (bytes.at(-1) === blank[0] && isBlank(text[0]!)) break;
    bytes.push(...text);
    count++;
  }
  const mask = bytes.map(() => 0xff);
  const noBlank = steps[index + count - 1]?.op === Op.Blanks ? 1 : 0;
  const words = [Code.BETWEEN, ...twoWords(bytes), ...twoWords(mask), bytes.length, noBlank];
  return { steps: count, words };
}

const blank = Uint8Array.of(0x20);

const isBlank = (byte: number): boolean => byte === 0x20 || byte === 0x09;

const twoWords = (bytes: readonly number[]): number[] =>
  [0, 4].map(from =>
    bytes.slice(from, from + 4).reduce((word, byte, at) => (word | (byte << (8 * at))) >>> 0, 0),
  );

/** The columns that the steps may note. */
function columnsOf(steps: readonly Step[]): number[] {
  return steps.flatMap(({ op, column, branches }) => [
    ...(column >= 0 ? [column] : []),
    ...(op === Op.Level ? [levelNoted] : op === Op.Time ? [timeNoted] : []),
    ...branches.flatMap(columnsOf),
  ]);
}
