/**
 * The `# ========` header of `perf script --header`, and the time of the first record: facts that every part of a
 * file needs, read from the file's first bytes.
 */
import type { CaptureFacts } from '../contract.ts';
import { decode } from '../kit/bytes.ts';
import { isInstant } from '../kit/civil.ts';
import { findTime } from './header.ts';

/** An exact time: whole seconds, and ns within the second. */
export interface Instant {
  readonly seconds: number;
  readonly nanos: number;
}

export interface Banner {
  readonly facts: CaptureFacts;
  /** `captured on`: wall clock of the machine when the capture ended, without its zone. */
  readonly capturedOn: string | null;
  /** Name of the clock that `-k` set: `monotonic`. */
  readonly clockid: string | null;
  /** One moment on both clocks: `reference time`. */
  readonly reference: { readonly wall: Instant; readonly clock: Instant } | null;
  /** First time of any record. */
  readonly first: Instant | null;
  /** `time of last sample`. */
  readonly last: Instant | null;
}

export function readBanner(head: Uint8Array): Banner {
  const facts: { -readonly [K in keyof CaptureFacts]: CaptureFacts[K] } = {};
  const other: Record<string, string> = {};
  const frequency: Record<string, number> = {};
  let reference: Banner['reference'] = null;
  let first: Instant | null = null;
  for (const line of decode(head, 0, head.length).split('\n')) {
    if (!/^\ufeff?#/.test(line)) {
      first = timeOf(line.replace(/\r$/, ''));
      if (first !== null) break;
      continue;
    }
    const [key = '', value = ''] =
      /^\ufeff?#([^:]*):(.*)/
        .exec(line)
        ?.slice(1)
        .map(each => each.trim()) ?? [];
    if (value === '') continue;
    if (key === 'hostname') facts.host = value;
    else if (key === 'os release') facts.os = `Linux ${value}`;
    else if (key === 'arch') facts.arch = value;
    else if (key === 'nrcpus online') facts.cpus = Number(value);
    else if (key === 'cmdline') facts.command = value;
    else if (key === 'event') Object.assign(frequency, frequencyOf(value));
    else if (key === 'reference time') reference = referenceOf(value);
    else other[key] = value;
  }
  if (Object.keys(frequency).length > 0) facts.frequency = frequency;
  if (Object.keys(other).length > 0) facts.other = other;
  return {
    facts,
    capturedOn: other['captured on'] ?? null,
    clockid: /^\w+/.exec(other.clockid ?? '')?.[0] ?? null,
    reference,
    first,
    last: instantOf(other['time of last sample'] ?? ''),
  };
}

/** The time of a record's first line; 0 is none. */
function timeOf(line: string): Instant | null {
  const time = line.startsWith('\t') ? null : findTime(line);
  const at = time === null ? null : instant(time.seconds, time.fraction);
  return at !== null && isInstant(at.seconds) && (at.seconds > 0 || at.nanos > 0) ? at : null;
}

/** `12.345` exactly; null if it does not begin with such a number. */
export function instantOf(text: string): Instant | null {
  const [, seconds, fraction = ''] = /^(\d{1,15})\.(\d+)/.exec(text) ?? [];
  return seconds === undefined || !isInstant(Number(seconds)) ? null : instant(seconds, fraction);
}

const instant = (seconds: string, fraction: string): Instant => ({
  seconds: Number(seconds),
  nanos: Number(fraction.slice(0, 9).padEnd(9, '0')),
});

/** `2026-11-21 04:21:24.413443 = 1795234884.413443 (TOD) = 3220.385184032 (monotonic)` */
function referenceOf(value: string): Banner['reference'] {
  const [wall, clock] = [/= ([\d.]+) \(TOD\)/, /= ([\d.]+) \((?!TOD)\w+\)/].map(pattern =>
    instantOf(pattern.exec(value)?.[1] ?? ''),
  );
  return wall && clock ? { wall, clock } : null;
}

/** `name = cycles, …, { sample_period, sample_freq } = 99, …, freq = 1, …` */
function frequencyOf(value: string): Record<string, number> {
  const name = /\bname = (.*?),/.exec(value)?.[1];
  const amount = /sample_freq \} = (\d+)/.exec(value)?.[1];
  return name !== undefined && amount !== undefined && /\bfreq\s*= 1\b/.test(value)
    ? { [name]: Number(amount) }
    : {};
}
