/** Units in the titles of columns: `Disk Service Time (µs)`, `read [kB/s]`, `latency_ms`, `CPU %`. */
import { unitOf } from '../kit/metrics/values.ts';

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
