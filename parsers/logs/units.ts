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
