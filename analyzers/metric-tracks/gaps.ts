/** Rows by series and bucket; those of a series are sorted by time. */
export interface Buckets {
  /** Index of the series in the selection. */
  readonly series: Int32Array;
  readonly bucket: Int32Array;
  readonly value: Float64Array;
  readonly min: Float64Array;
  readonly max: Float64Array;
}

/** Puts a row without values into the first bucket of each gap, so that no line is drawn across it. */
export function withGaps(of: Buckets & { readonly afterGap: Int32Array }): Buckets {
  const rows = of.series.length;
  const opensGap = (row: number) =>
    row > 0 &&
    of.afterGap[row] === 1 &&
    of.series[row - 1] === of.series[row] &&
    of.bucket[row - 1]! + 1 < of.bucket[row]!;
  let gaps = 0;
  for (let row = 0; row < rows; row++) if (opensGap(row)) gaps++;
  const out = {
    series: new Int32Array(rows + gaps),
    bucket: new Int32Array(rows + gaps),
    value: new Float64Array(rows + gaps),
    min: new Float64Array(rows + gaps),
    max: new Float64Array(rows + gaps),
  };
  let at = 0;
  for (let row = 0; row < rows; row++) {
    if (opensGap(row)) {
      out.series[at] = of.series[row]!;
      out.bucket[at] = of.bucket[row - 1]! + 1;
      out.value[at] = out.min[at] = out.max[at] = Number.NaN;
      at++;
    }
    out.series[at] = of.series[row]!;
    out.bucket[at] = of.bucket[row]!;
    out.value[at] = of.value[row]!;
    out.min[at] = of.min[row]!;
    out.max[at] = of.max[row]!;
    at++;
  }
  return out;
}
