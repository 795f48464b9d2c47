import type { ClockChange } from '../../contract.ts';
import { isZone } from '../../wording/time.ts';

export type ClockForm =
  | { readonly by: 'zone'; readonly zone: string }
  | { readonly by: 'year'; readonly year: string }
  | { readonly by: 'shift'; readonly shift: string }
  /** ppm. */
  | { readonly by: 'drift'; readonly drift: string }
  /** `interval`: between rows without a time; '' if rows have times. */
  | { readonly by: 'start'; readonly start: string; readonly interval: string };

const units: Readonly<Record<string, number>> = {
  ns: 1,
  us: 1e3,
  µs: 1e3,
  ms: 1e6,
  s: 1e9,
  min: 60e9,
  h: 3600e9,
};

/** Parses a typed change of a clock; a sentence if the text is wrong. */
export function clockChange(form: ClockForm): ClockChange | string {
  switch (form.by) {
    case 'zone':
      return isZone(form.zone)
        ? { zone: form.zone }
        : 'Enter a zone: a name such as Europe/Berlin or an offset such as +02:00.';
    case 'year':
      return /^\d{4}$/.test(form.year)
        ? { year: Number(form.year) }
        : 'Enter the year of the first row, such as 2024.';
    case 'shift': {
      const shift = durationOf(form.shift);
      return shift === null ? 'Enter a duration such as -1.5 s or 2 h.' : { shift };
    }
    case 'drift': {
      const [, sign, number] = /^\s*([+\-−]?)\s*(\d+(?:\.\d+)?)\s*(?:ppm)?\s*$/.exec(form.drift) ?? [];
      const drift = Math.round(Number(number) * 1000) * (sign === '-' || sign === '−' ? -1 : 1);
      return Number.isNaN(drift) ? 'Enter a drift in parts per million, such as -12.5 ppm.' : { drift };
    }
    case 'start': {
      const start = timeOf(form.start);
      if (start === null) return 'Enter a time in UTC such as 2024-05-01 04:22:04.5.';
      if (form.interval === '') return { start };
      const interval = durationOf(form.interval);
      return interval === null || interval <= 0n
        ? 'Enter the time between rows, such as 5 s or 1 min.'
        : { start, interval: Number(interval) };
    }
  }
}

/** `-1.5 s` → ns */
export function durationOf(text: string): bigint | null {
  const [, sign, number, unit] = /^\s*([+\-−]?)\s*(\d+(?:\.\d+)?)\s*([a-zµ]+)\s*$/.exec(text) ?? [];
  const size = units[unit ?? ''];
  if (number === undefined || size === undefined) return null;
  const ns = BigInt(Math.round(Number(number) * size));
  return sign === '-' || sign === '−' ? -ns : ns;
}

/** `2024-05-01 04:22:04.123456789` in UTC → epoch ns */
function timeOf(text: string): bigint | null {
  const match = /^\s*(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d)?)(?:\.(\d{1,9}))?\s*(?:Z|UTC)?\s*$/.exec(text);
  if (!match) return null;
  const ms = Date.parse(`${match[1]}T${match[2]}Z`);
  return Number.isNaN(ms) ? null : BigInt(ms) * 1_000_000n + BigInt((match[3] ?? '').padEnd(9, '0'));
}
