import { describe, expect, it } from 'vitest';
import { ascii } from '../kit/bytes.ts';
import { timesOf, valuesOf } from '../kit/metrics/metrics.testing.ts';
import { readAll } from '../kit/recorder.ts';
import { prstat } from './format.ts';

describe('prstat', () => {
  const titles = '   PID USERNAME  SIZE   RSS STATE  PRI NICE      TIME  CPU PROCESS/NLWP       ';
  const row = (cpu: string) => ` 15409 claudio   171M  120M cpu48   59    0   4:22:25 ${cpu} java/29`;
  const total = '\t Total: 1 processes, 29 lwps, load averages: 0.25, 0.27, 0.29';

  it('reads samples, each a list and a line of totals', () => {
    const text = ['Please wait...', titles, row('6.6%'), total, titles, row('6.3%'), total, ''].join('\n');
    const recorder = readAll(prstat, ascii(text), { start: 1_000_000_000n, interval: 5e9 });
    const values = valuesOf(recorder);
    expect(values.get('process java (15409) CPU')).toEqual([6.6, 6.3]);
    expect(values.get('process java (15409) RSS')).toEqual([122880, 122880]);
    expect(values.get('process java (15409) TIME')).toEqual([15745, 15745]);
    expect(values.get('thread lwps')).toEqual([29, 29]);
    expect(values.get('scheduler load average 15')).toEqual([0.29, 0.29]);
    expect(new Set(recorder.metrics.map(metric => metric.ts))).toEqual(new Set([0, 5e9]));
    expect(recorder.counts.skipped).toBe(0);
  });

  it('reads microstates by thread', () => {
    const text = [
      '   PID USERNAME USR SYS TRP TFL DFL LCK SLP LAT VCX ICX SCL SIG PROCESS/LWPID',
      ' 74241 root     4.9 4.9 0.0 0.0 0.0 0.0  90 0.5 917  15 11K   0 dnx/29',
      '132867 root      73  27 0.0 0.0 0.0 0.0 0.0 0.0   0 455 .70   0 lab30/1',
    ].join('\n');
    const values = valuesOf(readAll(prstat, ascii(text)));
    expect(values.get('thread dnx (74241/29) SCL')).toEqual([11000]);
    expect(values.get('thread dnx (74241/29) SLP')).toEqual([90]);
    expect(values.get('thread lab30 (132867/1) SCL')).toEqual([0.7]);
  });

  it('reads sums by user and by zone, and the time of -d', () => {
    const text = [
      'Sat Nov 21 04:23:38 UTC 2026',
      titles,
      row('1.0%'),
      ' NPROC USERNAME  SWAP   RSS MEMORY      TIME  CPU',
      '    31 root      120M  100M   1.2%   0:01:02 0.5%',
      total,
      titles,
      row('1.0%'),
      'ZONEID    NPROC  SWAP   RSS MEMORY      TIME  CPU ZONE',
      '     0       31  120M  100M   1.2%   0:01:02 0.5% global',
    ].join('\n');
    const recorder = readAll(prstat, ascii(text));
    const values = valuesOf(recorder);
    expect(values.get('user root NPROC')).toEqual([31]);
    expect(values.get('zone global MEMORY')).toEqual([1.2]);
    expect(timesOf(recorder)).toEqual(['2026-11-21T04:23:38']);
    expect(recorder.clocks).toMatchObject([{ domain: 'utc' }]);
  });
});
