import { describe, expect, it } from 'vitest';
import { bytesOf, fixture } from '../../fixtures/shared.ts';
import { ascii } from '../kit/bytes.ts';
import { valuesOf } from '../kit/metrics/metrics.testing.ts';
import { readAll } from '../kit/recorder.ts';
import { xperfProfile } from './format.ts';

describe('xperf -a profile', () => {
  it('-detail gives samples without a time, by process and function', async () => {
    const { samples, lastClock } = readAll(xperfProfile, await bytesOf(fixture('xperf-profile/detail.txt')));
    expect(lastClock?.source).toBe('none');
    expect(samples.map(({ ts, thread, weight, stack }) => [ts, thread?.pid, weight, stack])).toEqual([
      [null, 17448, 389_000, 'KeWaitForSingleObject'],
      [null, 17448, 128_000, 'Table<int,std::allocator<int> >::find'],
      [null, 17448, 94_000, '[unknown]'],
      [null, 0, 120_000, '<C3>'],
    ]);
  });

  it('gives CPU usage at the end of each interval', async () => {
    const recorder = readAll(xperfProfile, await bytesOf(fixture('xperf-profile/utilization.txt')));
    expect(valuesOf(recorder).get('cpu 0 usage')).toEqual([94.74, 100]);
    expect(recorder.metrics[0]?.ts).toBe(1e9);
  });

  it('skips other lines', () => {
    const { counts, problems } = readAll(
      xperfProfile,
      ascii('Process Name ( PID), Weight, Usage %, Module!Function\n a.exe (1), x, 2, a.exe!f\n'),
    );
    expect(counts).toEqual({ used: 1, blank: 0, skipped: 1 });
    expect(problems[0]?.line).toBe(2);
  });
});
