/** Bins of a histogram between round numbers. */

/** Within a decade, from few to many. */
const perDecade: readonly (readonly number[])[] = [
  [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8],
  [1, 1.5, 2, 3, 5, 7],
  [1, 2, 5],
  [1],
];

export type Scale = 'log' | 'linear';

/** Ratio of large to small values from which bins are logarithmic. */
const wide = 50;

/** Scale for values in ascending order. Values below 0 have no logarithm. */
export function scaleOf(values: Float64Array): Scale {
  const least = values.find(value => value > 0);
  const most = values.at(-1) ?? 0;
  return (values[0] ?? 0) >= 0 && least !== undefined && most / least >= wide ? 'log' : 'linear';
}

/** Edges of at most `most` bins, as far as that is possible with round numbers: the last is above all values. */
export function edgesOf(values: Float64Array, scale: Scale, most: number): readonly number[] {
  const [first, last] = [values[0] ?? 0, values.at(-1) ?? 0];
  return scale === 'log' ? logEdges(values, most) : linearEdges(first, last, most);
}

function linearEdges(first: number, last: number, most: number): readonly number[] {
  const span = last - first || Math.abs(last) || 1;
  const unit = 10 ** Math.floor(Math.log10(span / most));
  for (const factor of [1, 2, 5, 10, 20]) {
    const step = factor * unit;
    const from = Math.floor(first / step);
    const to = Math.floor(last / step) + 1;
    // Whole multiples, so that 0.1 × 3 is 0.3.
    if (to - from <= most || factor === 20)
      return Array.from({ length: to - from + 1 }, (_, i) => rounded((from + i) * step));
  }
  return [first, last];
}

function logEdges(values: Float64Array, most: number): readonly number[] {
  const least = values.find(value => value > 0) ?? 1;
  const last = values.at(-1)!;
  const zero = values[0] === 0 ? [0] : [];
  for (const factors of perDecade) {
    const edges: number[] = [];
    for (let decade = Math.floor(Math.log10(least)); 10 ** decade <= last * 10; decade++)
      for (const factor of factors) edges.push(rounded(factor * 10 ** decade));
    const from = edges.findLastIndex(edge => edge <= least);
    const to = edges.findIndex(edge => edge > last);
    const used = [...zero, ...edges.slice(Math.max(0, from), to + 1)];
    if (used.length - 1 <= most || factors.length === 1) return used;
  }
  return [0, last];
}

const rounded = (value: number) => Number(value.toPrecision(12));
