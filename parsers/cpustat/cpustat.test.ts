import { describe, expect, it } from 'vitest';
import { ascii } from '../kit/bytes.ts';
import { valuesOf } from '../kit/metrics/metrics.testing.ts';
import { readAll } from '../kit/recorder.ts';
import { cpustat } from './format.ts';

const text = [
  '   time cpu event  Cycle_cnt  Instr_cnt',
  '  1.008   0  tick     123456      78910',
  '  1.009   1  tick        100        200',
  '  2.008   0  tick     123457      78911',
  '  2.009   2 total     247013     158021',
].join('\n');

describe('cpustat', () => {
  it('counts events by CPU, in seconds since the start', () => {
    expect(cpustat.sniff(ascii(text), '')).toBe('yes');
    const recorder = readAll(cpustat, ascii(text));
    expect(valuesOf(recorder).get('cpu 0 Instr_cnt')).toEqual([78910, 78911]);
    expect(recorder.metrics.map(metric => metric.row)).toEqual([0, 0, 0, 0, 1, 1]);
    expect(recorder.metrics[0]?.ts).toBe(1_008_000_000);
    expect(recorder.clocks).toMatchObject([{ domain: 'none', utcOffset: null }]);
    expect(recorder.counts).toEqual({ used: 5, blank: 0, skipped: 0 });
  });

  it('is aligned by a start set by hand', () => {
    expect(readAll(cpustat, ascii(text), { start: 9n }).clocks).toMatchObject([
      { utcOffset: 9n, startSet: true },
    ]);
  });
});
