/** Steps that a pattern is compiled to, and properties of patterns that follow from their steps. */
import type { Spelling } from './time.ts';

export enum Op {
  Literal,
  Blanks,
  MaybeBlanks,
  Optional,
  Alternatives,
  /** Up to a literal. */
  Until,
  UntilBlank,
  Lazy,
  Rest,
  /** One or more bytes of a class. */
  Class,
  Int,
  Number,
  Hex,
  Quoted,
  Structured,
  Time,
  AnyTime,
  Level,
  Open,
  Close,
}

/** One step. All steps have all members, so that V8 sees one hidden class in the matcher's loop. */
export interface Step {
  op: Op;
  column: number;
  literal: Uint8Array;
  /** 1 for bytes of the class. */
  set: Uint8Array;
  least: number;
  spelling: Spelling | null;
  branches: readonly (readonly Step[])[];
}

const noBytes = new Uint8Array(0);

export const step = (op: Op, given: Partial<Step> = {}): Step => ({
  op,
  column: -1,
  literal: noBytes,
  set: noBytes,
  least: 0,
  spelling: null,
  branches: [],
  ...given,
});

/** Weight of a match as evidence, by kind of step; detection compares formats by the sum. */
const evidence: Readonly<Partial<Record<Op, number>>> = {
  [Op.Time]: 4,
  [Op.AnyTime]: 1,
  [Op.Level]: 6,
  [Op.Int]: 2,
  [Op.Number]: 2,
  [Op.Hex]: 2,
  [Op.Quoted]: 2,
  [Op.Structured]: 2,
  [Op.Class]: 1,
};

/** A class of bytes as a table: 1 for its members. */
export function byteSet(holds: (byte: number) => boolean): Uint8Array {
  // `Uint8Array.from` would take 20 times as long, and there are a thousand classes.
  const set = new Uint8Array(256);
  for (let byte = 0; byte < 256; byte++) if (holds(byte)) set[byte] = 1;
  return set;
}

const blank = new Uint8Array([0x20]);

/** The text that ends a lazy column. */
function lazyEnd(next: Step | undefined, text: string): Uint8Array {
  if (next?.op === Op.Literal) return next.literal;
  if (next?.op === Op.Blanks) return blank;
  throw new Error(`lazy text must be followed by plain text or a blank, in "${text}"`);
}

/** Sets the end of every text from the step after it. */
export function settle(nodes: readonly Step[], after: readonly Step[] | null, text: string): void {
  nodes.forEach((step, index) => {
    const rest = [...nodes.slice(index + 1), ...(after ?? [])].filter(
      ({ op }) => op !== Op.Open && op !== Op.Close,
    );
    for (const branch of step.branches) settle(branch, rest, text);
    if (step.op === Op.Class && step.set.length === 0) {
      const stops = firstBytes(rest);
      step.set = byteSet(byte => byte !== 0x20 && byte !== 0x09 && !stops.has(byte));
    }
    if (step.op === Op.Lazy) step.literal = lazyEnd(rest[0], text);
    if (step.op !== Op.Until) return;
    const next = rest[0];
    if (next === undefined) step.op = Op.Rest;
    else if (next.op === Op.Blanks) step.op = Op.UntilBlank;
    else if (next.op === Op.Literal) {
      step.literal = next.literal;
      step.least = rest[1]?.op === Op.Blanks ? 1 : 0;
    } else throw new Error(`a text must be followed by itself ending or by plain text, in "${text}"`);
  });
}

/** Bytes that `nodes` may begin with, except those of classes. */
function firstBytes(nodes: readonly Step[]): Set<number> {
  const bytes = new Set<number>();
  for (const step of nodes) {
    if (step.op === Op.Literal) {
      bytes.add(step.literal[0]!);
      break;
    }
    if (step.op === Op.Quoted) {
      bytes.add(0x22);
      break;
    }
    if (step.op === Op.Optional || step.op === Op.Alternatives) {
      for (const branch of step.branches) for (const byte of firstBytes(branch)) bytes.add(byte);
      if (step.op === Op.Optional) continue;
    } else if (step.op === Op.MaybeBlanks) continue;
    break;
  }
  return bytes;
}

/** Marks the bytes that `nodes` may begin with; returns true if `nodes` can match nothing. */
export function markOpening(nodes: readonly Step[], bytes: Uint8Array): boolean {
  for (const { op, literal, set, least, spelling, branches } of nodes) {
    switch (op) {
      case Op.Open:
      case Op.Close:
        continue;
      case Op.Literal:
        bytes[literal[0]!] = 1;
        return false;
      case Op.Class:
      case Op.Level:
        for (let byte = 0; byte < 256; byte++) bytes[byte]! |= set[byte]!;
        if (least === 0 && op === Op.Class) continue;
        return false;
      case Op.Quoted:
        bytes[0x22] = 1;
        return false;
      case Op.Structured:
        bytes[0x5b] = 1;
        return false;
      case Op.Int:
      case Op.Number:
        for (const char of '+-0123456789') bytes[char.charCodeAt(0)] = 1;
        return false;
      case Op.Time:
        spelling!.open(bytes);
        return false;
      case Op.Optional:
        markOpening(branches[0]!, bytes);
        continue;
      case Op.Alternatives:
        if (!branches.map(branch => markOpening(branch, bytes)).includes(true)) return false;
        continue;
      case Op.MaybeBlanks:
        bytes[0x20] = 1;
        bytes[0x09] = 1;
        continue;
      default:
        bytes.fill(1);
        return false;
    }
  }
  return true;
}

/** Least weight of a match. */
export function weigh(nodes: readonly Step[]): number {
  let sum = 0;
  for (const { op, literal, branches, spelling } of nodes) {
    if (op === Op.Literal) sum += 2 * literal.length;
    else if (op === Op.Time && spelling?.dated) sum += 6;
    else if (op === Op.Alternatives) sum += Math.min(...branches.map(weigh));
    else sum += evidence[op] ?? 0;
  }
  return sum;
}

/** True if every way through the steps states a year. */
export function isDated(nodes: readonly Step[]): boolean {
  return nodes.some(
    ({ spelling, branches }) => spelling?.dated === true || (branches.length > 0 && branches.every(isDated)),
  );
}
