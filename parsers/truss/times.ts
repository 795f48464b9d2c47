/**
 * Determines which times the columns of truss are.
 *
 * Solaris: `-d` (the event, from a base that the first line gives), `-D` (since the event before of the same thread),
 * `-E` (the time in the call), in this order, with four digits. FreeBSD: `-d` (the event, from the start), `-D` (the
 * time in the call), with nine. The event of a call is its return.
 */
import { baseTime, readLine } from './line.ts';

export interface Columns {
  /** Column of the event's time; -1: none. */
  readonly at: number;
  /** Column of the time in the call. */
  readonly took: number;
  /** True if the only column may also be `-D` of Solaris. */
  readonly assumed: boolean;
}

const none: Columns = { at: -1, took: -1, assumed: false };

export function columnsOf(lines: readonly string[]): Columns {
  const read = lines.map(readLine);
  const timed = read.filter(({ times }) => times.length > 0);
  const [first] = timed;
  if (first === undefined) return none;
  const count = first.times.length;
  const isBsd = /\.\d{9}$/.test(first.times[0]!);
  const values = timed.filter(({ times }) => times.length === count).map(({ times }) => times.map(Number));
  if (isBsd) {
    if (count > 1) return { ...none, at: 0, took: 1 };
    const grows = values.every((each, at) => at === 0 || each[0]! >= values[at - 1]![0]!);
    return grows ? { ...none, at: 0 } : { ...none, took: 0 };
  }
  const isBased = read.some(({ text }) => baseTime(text) !== null);
  const at = isBased ? 0 : -1;
  const others = count - (isBased ? 1 : 0);
  if (others === 0) return { ...none, at };
  if (others === 2) return { ...none, at, took: at + 2 };
  if (
    isBased &&
    areDifferences(
      timed.map(({ tid }) => tid),
      values,
    )
  )
    return { ...none, at };
  return { ...none, at, took: at + 1, assumed: !isBased };
}

/**
 * True if the second column is the growth of the first since the line before of the same thread, except for rounding.
 */
function areDifferences(tids: readonly number[], values: readonly (readonly number[])[]): boolean {
  const last = new Map<number, number>();
  let compared = 0;
  for (const [index, [at = 0, since = 0]] of values.entries()) {
    const before = last.get(tids[index]!);
    last.set(tids[index]!, at);
    if (before === undefined) continue;
    compared++;
    if (Math.abs(at - before - since) > 0.00021) return false;
  }
  return compared > 1;
}
