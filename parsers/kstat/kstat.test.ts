import { describe, expect, it } from 'vitest';
import { ascii } from '../kit/bytes.ts';
import { timesOf, valuesOf } from '../kit/metrics/metrics.testing.ts';
import { readAll } from '../kit/recorder.ts';
import { kstat } from './format.ts';

const sample = (user: number) =>
  `cpu_stat:0:cpu_stat0:user\t${user}\ncpu_stat:0:cpu_stat0:class\tmisc\ncpu_stat:0:cpu_stat0:snaptime\t123.5\n`;

describe('kstat -p', () => {
  it('begins a sample when the first entry is repeated', () => {
    const text = sample(5) + sample(7);
    expect(kstat.sniff(ascii(text), '')).toBe('yes');
    const recorder = readAll(kstat, ascii(text));
    expect(valuesOf(recorder).get('cpu_stat 0:cpu_stat0 user')).toEqual([5, 7]);
    expect(recorder.metrics.at(-1)?.row).toBe(1);
    expect(recorder.allSeries.values.map(({ counter, cumulative }) => [counter, cumulative])).toEqual([
      ['user', true],
      ['snaptime', false],
    ]);
    expect(recorder.counts).toEqual({ used: 6, blank: 0, skipped: 0 });
  });

  it('reads the times of -T u', () => {
    const recorder = readAll(kstat, ascii(`1591016000\n${sample(5)}1591016001\n${sample(7)}`));
    expect(timesOf(recorder)).toEqual(['2020-06-01T12:53:20', '2020-06-01T12:53:21']);
  });
});
