import type { Table } from '../../state/table.ts';

/** Bars as one SVG path: a value above 0 is at least a pixel high. */
export function barPath(values: Float64Array, width: number, height: number): string {
  const peak = Math.max(0, ...values);
  const step = width / values.length;
  const bars: string[] = [];
  values.forEach((value, i) => {
    if (!(value > 0)) return;
    const tall = Math.max(1, (value / peak) * height);
    bars.push(
      `M${round(i * step)} ${height}v${round(-tall)}h${round(Math.max(1, step - 0.5))}v${round(tall)}z`,
    );
  });
  return bars.join('');
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Cells joined into one key. */
export const sparkKey = (cells: readonly unknown[]): string =>
  cells.map(cell => String(cell ?? '')).join('\0');

/**
 * Rows of (keys, time, count), in buckets and key by key, as one array per combination of keys.
 *
 * @param keys columns of texts
 */
export function countsByKey(table: Table | null, keys: readonly string[]): ReadonlyMap<string, Float64Array> {
  const counts = new Map<string, Float64Array>();
  if (!table) return counts;
  const columns = keys.map(key => table.texts(key));
  const count = table.numbers('count');
  for (let from = 0; from < table.rows; ) {
    let to = from + 1;
    while (to < table.rows && columns.every(({ index }) => index[to] === index[from])) to++;
    const name = sparkKey(columns.map(({ index, values }) => values[index[from]!]));
    counts.set(name, count.subarray(from, to));
    from = to;
  }
  return counts;
}
