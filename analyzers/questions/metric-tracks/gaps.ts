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
export function withGaps(buckets: Buckets & { readonly afterGap: Int32Array }): Buckets {
  const rows = buckets.series.length;
  const opensGap = (row: number) =>
    row > 0 &&
    buckets.afterGap[row] === 1 &&
    buckets.series[row - 1] === buckets.series[row] &&
    buckets.bucket[row - 1]! + 1 < buckets.bucket[row]!;
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
      out.series[at] = buckets.series[row]!;
      out.bucket[at] = buckets.bucket[row - 1]! + 1;
      out.value[at] = out.min[at] = out.max[at] = Number.NaN;
      at++;
    }
    out.series[at] = buckets.series[row]!;
    out.bucket[at] = buckets.bucket[row]!;
    out.value[at] = buckets.value[row]!;
    out.min[at] = buckets.min[row]!;
    out.max[at] = buckets.max[row]!;
    at++;
  }
  return out;
}
