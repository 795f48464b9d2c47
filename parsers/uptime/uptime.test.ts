import { describe, expect, it } from 'vitest';
import { bytesOf, fixture } from '../../fixtures/shared.ts';
import { ascii } from '../kit/bytes.ts';
import { timesOf, valuesOf } from '../kit/metrics/metrics.testing.ts';
import { readAll } from '../kit/recorder.ts';
import { uptime } from './format.ts';

describe('uptime', () => {
  it('takes the date from when the file was written', async () => {
    const bytes = await bytesOf(fixture('uptime/uptime.txt'));
    const recorder = readAll(uptime, bytes, { modified: 1_795_285_361_000_000_000n });
    expect(timesOf(recorder)).toEqual(['2026-11-21T18:22:40', '2026-11-21T18:22:41']);
    expect(valuesOf(recorder).get('scheduler load average 1')).toEqual([7.51, 7.51]);
  });

  it.each([
    [' 10:25:20 up 16:03,  2 users,  load average: 0.00, 0.01, 0.05', 57780],
    ['10:09  up 3 mins, 3 users, load averages: 5.63 7.26 3.53', 180],
    ['10:15  up 20 days, 19:45, 8 users, load averages: 1.63 0.65 0.44', 1799100],
    ['  8:02pm  up 106 day(s), 16:07,  0 users,  load average: 1.07, 1.07, 1.06', 9216420],
  ])('reads %s', (line, up) => {
    const recorder = readAll(uptime, ascii(line));
    expect(valuesOf(recorder).get('system up')).toEqual([up]);
    expect(recorder.counts.used).toBe(1);
  });
});
