import { describe, expect, it } from 'vitest';
import { bytesOf, fixture, incident, missing } from '../../fixtures/shared.ts';
import { ascii } from '../kit/bytes.ts';
import { valuesOf } from '../kit/metrics/metrics.testing.ts';
import { readAll } from '../kit/recorder.ts';
import { pgbench } from './format.ts';

const read = async (path: string, given = {}) => readAll(pgbench, await bytesOf(path), given);
const lines = (...rows: string[]) => readAll(pgbench, ascii(rows.join('\n')));

describe('pgbench', () => {
  it('reads progress by the seconds since the run began, and the summary as facts', async () => {
    const recorder = await read(fixture('pgbench/pgbench.txt'));
    expect(recorder.lastClock).toMatchObject({ domain: 'none', zero: 0n, utcOffset: null, startSet: false });
    expect([...new Set(recorder.metrics.map(({ ts }) => ts))]).toEqual([1e9, 2e9, 3e9, 4e9]);
    expect(Object.fromEntries(valuesOf(recorder))).toEqual({
      'pgbench tps': [1996.8, 3634.2, 3238.2, 3088.7],
      'pgbench lat': [1.969, 1.098, 1.233, 1.292],
      'pgbench stddev': [1.447, 0.571, 0.483, 0.447],
      'pgbench failed': [0, 0, 0, 0],
    });
    expect(recorder.facts.other).toMatchObject({ 'number of clients': '4', 'latency of END;': '0.682 ms' });
    expect(recorder.counts.skipped).toBe(0);
  });

  it('is aligned by a start set by the user', async () => {
    const recorder = await read(fixture('pgbench/pgbench.txt'), { start: 5_000_000_000n });
    expect(recorder.lastClock).toMatchObject({ domain: 'none', utcOffset: 5_000_000_000n, startSet: true });
  });

  it('has no latency in a stall, for which pgbench prints 0', () => {
    const recorder = lines(
      'progress: 1.0 s, 812.0 tps, lat 4.9 ms stddev 1.2, 0 failed',
      'progress: 2.0 s, 0.0 tps, lat 0.000 ms stddev 0.000, lag 0.000 ms, 0 failed',
      'progress: 3.0 s, 20.0 tps, lat 1104.3 ms stddev 90.1, 0 failed',
    );
    expect(Object.fromEntries(valuesOf(recorder))).toEqual({
      'pgbench tps': [812, 0, 20],
      'pgbench lat': [4.9, 1104.3],
      'pgbench stddev': [1.2, 90.1],
      'pgbench failed': [0, 0, 0],
    });
  });

  it('reads lag, skipped and retried; an interval without transactions has no latency', () => {
    const recorder = lines(
      'progress: 5.0 s, 10.0 tps, lat 2.5 ms stddev 0.5, lag 0.125 ms, 0 failed, 3 skipped, 2 retried, 4 retries',
      'progress: 10.0 s, 0.0 tps, lat NaN ms stddev NaN, lag NaN ms, 0 failed, 0 skipped, 0 retried, 0 retries',
    );
    expect(valuesOf(recorder).get('pgbench lag')).toEqual([0.125]);
    expect(valuesOf(recorder).get('pgbench retries')).toEqual([4, 0]);
    expect(valuesOf(recorder).get('pgbench lat')).toEqual([2.5]);
  });

  it('reads the times of --progress-timestamp as epoch times', () => {
    const recorder = lines('progress: 1700000000.123 s, 10.0 tps, lat 2.5 ms stddev 0.5, 0 failed');
    expect(recorder.lastClock).toMatchObject({ domain: 'utc', zero: 1_700_000_000_000_000_000n });
    expect(recorder.metrics[0]?.ts).toBe(123e6);
  });

  it('gives a second run no times, and errors their level', () => {
    const recorder = lines(
      'progress: 1.0 s, 1.0 tps, lat 2.5 ms stddev 0.5',
      'pgbench: error: client 0 aborted in command 4',
      'progress: 1.0 s, 2.0 tps, lat 2.5 ms stddev 0.5',
      'progress: 0.5 s, 3.0 tps, lat 2.5 ms stddev 0.5',
    );
    expect(recorder.metrics.filter(({ series }) => series.counter === 'tps').map(({ ts }) => ts)).toEqual([
      1e9,
      1e9,
      null,
    ]);
    expect(recorder.problemCounts()).toEqual({ 'several-runs': 1 });
    expect(recorder.events).toMatchObject([{ level: 'error', component: 'pgbench', ts: null }]);
  });

  const runs = ['cpu-hog', 'disk-stall'].map(name => incident(`${name}/pgbench.txt`));
  it.skipIf(runs.some(missing))('reads the incidents to their last line', async () => {
    for (const run of runs) {
      const recorder = await read(run);
      expect(pgbench.sniff(await bytesOf(run), 'x')).toBe('yes');
      expect(recorder.counts.skipped).toBe(0);
      expect(valuesOf(recorder).get('pgbench tps')!.length).toBeGreaterThan(80);
    }
  });
});
