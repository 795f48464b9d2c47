/**
 * Parses the line before the rows:
 * `OS Version: 10.0.19043, Trace Size: 20736KB, Events Lost: 0, …, Trace Start: 132675686690347142, …`.
 */
import type { Clock, Options } from '../contract.ts';
import { epochOfFiletime, isFiletime } from '../families/windows/filetime.ts';
import { undated } from '../kit/undated.ts';

export interface TraceHeader {
  readonly os: string | null;
  readonly eventsLost: number;
  readonly buffersLost: number;
  /** 100 ns since 1601, UTC. */
  readonly start: bigint | null;
  readonly pointerSize: number | null;
  /** All parts of the line: values by the names that it prints. */
  readonly all: Readonly<Record<string, string>>;
}

/** null if the line is not a header. Names are capitalised differently between versions. */
export function parseTraceHeader(line: string): TraceHeader | null {
  if (!/^\s*OS Version:/i.test(line)) return null;
  const all: Record<string, string> = {};
  const byKey = new Map<string, string>();
  for (const part of line.split(', ')) {
    const colon = part.indexOf(':');
    if (colon <= 0) continue;
    const [key, value] = [part.slice(0, colon).trim(), part.slice(colon + 1).trim()];
    byKey.set(key.toLowerCase(), value);
    all[key] = value;
  }
  const count = (key: string) => Number(/^\d{1,15}/.exec(byKey.get(key) ?? '')?.[0] ?? 0);
  const start = /^\d{17,19}$/.exec(byKey.get('trace start') ?? '')?.[0];
  return {
    os: byKey.get('os version') ?? null,
    eventsLost: count('events lost'),
    buffersLost: count('buffers lost'),
    start: start === undefined ? null : BigInt(start),
    pointerSize: count('pointersize') || null,
    all,
  };
}

/** ns. `Trace Start` is a reading of the system clock, which before Windows 8 advanced in steps of 15.6 ms. */
const startError = 15_625_000;

export function clockOf(start: bigint | null, options: Options): Clock {
  if (start !== null && isFiletime(start))
    return {
      domain: 'utc',
      zero: epochOfFiletime(start),
      utcOffset: 0n,
      zone: null,
      source: 'run-start',
      error: startError,
    };
  return undated(options, 'run-seconds');
}
