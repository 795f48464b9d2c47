import { nanoseconds } from '../kit/time-units.ts';

/** Units after numbers in logs: their spellings, mapped to one name each. */
const spelled: Readonly<Record<string, string>> = {
  ns: 'ns nanos nanosecond nanoseconds nsec nsecs',
  µs: 'us µs μs usec usecs micros microsecond microseconds',
  ms: 'ms msec msecs millis millisecond milliseconds',
  s: 's sec secs second seconds',
  min: 'min mins minute minutes',
  h: 'h hr hrs hour hours',
  B: 'b bytes byte',
  kB: 'kb k',
  MB: 'mb m',
  GB: 'gb g',
  TB: 'tb',
  KiB: 'kib',
  MiB: 'mib',
  GiB: 'gib',
  '%': '% percent',
};

const units = new Map(
  Object.entries(spelled).flatMap(([unit, names]) => names.split(' ').map(name => [name, unit] as const)),
);

/** Unit that a word means, or null. `K`, `m` and similar letters only count directly behind a number. */
export function unitOf(word: string): string | null {
  return units.get(word.toLowerCase()) ?? null;
}

/** `request_id` of `requestId`: the words of a name, apart and in small letters. */
export const inSmallLetters = (name: string): string =>
  name.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase();

/** Units that names state with a word of their own at the end. */
const unitsInNames: ReadonlySet<string> = new Set(['ns', 'µs', 'ms', 's', 'B']);

/** Unit that the name of a field states: `elapsed_ms`, `durationMillis`, `body_bytes`; else null, as for `items`. */
export function unitInName(path: string): string | null {
  const [, word] = /[_.-](?:in_?)?([a-z]{2,12})$/.exec(inSmallLetters(path.slice(-32))) ?? [];
  const unit = word === undefined || word === 'byte' ? null : unitOf(word);
  return unit !== null && unitsInNames.has(unit) ? unit : null;
}

const nanos: Readonly<Record<string, number>> = { ...nanoseconds, µs: 1e3, μs: 1e3, m: 60e9, h: 3600e9 };
const part = /(\d{1,15}(?:\.\d{1,9})?)(ns|us|µs|μs|ms|s|m|h)/y;

/** Milliseconds of a duration as programs print it (`1.52s`, `3ms`, `1m2.5s`); NaN if the text is none. */
export function durationIn(text: string): number {
  let sum = 0;
  part.lastIndex = 0;
  for (let at = 0; at < text.length; at = part.lastIndex) {
    const found = part.exec(text);
    if (found === null) return Number.NaN;
    sum += Number(found[1]) * nanos[found[2]!]!;
  }
  // Minutes or hours alone are as often something else: `5m` may be metres or megabytes.
  return text === '' || /^[\d.]{1,32}[mh]$/.test(text) ? Number.NaN : sum / 1e6;
}
