import { describe, expect, it } from 'vitest';
import { ascii } from '../kit/bytes.ts';
import { timesOf, valuesOf } from '../kit/metrics/metrics.testing.ts';
import { readAll } from '../kit/recorder.ts';
import { nicstat } from './format.ts';

describe('nicstat', () => {
  it('reads interfaces; the first sample covers the time since boot', () => {
    const titles = '    Time      Int   rKB/s   wKB/s   rPk/s   wPk/s    rAvs    wAvs %Util    Sat';
    const text = [
      titles,
      '23:59:59       lo   161.1   161.1   489.2   489.2   337.3   337.3  0.00   0.00',
      '23:59:59     eth0   601.9   589.1  1868.1  1894.1   330.0   318.5  0.98   0.00',
      titles,
      '00:00:04       lo   162.1   161.1   489.2   489.2   337.3   337.3  0.00   0.00',
    ].join('\n');
    const recorder = readAll(nicstat, ascii(text), { modified: 1_795_219_210_000_000_000n });
    expect(timesOf(recorder)).toEqual(['2026-11-20T23:59:59', '2026-11-21T00:00:04']);
    expect(valuesOf(recorder).get('network lo rKB/s')).toEqual([161.1, 162.1]);
    expect(recorder.metrics.every(({ row, sinceBoot }) => sinceBoot === (row === 0))).toBe(true);
    expect(recorder.allSeries.values.find(({ counter }) => counter === 'rKB/s')?.unit).toBe('kB/s');
  });

  it('reads TCP, whose titles follow the time', () => {
    const text =
      '13:09:40    InKB   OutKB   InSeg  OutSeg Reset  AttF %ReTX InConn OutCon Drops\n' +
      'TCP        0.00    0.00  2123.7  2251.7  1.84  0.79 0.000   7.16   2.95  0.00\n';
    const values = valuesOf(readAll(nicstat, ascii(text)));
    expect(values.get('tcp InSeg')).toEqual([2123.7]);
    expect(values.get('tcp %ReTX')).toEqual([0]);
  });

  it('reads -p', () => {
    const recorder = readAll(nicstat, ascii('1591016000:eth0:1.00:2.00:3.00:4.00:5.00:6.00:7.00:8.00\n'));
    expect(timesOf(recorder)).toEqual(['2020-06-01T12:53:20']);
    expect(valuesOf(recorder).get('network eth0 %Util')).toEqual([7]);
    expect(recorder.clocks.at(-1)).toMatchObject({ domain: 'utc' });
  });
});
