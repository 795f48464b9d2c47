/**
 * Patterns of one format begin alike. Where one has failed, the next need not read again what both begin with: it goes on
 * behind a column that the one before has noted, or fails, too, if that did not come so far.
 */
import { Op, type Step } from '../steps.ts';

/** How a pattern goes on where the one before it failed. */
export interface Continuation {
  /** How many of its steps are done. */
  readonly steps: number;
  /** The column behind which the others begin; noted only where the steps before could be done. */
  readonly column: number;
  /** How many columns those steps may have noted: the first ones. */
  readonly noted: number;
  /** Whether they told the time or the level. */
  readonly told: boolean;
}

/** Steps at whose end the column ends that they note. */
const closing = [Op.Class, Op.Until, Op.UntilBlank, Op.Int, Op.Number];

/** Null where the pattern must begin anew. */
export function continuationOf(steps: readonly Step[], before: readonly Step[]): Continuation | null {
  const differs = steps.findIndex((step, index) => before[index] === undefined || !same(step, before[index]));
  for (let count = differs < 0 ? steps.length : differs; count > 0; count--) {
    const { op, column } = steps[count - 1]!;
    if (column < 0 || !closing.includes(op)) continue;
    const done = all(steps.slice(0, count));
    const failed = all(before.slice(count));
    const noted = Math.max(...done.map(step => step.column)) + 1;
    const told = done.some(tells);
    // What is kept must be of the steps that are done.
    if (failed.some(step => step.column >= 0 && step.column < noted) || (told && failed.some(tells)))
      continue;
    return { steps: count, column, noted, told };
  }
  return null;
}

const tells = ({ op }: Step): boolean => op === Op.Time || op === Op.Level;

/** The steps and those of their branches. */
const all = (steps: readonly Step[]): Step[] =>
  steps.flatMap(step => [step, ...step.branches.flatMap(branch => all(branch))]);

function same(a: Step, b: Step): boolean {
  return (
    a.op === b.op &&
    a.column === b.column &&
    a.least === b.least &&
    a.spelling === b.spelling &&
    sameBytes(a.literal, b.literal) &&
    sameBytes(a.set, b.set) &&
    a.branches.length === b.branches.length &&
    a.branches.every((branch, index) => sameSteps(branch, b.branches[index]!))
  );
}

const sameSteps = (a: readonly Step[], b: readonly Step[]): boolean =>
  a.length === b.length && a.every((step, index) => same(step, b[index]!));

const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index]);
