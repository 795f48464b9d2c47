import { expect, it } from 'vitest';
import { bytesOf, fixture } from '../../fixtures/shared.ts';
import { ascii } from '../kit/bytes.ts';
import { timesOf, valuesOf } from '../kit/metrics/metrics.testing.ts';
import { readAll } from '../kit/recorder.ts';
import { turbostat } from './format.ts';

it('turbostat: an instance per CPU and one for all, intervals, rows without columns of core and package', async () => {
  const recorder = readAll(turbostat, await bytesOf(fixture('turbostat/turbostat.txt')));
  expect(recorder.counts).toEqual({ used: 10, blank: 0, skipped: 0 });
  const values = valuesOf(recorder);
  expect(values.get('cpu all Busy%')).toEqual([4.06, 94.06]);
  expect(values.get('cpu 4 Avg_MHz')).toEqual([63, 1463]);
  expect(values.get('cpu 0 CoreTmp')).toEqual([49, 69]);
  expect(values.has('cpu 4 CoreTmp')).toBe(false);
  const units = new Map(recorder.metrics.map(({ series }) => [series.counter, series.unit]));
  expect(['Busy%', 'Bzy_MHz', 'CoreTmp', 'PkgWatt', 'IRQ'].map(each => units.get(each))).toEqual([
    '%',
    'MHz',
    '°C',
    'W',
    null,
  ]);
  expect(new Set(recorder.metrics.map(({ row }) => row))).toEqual(new Set([0, 1]));
});

it('turbostat takes the time of a row if it prints it', () => {
  const text =
    'Time_Of_Day_Seconds CPU Avg_MHz Busy%\n1714557600.250000 - 63 4.06\n1714557600.250000 0 63 4.06\n1714557605.250000 - 64 4.16\n';
  const recorder = readAll(turbostat, ascii(text));
  expect(recorder.lastClock).toMatchObject({ domain: 'utc', source: 'epoch-seconds' });
  expect(timesOf(recorder).map(time => time?.slice(0, 23))).toEqual([
    '2024-05-01T10:00:00.250',
    '2024-05-01T10:00:05.250',
  ]);
});
