import type { Table } from '../state/table.ts';

/** Height and colour of each thread state. Both differ, so that states are distinguishable without colour. */
export const stateStyles = {
  running: { colour: 'var(--state-running)', height: 1 },
  ready: { colour: 'var(--state-ready)', height: 0.64 },
  unknown: { colour: 'var(--unknown)', height: 0.36 },
  waiting: { colour: 'var(--other)', height: 0.09 },
} as const;

export type ThreadState = keyof typeof stateStyles;

export const threadStateNames = Object.keys(stateStyles) as readonly ThreadState[];

/** States of one thread: intervals, or shares of buckets. */
export interface ThreadTrack {
  readonly name: string;
  readonly tid: number;
  /** Rows of the answer, sorted by begin; shares of one bucket from the bottom up. */
  readonly rows: readonly number[];
  /** Bottom and top of each, as shares of the height. */
  readonly low: Float64Array;
  readonly high: Float64Array;
}

/**
 * Rows of `state-intervals`, thread by thread in the order of the answer.
 *
 * @param areShares true if rows are shares of buckets instead of intervals
 * @param hidden states that are not drawn
 */
export function threadTracks(
  table: Table | null,
  areShares: boolean,
  hidden: ReadonlySet<string>,
): readonly ThreadTrack[] {
  if (!table || table.rows === 0) return [];
  const [process, state] = [table.texts('process'), table.texts('state')];
  const [tid, share, time] = [table.numbers('tid'), table.numbers('share'), table.times('time')];
  const stateOf = (row: number) => state.values[state.index[row]!] ?? '';
  const threads = new Map<string, number[]>();
  for (let row = 0; row < table.rows; row++) {
    const key = `${process.index[row]} ${tid[row]}`;
    const rows = threads.get(key);
    if (rows) rows.push(row);
    else threads.set(key, [row]);
  }
  const order = (row: number) => threadStateNames.indexOf(stateOf(row) as ThreadState);
  return [...threads.values()].map(all => {
    // Waiting is the rest of a bucket and is not drawn.
    const rows = all.filter(row => !hidden.has(stateOf(row)) && !(areShares && stateOf(row) === 'waiting'));
    rows.sort((a, b) => (time[a]! < time[b]! ? -1 : time[a]! > time[b]! ? 1 : order(a) - order(b)));
    const [low, high] = [new Float64Array(rows.length), new Float64Array(rows.length)];
    rows.forEach((row, at) => {
      const below = at > 0 && areShares && time[rows[at - 1]!] === time[row] ? high[at - 1]! : 0;
      low[at] = below;
      high[at] = areShares
        ? below + share[row]! / 100
        : (stateStyles[stateOf(row) as ThreadState]?.height ?? stateStyles.unknown.height);
    });
    const first = all[0]!;
    const name = process.values[process.index[first]!] ?? '';
    return {
      name: Number.isNaN(tid[first]) ? name : `${name} ${tid[first]}`.trim(),
      tid: tid[first]!,
      rows,
      low,
      high,
    };
  });
}
