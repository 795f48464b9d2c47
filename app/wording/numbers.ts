/** Formats numbers for reading. They are rounded, so exports use the values themselves. */

const integers = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** 20046 → `20,046`. */
export function formatInteger(value: number): string {
  return integers.format(value);
}

/** 4641477 → `4.64M`; below 10,000 all digits. Only for lines that must be short. */
export function formatRounded(value: number): string {
  if (value < 10_000) return integers.format(value);
  for (const [size, unit] of [
    [1e9, 'G'],
    [1e6, 'M'],
  ] as const)
    if (Number((value / size).toPrecision(3)) >= 1) return `${significant(value / size)}${unit}`;
  return `${significant(value / 1e3)}k`;
}

/** Three significant digits below 1,000, whole numbers above: `0.0123`, `12.3`, `1,234`. */
export function formatNumber(value: number): string {
  if (Number.isInteger(value) || Math.abs(value) >= 1000) return integers.format(value);
  return String(Number(value.toPrecision(3)));
}

/** Always two decimals, so that columns align. */
export function formatPercent(value: number): string {
  return value.toFixed(2);
}

const durationUnits: readonly (readonly [number, string])[] = [
  [86_400e9, 'd'],
  [3_600e9, 'h'],
  [60e9, 'min'],
  [1e9, 's'],
  [1e6, 'ms'],
  [1e3, 'µs'],
];

/** Nanoseconds with three significant digits and a fitting unit: `12.4 ms`; from two minutes on `2 min 41 s`. */
export function formatDuration(ns: number): string {
  if (ns < 0) return `−${formatDuration(-ns)}`;
  if (ns >= 120e9) return formatLong(ns);
  // The unit is chosen after rounding, because 999.95 µs would round to `1000 µs`.
  for (const [size, unit] of durationUnits.slice(3)) {
    const value = ns / size;
    if (Number(value.toPrecision(3)) >= 1) return `${significant(value)} ${unit}`;
  }
  return `${Math.round(ns)} ns`;
}

/** A margin of error: `±1 s`, `±2.50 ms`. */
export function formatMargin(ns: number): string {
  return `±${withoutZeros(formatDuration(ns))}`;
}

/** A waiting time, rounded up to seconds: `1 s`, `47 s`, `2 min 41 s`. */
export function formatRough(ns: number): string {
  return withoutZeros(formatDuration(Math.max(1, Math.ceil(ns / 1e9)) * 1e9));
}

/** `1.00 s` → `1 s` */
const withoutZeros = (text: string) => text.replace(/\.0+ /, ' ');

function formatLong(ns: number): string {
  const seconds = Math.round(ns / 1e9);
  const parts: string[] = [];
  let remaining = seconds;
  for (const [size, unit] of durationUnits.slice(0, 4)) {
    const count = Math.floor(remaining / (size / 1e9));
    remaining -= count * (size / 1e9);
    if (count > 0) parts.push(`${count} ${unit}`);
  }
  // Hours matter little beside many days.
  return parts.slice(0, ns >= 100 * 86_400e9 ? 1 : 2).join(' ');
}

function significant(value: number): string {
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

/** Decimal units: `12.4 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const units = ['kB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = -1;
  while (unit < units.length - 1 && Number(value.toPrecision(3)) >= 1000) {
    value /= 1000;
    unit++;
  }
  return `${significant(value)} ${units[unit]}`;
}

/** `1 line`, `2 lines`. */
export function count(value: number, one: string, many = `${one}s`): string {
  return `${formatInteger(value)} ${value === 1 ? one : many}`;
}
