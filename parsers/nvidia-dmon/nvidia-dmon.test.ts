import { expect, it } from 'vitest';
import { bytesOf, fixture } from '../../fixtures/shared.ts';
import { ascii } from '../kit/bytes.ts';
import { timesOf, valuesOf } from '../kit/metrics/metrics.testing.ts';
import { readAll } from '../kit/recorder.ts';
import { nvidiaDmon } from './format.ts';

it('nvidia-smi dmon: an instance per GPU, units of the second line, no value for a dash', async () => {
  const recorder = readAll(nvidiaDmon, await bytesOf(fixture('nvidia-dmon/dmon.txt')));
  expect(recorder.counts).toEqual({ used: 6, blank: 0, skipped: 0 });
  expect(timesOf(recorder)).toEqual(['2024-05-01T10:00:00', '2024-05-01T10:00:01']);
  const values = valuesOf(recorder);
  expect(values.get('gpu 0 sm')).toEqual([25, 95]);
  expect(values.get('gpu 1 pwr')).toEqual([111, 86]);
  expect(values.has('gpu 0 mtemp')).toBe(false);
  const units = new Map(recorder.metrics.map(({ series }) => [series.counter, series.unit]));
  expect(['pwr', 'sm', 'pclk', 'tviol'].map(each => units.get(each))).toEqual(['W', '%', 'MHz', null]);
});

it('nvidia-smi dmon without times numbers its intervals; pmon is another tool', () => {
  const text =
    '# gpu   pwr    sm\n# Idx     W     %\n    0   111    25\n    1   111    18\n    0   112    95\n';
  expect(nvidiaDmon.sniff(ascii(text), 'x')).toBe('yes');
  const { metrics } = readAll(nvidiaDmon, ascii(text));
  expect(metrics.map(({ row, ts, value }) => [row, ts, value])).toEqual([
    [0, null, 111],
    [0, null, 25],
    [0, null, 111],
    [0, null, 18],
    [1, null, 112],
    [1, null, 95],
  ]);
  const pmon = '# gpu        pid  type    sm\n# Idx          #   C/G     %\n    0       1234     C    25\n';
  expect(nvidiaDmon.sniff(ascii(pmon), 'x')).toBe('no');
});
