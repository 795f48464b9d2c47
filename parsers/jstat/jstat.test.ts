import { describe, expect, it } from 'vitest';
import { bytesOf, corpus, fixture, missing } from '../../fixtures/shared.ts';
import { ascii } from '../kit/bytes.ts';
import { timesOf, valuesOf } from '../kit/metrics/metrics.testing.ts';
import { readAll } from '../kit/recorder.ts';
import { jstat } from './format.ts';

const read = async (path: string, given = {}) => readAll(jstat, await bytesOf(path), given);

describe('jstat', () => {
  it('reads percentages and counts, with times if start and interval are given', async () => {
    const recorder = await read(fixture('jstat/gcutil.txt'), { start: 0n, interval: 5e8 });
    expect(recorder.counts.skipped).toBe(0);
    const values = valuesOf(recorder);
    expect(values.get('jvm O')).toEqual([42.97, 72.34, 47.39]);
    expect(values.get('jvm YGC')).toEqual([16, 21, 29]);
    expect(
      recorder.allSeries.values.filter(({ cumulative }) => cumulative).map(({ counter }) => counter),
    ).toEqual(['YGC', 'YGCT', 'FGC', 'FGCT', 'CGC', 'CGCT', 'GCT']);
    expect([...new Set(recorder.metrics.map(({ ts }) => ts))]).toEqual([0, 5e8, 1e9]);
  });

  it('reads seconds since the JVM began, and repeated titles', async () => {
    const recorder = await read(fixture('jstat/gc-t.txt'));
    expect(recorder.counts).toEqual({ used: 6, blank: 0, skipped: 0 });
    expect([...new Set(recorder.metrics.map(({ ts }) => ts))]).toEqual([4.3e9, 4.8e9, 5.3e9, 5.8e9]);
    expect(recorder.lastClock).toMatchObject({ domain: 'none', utcOffset: null });
    expect(recorder.metrics[1]?.series).toMatchObject({ counter: 'S1C', unit: 'kB' });
  });

  it('leaves out causes and methods', async () => {
    const cause = valuesOf(await read(fixture('jstat/gccause.txt')));
    expect(cause.get('jvm GCT')).toEqual([0.115, 0.128, 0.132]);
    expect([...cause.keys()]).toHaveLength(13);
    const compiler = await read(fixture('jstat/compiler.txt'));
    expect(compiler.counts.skipped).toBe(0);
    expect(valuesOf(compiler).get('jvm Time')).toEqual([0.64, 0.64]);
  });

  it('distinguishes the two columns of bytes', async () => {
    const values = valuesOf(await read(fixture('jstat/class.txt')));
    expect(values.get('jvm Loaded Bytes')).toEqual([5051.7, 5051.7]);
    expect(values.get('jvm Unloaded Bytes')).toEqual([0, 0]);
  });

  it('refuses other tables', () => {
    expect(jstat.sniff(ascii('  PID TTY TIME CMD\n 1 ? 0 x\n'), 'x')).toBe('no');
  });

  const script = corpus('getperf/lib/test/Jvmstat/web01/jstatm.txt');
  it.skipIf(missing(script))('reads processes by date and time', async () => {
    const recorder = await read(script);
    expect(recorder.counts.skipped).toBe(0);
    expect(timesOf(recorder).slice(0, 2)).toEqual(['2024-11-08T14:33:35', '2024-11-08T14:34:36']);
    expect(valuesOf(recorder).get('jvm 1424 YGC')?.slice(0, 2)).toEqual([680, 681]);
  });
});
