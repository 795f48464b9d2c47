import type { Cell } from '../state/paged-answer.ts';

/** One series as it is drawn: points in the order of time; NaN where a gap begins. */
export interface Line {
  readonly times: readonly bigint[];
  readonly values: Float64Array;
  /** What it reached within each bucket. */
  readonly min: Float64Array;
  readonly max: Float64Array;
  readonly unit: string | null;
}

/** Rows of the question `metric-tracks`, one line per key. */
export function linesOf(rows: readonly Record<string, Cell>[]): ReadonlyMap<string, Line> {
  const byKey = new Map<string, Record<string, Cell>[]>();
  for (const row of rows) {
    if (typeof row.time !== 'bigint') continue;
    const key = String(row.key);
    const list = byKey.get(key);
    if (list) list.push(row);
    else byKey.set(key, [row]);
  }
  const number = (cell: Cell | undefined) => (typeof cell === 'number' ? cell : Number.NaN);
  return new Map(
    [...byKey].map(([key, list]) => [
      key,
      {
        times: list.map(row => row.time as bigint),
        values: Float64Array.from(list, row => number(row.value)),
        min: Float64Array.from(list, row => number(row.min)),
        max: Float64Array.from(list, row => number(row.max)),
        unit: typeof list[0]!.unit === 'string' ? list[0]!.unit : null,
      },
    ]),
  );
}

/** Lines that follow one after the other as one, with a gap between; null where two are of the same time. */
export function joined(lines: readonly Line[]): Line | null {
  const [first, ...others] = lines
    .filter(({ times }) => times.length > 0)
    .sort((a, b) => (a.times[0]! < b.times[0]! ? -1 : 1));
  if (!first) return lines[0] ?? null;
  let whole = first;
  for (const line of others) {
    const end = whole.times.at(-1)!;
    if (line.times[0]! <= end || line.unit !== whole.unit) return null;
    const join = (of: (each: Line) => Float64Array) =>
      Float64Array.from([...of(whole), Number.NaN, ...of(line)]);
    whole = {
      times: [...whole.times, end + 1n, ...line.times],
      values: join(each => each.values),
      min: join(each => each.min),
      max: join(each => each.max),
      unit: whole.unit,
    };
  }
  return whole;
}

/** Lowest and highest of all lines; from 0, unless something is below. */
export function rangeOf(lines: readonly Line[]): { readonly low: number; readonly high: number } {
  let [low, high] = [0, 0];
  for (const { min, max } of lines) {
    for (const value of min) if (value < low) low = value;
    for (const value of max) if (value > high) high = value;
  }
  return { low, high };
}

/** The point nearest to `time`; NaN where that is a gap, or there is none. */
export function valueAt({ times, values }: Line, time: bigint): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! <= time) low = middle + 1;
    else high = middle;
  }
  const [before, after] = [times[low - 1], times[low]];
  if (before === undefined)
    return after === undefined || isFar(after - time, times) ? Number.NaN : values[low]!;
  if (after === undefined) return isFar(time - before, times) ? Number.NaN : values[low - 1]!;
  const at = time - before <= after - time ? low - 1 : low;
  return Number.isNaN(values[low - 1]!) ? Number.NaN : values[at]!;
}

/** Beyond the first or last point by more than a step: nothing was measured there. */
function isFar(distance: bigint, times: readonly bigint[]): boolean {
  if (times.length < 2) return false;
  return distance > (times.at(-1)! - times[0]!) / BigInt(times.length - 1);
}
