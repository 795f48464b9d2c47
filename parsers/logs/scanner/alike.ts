/**
 * Patterns of one format begin alike. If one has failed, the next need not repeat the common steps: it continues
 * after the last common column. If the failed pattern did not get that far, the next fails as well.
 */
import { Op, type Step } from '../steps.ts';

/** The point at which a pattern continues after the one before it failed. */
export interface Continuation {
  /** Number of its steps that are already done. */
  readonly steps: number;
  /** Column after which the other steps begin; noted only if the steps before succeeded. */
  readonly column: number;
  /** Number of columns that the done steps may have noted: the first ones. */
  readonly noted: number;
  /** True if the done steps set the time or the level. */
  readonly keepsTime: boolean;
}

/** Steps that note a column which ends where the step ends. */
const closing = [Op.Class, Op.Until, Op.UntilBlank, Op.Int, Op.Number];

/** Null if the pattern must be matched from the beginning. */
export function continuationOf(steps: readonly Step[], before: readonly Step[]): Continuation | null {
  const differs = steps.findIndex((step, index) => before[index] === undefined || !same(step, before[index]));
  for (let count = differs < 0 ? steps.length : differs; count > 0; count--) {
    const { op, column } = steps[count - 1]!;
    if (column < 0 || !closing.includes(op)) continue;
    const done = all(steps.slice(0, count));
    const failed = all(before.slice(count));
    const noted = Math.max(...done.map(step => step.column)) + 1;
    const keepsTime = done.some(setsTime);
    // Values that are kept must come from the done steps.
    if (failed.some(step => step.column >= 0 && step.column < noted) || (keepsTime && failed.some(setsTime)))
      continue;
    return { steps: count, column, noted, keepsTime };
  }
  return null;
}

const setsTime = ({ op }: Step): boolean => op === Op.Time || op === Op.Level;

/** The steps and, recursively, the steps of their branches. */
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
