/**
 * Parses values as people type them. Every function throws a {@link UsageError} that says what is accepted.
 */
import { epochNs, epochSeconds, parseOffset } from '../../parsers/kit/civil.ts';
import { UsageError } from './command.ts';

const civil =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?)?\s*([Zz]|[+-]\d\d(?::?\d\d)?)?$/;

/** Converts an ISO 8601 date or time (without a zone: UTC), or epoch seconds, to epoch ns. */
export function time(option: string, text: string): bigint {
  const seconds = /^(-?\d+)(?:\.(\d{1,9}))?$/.exec(text);
  if (seconds) return exact(text, 1_000_000_000n);
  const match = civil.exec(text);
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', zone = 'Z'] = match ?? [];
  const epoch = epochSeconds(+(year ?? Number.NaN), +(month ?? 0), +(day ?? 0), +hour, +minute, +second);
  const offset = parseOffset(zone);
  if (!match || Number.isNaN(epoch) || offset === null) {
    throw new UsageError(
      `--${option} takes a time such as 2026-05-01T12:00:00Z or epoch seconds, not "${text}".`,
    );
  }
  return epochNs(epoch - offset, Number(fraction.padEnd(9, '0')));
}

const units: Readonly<Record<string, bigint>> = {
  ns: 1n,
  us: 1_000n,
  µs: 1_000n,
  ms: 1_000_000n,
  s: 1_000_000_000n,
  m: 60_000_000_000n,
  min: 60_000_000_000n,
  h: 3_600_000_000_000n,
  d: 86_400_000_000_000n,
};

/** Converts `1.5s`, `-200ms`, `2h` to ns; a bare number is seconds. */
export function duration(option: string, text: string): bigint {
  const match = /^([+-]?\d+(?:\.\d{1,9})?)\s*([a-zµ]*)$/.exec(text);
  const unit = units[match?.[2] || 's'];
  if (!match || unit === undefined) {
    throw new UsageError(`--${option} takes a duration such as 1.5s, -200ms or 2h, not "${text}".`);
  }
  return exact(match[1] as string, unit);
}

/** A decimal number times `unit`, without the rounding of a double. */
function exact(decimal: string, unit: bigint): bigint {
  const [whole = '0', fraction = ''] = decimal.replace(/^[+-]/, '').split('.');
  const ns = BigInt(whole) * unit + (BigInt(fraction.padEnd(9, '0')) * unit) / 1_000_000_000n;
  return decimal.startsWith('-') ? -ns : ns;
}

const sizes: Readonly<Record<string, number>> = {
  '': 1,
  B: 1,
  KB: 1e3,
  MB: 1e6,
  GB: 1e9,
  KIB: 2 ** 10,
  MIB: 2 ** 20,
  GIB: 2 ** 30,
};

/** Converts `1GB`, `512MiB`, `1000000` to bytes. */
export function bytes(option: string, text: string): number {
  const match = /^(\d+(?:\.\d+)?)\s*([a-z]*)$/i.exec(text);
  const size = sizes[(match?.[2] ?? '').toUpperCase()];
  if (!match || size === undefined) {
    throw new UsageError(`--${option} takes a size such as 1GB or 512MiB, not "${text}".`);
  }
  return Math.floor(Number(match[1]) * size);
}

export function integer(option: string, text: string, min = 0): number {
  const value = Number(text);
  if (!Number.isInteger(value) || text.trim() === '' || value < min) {
    throw new UsageError(`--${option} takes a whole number from ${min}, not "${text}".`);
  }
  return value;
}

export function number(option: string, text: string): number {
  const value = Number(text);
  if (Number.isNaN(value) || text.trim() === '')
    throw new UsageError(`--${option} takes a number, not "${text}".`);
  return value;
}

export function choice<T extends string>(option: string, text: string, choices: readonly T[]): T {
  const found = choices.find(each => each === text);
  if (found === undefined) throw new UsageError(`--${option} takes ${choices.join(', ')}, not "${text}".`);
  return found;
}
