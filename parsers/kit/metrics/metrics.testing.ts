/** Helpers for tests of metric formats: recorded values in forms that are easy to compare. */
import type { RecordedMetric, Recorder } from '../recorder.ts';

/** Values by `object instance counter` (without the instance if there is none), in the order read. */
export function valuesOf(recorder: Recorder): Map<string, number[]> {
  const values = new Map<string, number[]>();
  for (const { series, value } of recorder.metrics) {
    const key = [series.object, series.instance, series.counter].filter(part => part !== null).join(' ');
    const known = values.get(key);
    if (known === undefined) values.set(key, [value]);
    else known.push(value);
  }
  return values;
}

/** Time of a metric by the capture's clock (a wall clock as if it were UTC), as ISO text. */
export function timeOf(recorder: Recorder, { ts }: RecordedMetric): string | null {
  const clock = recorder.clocks.at(-1);
  if (ts === null || clock === undefined) return null;
  const nanos = clock.zero + BigInt(ts);
  return new Date(Number(nanos / 1_000_000n)).toISOString().replace('.000Z', '');
}

/** The distinct times of the recorded metrics, in the order read. */
export const timesOf = (recorder: Recorder): (string | null)[] => [
  ...new Set(recorder.metrics.map(metric => timeOf(recorder, metric))),
];

/** Number of lines in the ledger, which must be the number of lines in the file. */
export const ledgerTotal = ({ counts }: Recorder): number => counts.used + counts.blank + counts.skipped;

/**
 * Differences between JSON objects and recorded metrics: for each key that names a counter, the values must be equal,
 * in their order. Keys and counters are compared in one spelling (`%rrqm` and `percent_rrqm` are one).
 */
export function differencesFromJson(
  recorder: Recorder,
  rows: readonly Readonly<Record<string, unknown>>[],
  keyOf: (counter: string) => string = spelling,
): string[] {
  const read = new Map<string, number[]>();
  for (const { series, value } of recorder.metrics) push(read, keyOf(series.counter), value);
  const expected = new Map<string, number[]>();
  for (const row of rows) {
    for (const [key, value] of Object.entries(row)) {
      if (typeof value === 'number') push(expected, key, value);
    }
  }
  const differences: string[] = [];
  for (const [key, values] of read) {
    const expectedValues = expected.get(key);
    if (expectedValues === undefined) differences.push(`${key}: not in the JSON`);
    else if (JSON.stringify(expectedValues) !== JSON.stringify(values)) {
      differences.push(
        `${key}: ${JSON.stringify(values).slice(0, 80)} for ${JSON.stringify(expectedValues).slice(0, 80)}`,
      );
    }
  }
  for (const key of expected.keys()) if (!read.has(key)) differences.push(`${key}: not read`);
  return differences;
}

export const spelling = (counter: string): string =>
  counter.toLowerCase().replace('%', 'percent_').replace(/[/-]/g, '_').replace(/\+/g, 'plus');

function push(map: Map<string, number[]>, key: string, value: number): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else known.push(value);
}

/**
 * Differences between two captures of the same samples: values by object, instance, counter, unit, and time
 * or row. With `missing: 'second'`, values that only the second capture has are ignored.
 */
export function differences(
  first: Recorder,
  second: Recorder,
  { by = 'time', missing = 'either' }: { by?: 'time' | 'row'; missing?: 'either' | 'second' } = {},
): string[] {
  const [one, other] = [byMoment(first, by), byMoment(second, by)];
  const lines: string[] = [];
  for (const [key, values] of one) {
    const otherValues = other.get(key);
    if (otherValues === undefined) lines.push(`${key}: not in the second`);
    else if (String(values) !== String(otherValues)) lines.push(`${key}: ${values} for ${otherValues}`);
  }
  if (missing === 'either') {
    for (const key of other.keys()) if (!one.has(key)) lines.push(`${key}: not in the first`);
  }
  return lines;
}

function byMoment(recorder: Recorder, by: 'time' | 'row'): Map<string, number[]> {
  const values = new Map<string, number[]>();
  for (const metric of recorder.metrics) {
    const { object, instance, counter, unit } = metric.series;
    const when = by === 'row' ? metric.row : timeOf(recorder, metric);
    push(values, [object, instance, counter, unit, when].join(' '), metric.value);
  }
  return values;
}
