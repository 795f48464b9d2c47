/** Pairs of values, and the scale of their axes. */
import type { Note } from '../../contract.ts';

export interface Pairs {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly time: BigInt64Array;
  /** `ns` for durations. */
  readonly xUnit: string | null;
  readonly yUnit: string | null;
  /** ns over which values were averaged; null for values of one event. */
  readonly width: bigint | null;
  readonly notes: readonly Note[];
}

/** Ratio of large to small values from which an axis is logarithmic. */
const wide = 100;

/** Decided by the 5th and 95th percentile, so that outliers do not matter. */
export function scaleOf(values: Float64Array): 'log' | 'linear' {
  const sorted = values.slice().sort();
  if (!(sorted[0]! > 0)) return 'linear';
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))]!;
  return at(0.95) / at(0.05) >= wide || sorted.at(-1)! / sorted[0]! >= wide * wide ? 'log' : 'linear';
}

/** Pearson's correlation coefficient; NaN if one of the two never changes. */
export function pearson(x: Float64Array, y: Float64Array): number {
  const n = x.length;
  const mean = (values: Float64Array) => values.reduce((sum, value) => sum + value / n, 0);
  const [mx, my] = [mean(x), mean(y)];
  let [xx, yy, xy] = [0, 0, 0];
  for (let i = 0; i < n; i++) {
    const [dx, dy] = [x[i]! - mx, y[i]! - my];
    xx += dx * dx;
    yy += dy * dy;
    xy += dx * dy;
  }
  return xx > 0 && yy > 0 ? xy / Math.sqrt(xx * yy) : Number.NaN;
}

/** Number of cells along each axis. */
const across = 120;
const up = 60;

export interface Cells {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly x_to: Float64Array;
  readonly y_to: Float64Array;
  readonly count: Float64Array;
}

/** Counts points in cells of equal width and height on their axes. */
export function binned(
  { x, y }: Pick<Pairs, 'x' | 'y'>,
  log: { readonly x: boolean; readonly y: boolean },
): Cells {
  const [columns, rows] = [axisOf(x, log.x, across), axisOf(y, log.y, up)];
  const counts = new Float64Array(across * up);
  for (let i = 0; i < x.length; i++) counts[columns.binOf(x[i]!) * up + rows.binOf(y[i]!)]!++;
  const filled = Int32Array.from(counts.keys()).filter(cell => counts[cell]! > 0);
  const edge = (axis: Axis, cell: (at: number) => number) =>
    Float64Array.from(filled, at => axis.edge(cell(at)));
  return {
    x: edge(columns, at => Math.floor(at / up)),
    y: edge(rows, at => at % up),
    x_to: edge(columns, at => Math.floor(at / up) + 1),
    y_to: edge(rows, at => (at % up) + 1),
    count: Float64Array.from(filled, at => counts[at]!),
  };
}

interface Axis {
  binOf(value: number): number;
  edge(cell: number): number;
}

function axisOf(values: Float64Array, isLog: boolean, cells: number): Axis {
  const [on, back] = isLog ? [Math.log, Math.exp] : [(v: number) => v, (v: number) => v];
  let [minimum, maximum] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (value < minimum) minimum = value;
    if (value > maximum) maximum = value;
  }
  const from = on(minimum);
  const width = (on(maximum) - from) / cells || 1;
  return {
    binOf: value => Math.min(cells - 1, Math.max(0, Math.floor((on(value) - from) / width))),
    edge: cell => back(from + cell * width),
  };
}
