/** Bars as one SVG path: whatever is there is at least a pixel high. */
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

/** Cells as one text. */
export const sparkKey = (cells: readonly unknown[]): string =>
  cells.map(cell => String(cell ?? '')).join('\0');

/** Rows of (keys, time, count) in buckets as one array per combination of keys. */
export function countsByKey(
  rows: readonly Readonly<Record<string, unknown>>[],
  keys: readonly string[],
): ReadonlyMap<string, Float64Array> {
  const lists = new Map<string, number[]>();
  for (const row of rows) {
    const name = sparkKey(keys.map(key => row[key]));
    const list = lists.get(name) ?? [];
    lists.set(name, list);
    list.push(Number(row.count));
  }
  return new Map([...lists].map(([name, list]) => [name, Float64Array.from(list)]));
}
