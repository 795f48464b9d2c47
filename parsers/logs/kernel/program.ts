/**
 * Compiles patterns for the kernel: to words that `assembly/match.ts` runs, and for each of their columns to where it
 * goes.
 */
import { Op, type Step } from '../steps.ts';
import type { Spelling } from '../time.ts';

/** Where a column's value goes: as `assembly/rows.ts` lists them. */
export const Sink = { nowhere: 0, fieldText: 1, fieldNumber: 2, name: 3, id: 4, message: 5 } as const;

/** Names of an event, in the order of a row; a program is the first two of them. */
export const Name = { component: 0, process: 1, thread: 2, program: 3 } as const;
/** Numbers of an event, in the order of a row. */
export const Id = { pid: 0, tid: 1, priority: 2 } as const;

export interface Plan {
  readonly steps: readonly Step[];
  /** Of each column. */
  readonly sinks: readonly (readonly [sink: number, argument: number])[];
}

export interface Program {
  readonly bytes: Uint8Array;
  /** Address of the description of the format. */
  readonly format: number;
  /** The times that its patterns read, in the order the kernel numbers them. */
  readonly spellings: readonly Spelling[];
}

/** Opcodes: as `assembly/match.ts` lists them. */
enum Code {
  End,
  Literal,
  Blanks,
  Optional,
  Alternatives,
  Until,
  UntilBlank,
  Rest,
  Class,
  ClassNot,
  Number,
  Quoted,
  Time,
  Level,
  Open,
  Close,
}

/** Stand for level and time among the columns that a branch notes. */
const levelNoted = 62;
const timeNoted = 63;
const noColumn = 0xffff;

/** Whether the kernel can run these steps. */
export function isCompilable(steps: readonly Step[]): boolean {
  return steps.every(({ op, least, branches }) => {
    if (op === Op.Lazy || op === Op.Structured || op === Op.AnyTime || op === Op.Hex) return false;
    // What is added to a time depends on what was read before it.
    if (op === Op.Time && least === 1) return false;
    return branches.every(isCompilable);
  });
}

/**
 * @param opening 1 for bytes that a line may begin with
 * @param pairs whether pairs in messages are fields: lines that may hold some are then left to the host
 * @param base where the program will lie
 * @returns null where it takes more than `room` bytes
 */
export function compileFormat(
  plans: readonly Plan[],
  opening: Uint8Array,
  pairs: boolean,
  base: number,
  room: number,
): Program | null {
  const compiler = new Compiler(base);
  const words = [plans.length, compiler.data(opening), pairs ? 1 : 0];
  for (const { steps, sinks } of plans) {
    words.push(compiler.sequence(steps), sinks.length);
    for (const [sink, argument] of sinks) words.push(sink, argument);
  }
  const format = compiler.words(words);
  const { bytes, spellings } = compiler;
  return bytes.length > room ? null : { bytes: Uint8Array.from(bytes), format, spellings };
}

class Compiler {
  readonly bytes: number[] = [];
  readonly spellings: Spelling[] = [];

  /** Addresses of tables of bytes, by what is in them: patterns of one format have many in common. */
  private readonly tables = new Map<string, number>();

  constructor(private readonly base: number) {}

  /** Address of a table of bytes. */
  private table(set: Uint8Array): number {
    const key = set.join('');
    const known = this.tables.get(key);
    if (known !== undefined) return known;
    const made = this.data(set);
    this.tables.set(key, made);
    return made;
  }

  /** Address of a copy. */
  data(bytes: ArrayLike<number>): number {
    while (this.bytes.length % 4 !== 0) this.bytes.push(0);
    const address = this.base + this.bytes.length;
    for (let at = 0; at < bytes.length; at++) this.bytes.push(bytes[at]!);
    return address;
  }

  /** Address of the words, little-endian. */
  words(words: readonly number[]): number {
    return this.data(
      words.flatMap(word => [word & 255, (word >>> 8) & 255, (word >>> 16) & 255, word >>> 24]),
    );
  }

  /** Address of the steps. */
  sequence(steps: readonly Step[]): number {
    return this.words([...steps.flatMap(step => this.step(step)), Code.End]);
  }

  private step(step: Step): number[] {
    const column = step.column < 0 ? noColumn : step.column;
    switch (step.op) {
      case Op.Literal:
        return [Code.Literal, this.data(step.literal), step.literal.length];
      case Op.Blanks:
        return [Code.Blanks, 1];
      case Op.MaybeBlanks:
        return [Code.Blanks, 0];
      case Op.Optional:
        return [Code.Optional, ...this.branch(step.branches[0]!)];
      case Op.Alternatives:
        return [
          Code.Alternatives,
          step.branches.length,
          ...step.branches.flatMap(branch => this.branch(branch)),
        ];
      case Op.Until:
        return [Code.Until, column, this.data(step.literal), step.literal.length, step.least];
      case Op.UntilBlank:
        return [Code.UntilBlank, column];
      case Op.Rest:
        return [Code.Rest, column];
      case Op.Class:
        return this.class(column, step);
      case Op.Int:
        return [Code.Number, column, 0];
      case Op.Number:
        return [Code.Number, column, 1];
      case Op.Quoted:
        return [Code.Quoted, column];
      case Op.Time:
        return [Code.Time, this.time(step.spelling!)];
      case Op.Level:
        return [Code.Level, this.table(step.set)];
      case Op.Open:
        return [Code.Open, column];
      case Op.Close:
        return [Code.Close, column];
      default:
        throw new Error(`the kernel has no ${Op[step.op]}`);
    }
  }

  /** Patterns of one format share spellings: a time that one has read, the next need not read again. */
  private time(spelling: Spelling): number {
    const known = this.spellings.indexOf(spelling);
    return known >= 0 ? known : this.spellings.push(spelling) - 1;
  }

  /** All bytes but one or two are looked for sixteen at a time. */
  private class(column: number, { set, least }: Step): number[] {
    const others = [...set.keys()].filter(byte => set[byte] === 0);
    const [first, second] = others;
    if (first === undefined || others.length > 2) return [Code.Class, column, least, this.table(set)];
    return [Code.ClassNot, column, least, first, second ?? first];
  }

  private branch(steps: readonly Step[]): number[] {
    const noted = columnsOf(steps).reduce((bits, column) => bits | (1n << BigInt(column)), 0n);
    return [this.sequence(steps), Number(noted & 0xffff_ffffn), Number(noted >> 32n)];
  }
}

/** What the steps may note. */
function columnsOf(steps: readonly Step[]): number[] {
  return steps.flatMap(({ op, column, branches }) => [
    ...(column >= 0 ? [column] : []),
    ...(op === Op.Level ? [levelNoted] : op === Op.Time ? [timeNoted] : []),
    ...branches.flatMap(columnsOf),
  ]);
}
