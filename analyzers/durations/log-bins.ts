/** Logarithmic bins of durations: octaves, each divided into as many equal ratios as the limit of bins allows. */

export interface LogBins {
  /** Lower edge of each bin, and the upper edge of the last. */
  readonly edges: readonly number[];
  /** Bins per doubling. */
  readonly perOctave: number;
}

const divisions: readonly number[] = [16, 8, 4, 2, 1];

/**
 * Bins from the smallest value above 0 to the largest; at most `maxBins`, unless one bin per octave is already
 * more. Edges are whole numbers: a value is in a bin exactly if `low <= value < high`. Zeros, if any, get a
 * bin of their own.
 */
export function logBins(smallest: number, largest: number, hasZero: boolean, maxBins: number): LogBins {
  if (!(largest > 0)) return { edges: [0, 1], perOctave: 1 };
  const octaves = (value: number) => Math.log2(Math.max(1, value));
  const span = (per: number) => Math.floor(octaves(largest) * per) - Math.floor(octaves(smallest) * per) + 1;
  const perOctave = divisions.find(per => span(per) + Number(hasZero) <= maxBins) ?? 1;
  const first = Math.floor(octaves(smallest) * perOctave);
  const edges = Array.from({ length: span(perOctave) + 1 }, (_, bin) =>
    Math.ceil(2 ** ((first + bin) / perOctave)),
  );
  // Rounding may leave a value just outside: extend the edges until they hold all values.
  while (edges.at(-1)! <= largest) edges.push(Math.ceil(2 ** ((first + edges.length) / perOctave)));
  const scale = edges.filter((edge, i) => i === 0 || edge > edges[i - 1]!);
  if (hasZero) scale.unshift(0);
  else if (scale[0]! > smallest) scale.unshift(Math.floor(smallest));
  return { edges: scale, perOctave };
}

/** The bin that holds a value; the first or the last for values outside. */
export function binOf(edges: readonly number[], value: number): number {
  let [low, high] = [0, edges.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (edges[middle]! <= value) low = middle;
    else high = middle;
  }
  return low;
}

/** {@link binOf} for values in ascending order: visits each edge once. */
export function ascendingBins(edges: readonly number[]): (value: number) => number {
  const last = edges.length - 2;
  let bin = 0;
  return value => {
    while (bin < last && edges[bin + 1]! <= value) bin++;
    return bin;
  };
}
