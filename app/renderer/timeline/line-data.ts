import { nullWide } from '../../../analyzers/contract.ts';
import type { Table } from '../state/table.ts';

/** The points of a series, in the order of time; NaN at the begin of a gap. */
export interface Line {
  /** Epoch ns. */
  readonly times: BigInt64Array;
  readonly values: Float64Array;
  /** Lowest and highest value of each bucket: `min` and `max`. */
  readonly min: Float64Array;
  readonly max: Float64Array;
  readonly unit: string | null;
}

/** Rows of the question `metric-tracks`, which come series by series: one line per key, parts of the columns they came in. */
export function linesOf(table: Table | null): ReadonlyMap<string, Line> {
  const lines = new Map<string, Line>();
  if (!table) return lines;
  const [times, values] = [table.times('time'), table.numbers('value')];
  const [min, max] = [table.numbers('min'), table.numbers('max')];
  const [key, unit] = [table.texts('key'), table.texts('unit')];
  for (let from = 0; from < table.rows; ) {
    let to = from + 1;
    while (to < table.rows && key.index[to] === key.index[from]) to++;
    // A series of an unaligned capture may have no times.
    if (times[from] !== nullWide) {
      const name = key.values[key.index[from]!] ?? '';
      const line = {
        times: times.subarray(from, to),
        values: values.subarray(from, to),
        min: min.subarray(from, to),
        max: max.subarray(from, to),
        unit: unit.values[unit.index[from]!] ?? null,
      };
      const before = lines.get(name);
      lines.set(name, before ? concatenated(before, line) : line);
    }
    from = to;
  }
  return lines;
}

function concatenated(first: Line, second: Line, gap?: bigint): Line {
  const between = gap === undefined ? [] : [Number.NaN];
  const values = (bounds: (each: Line) => Float64Array) =>
    Float64Array.from([...bounds(first), ...between, ...bounds(second)]);
  return {
    times: BigInt64Array.from([...first.times, ...(gap === undefined ? [] : [gap]), ...second.times]),
    values: values(each => each.values),
    min: values(each => each.min),
    max: values(each => each.max),
    unit: first.unit,
  };
}

/** Joins consecutive lines with gaps between them; null if two overlap in time. */
export function joined(lines: readonly Line[]): Line | null {
  const [first, ...others] = lines
    .filter(({ times }) => times.length > 0)
    .sort((a, b) => (a.times[0]! < b.times[0]! ? -1 : 1));
  if (!first) return lines[0] ?? null;
  let joinedLine = first;
  for (const line of others) {
    const end = joinedLine.times.at(-1)!;
    if (line.times[0]! <= end || line.unit !== joinedLine.unit) return null;
    joinedLine = concatenated(joinedLine, line, end + 1n);
  }
  return joinedLine;
}

/** Lowest and highest value of all lines; from 0 unless a value is negative. */
export function rangeOf(lines: readonly Line[]): { readonly low: number; readonly high: number } {
  let [low, high] = [0, 0];
  for (const { min, max } of lines) {
    for (const value of min) if (value < low) low = value;
    for (const value of max) if (value > high) high = value;
  }
  return { low, high };
}

/** The value of the point nearest to `time`; NaN in a gap or without points. */
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

/** True if a time is more than a step before the first or after the last point. */
function isFar(distance: bigint, times: BigInt64Array): boolean {
  if (times.length < 2) return false;
  return distance > (times.at(-1)! - times[0]!) / BigInt(times.length - 1);
}
