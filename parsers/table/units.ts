/** Units in the titles of columns: `Disk Service Time (µs)`, `read [kB/s]`, `latency_ms`, `CPU %`. */
import { unitOf } from '../kit/metrics/values.ts';
import { nanoseconds } from '../kit/time-units.ts';

const words: Readonly<Record<string, string>> = {
  percent: '%',
  pct: '%',
  ms: 'ms',
  msec: 'ms',
  milliseconds: 'ms',
  us: 'µs',
  usec: 'µs',
  ns: 'ns',
  sec: 's',
  secs: 's',
  seconds: 's',
  bytes: 'B',
  kb: 'kB',
  kib: 'KiB',
  mb: 'MB',
  mib: 'MiB',
  gb: 'GB',
  gib: 'GiB',
  kbps: 'kbit/s',
  mbps: 'Mbit/s',
  mhz: 'MHz',
  watts: 'W',
  iops: '/s',
};

/** Units that programs write after the number in a cell, as in `5000 MiB`, `100 W`. */
const inCells: ReadonlySet<string> = new Set(
  '% B kB KB MB GB TB KiB MiB GiB TiB B/s kB/s KB/s MB/s GB/s KiB/s MiB/s GiB/s bit/s kbit/s Mbit/s Gbit/s ns us µs ms s sec min h Hz kHz MHz GHz W mW kW V mV A mA J C °C rpm RPM'.split(
    ' ',
  ),
);

/** A number and the unit written after it; null if the cell has no such unit. */
export function withUnit(cell: string): { readonly number: string; readonly unit: string } | null {
  const [, number, unit] = /^([+-]?[\d.,]{1,40})\s?([a-zA-Z%µ°][a-zA-Z/]{0,6})$/.exec(cell) ?? [];
  return number === undefined || unit === undefined || !inCells.has(unit) ? null : { number, unit };
}

/** The unit that most cells of a column have; null if none has one. */
export function unitInCells(cells: readonly string[]): string | null {
  const counts = new Map<string, number>();
  for (const cell of cells) {
    const unit = withUnit(cell)?.unit;
    if (unit !== undefined) counts.set(unit, (counts.get(unit) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  return most?.[0] ?? null;
}

const powers = ['', 'k', 'm', 'g', 't'];
const nanos: Readonly<Record<string, number>> = { ...nanoseconds, µs: 1e3, sec: 1e9, min: 60e9, h: 3600e9 };

/** Number of the unit `to` in one of the unit `from`; NaN if they measure different things, or it is not known. */
export function unitRatio(from: string, to: string): number {
  if (from === to) return 1;
  const [a, b] = [nanos[from], nanos[to]];
  if (a !== undefined && b !== undefined) return a / b;
  const [small, large] = [sizeOf(from), sizeOf(to)];
  return small !== null && large !== null && small.rest === large.rest ? small.size / large.size : Number.NaN;
}

/** `MiB/s`: 2^20, of `B/s`. */
function sizeOf(unit: string): { readonly size: number; readonly rest: string } | null {
  const [, prefix, binary, rest] = /^([kKMGT]?)(i?)((?:B|bit)(?:\/s)?)$/.exec(unit) ?? [];
  if (prefix === undefined || rest === undefined) return null;
  return { size: (binary === 'i' ? 1024 : 1000) ** powers.indexOf(prefix.toLowerCase()), rest };
}

/** The unit in a title; `guess` is true for a word at its end, which may mean something else. */
export function unitInTitle(title: string): { readonly unit: string | null; readonly guess: boolean } {
  const bracketed = /[([]\s{0,64}([^()[\]]{1,16}?)\s{0,64}[)\]]\s{0,64}$/.exec(title)?.[1];
  if (bracketed !== undefined) return { unit: words[bracketed.toLowerCase()] ?? bracketed, guess: false };
  if (/^%|%$/.test(title)) return { unit: '%', guess: false };
  const word = /(?:^|[_ .-])([A-Za-z]+)$/.exec(title)?.[1]?.toLowerCase();
  const known = word === undefined ? undefined : words[word];
  const rate = /(?:^|[\s_])([kKMGT]?i?[bB](?:it|yte)?s?\/s(?:ec)?)$/.exec(title)?.[1];
  const unit = known ?? rate ?? unitOf(title);
  return { unit, guess: unit !== null };
}
