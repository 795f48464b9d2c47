/** Bins of a histogram between round numbers. */

/** Possible edges within a decade, the finest division first. */
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
  const smallest = values.find(value => value > 0);
  const largest = values.at(-1) ?? 0;
  return (values[0] ?? 0) >= 0 && smallest !== undefined && largest / smallest >= wide ? 'log' : 'linear';
}

/** Edges of at most `maxBins` bins, if that is possible with round numbers; the last edge is above all values. */
export function edgesOf(values: Float64Array, scale: Scale, maxBins: number): readonly number[] {
  const [first, last] = [values[0] ?? 0, values.at(-1) ?? 0];
  return scale === 'log' ? logEdges(values, maxBins) : linearEdges(first, last, maxBins);
}

function linearEdges(first: number, last: number, maxBins: number): readonly number[] {
  const span = last - first || Math.abs(last) || 1;
  const unit = 10 ** Math.floor(Math.log10(span / maxBins));
  for (const factor of [1, 2, 5, 10, 20]) {
    const step = factor * unit;
    const from = Math.floor(first / step);
    const to = Math.floor(last / step) + 1;
    // Whole multiples, so that 0.1 × 3 is 0.3.
    if (to - from <= maxBins || factor === 20)
      return Array.from({ length: to - from + 1 }, (_, i) => rounded((from + i) * step));
  }
  return [first, last];
}

function logEdges(values: Float64Array, maxBins: number): readonly number[] {
  const smallest = values.find(value => value > 0) ?? 1;
  const last = values.at(-1)!;
  const zero = values[0] === 0 ? [0] : [];
  for (const factors of perDecade) {
    const edges: number[] = [];
    for (let decade = Math.floor(Math.log10(smallest)); 10 ** decade <= last * 10; decade++)
      for (const factor of factors) edges.push(rounded(factor * 10 ** decade));
    const from = edges.findLastIndex(edge => edge <= smallest);
    const to = edges.findIndex(edge => edge > last);
    const used = [...zero, ...edges.slice(Math.max(0, from), to + 1)];
    if (used.length - 1 <= maxBins || factors.length === 1) return used;
  }
  return [0, last];
}

const rounded = (value: number) => Number(value.toPrecision(12));
