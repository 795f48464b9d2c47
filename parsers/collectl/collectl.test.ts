import { describe, expect, it } from 'vitest';
import { bytesOf, fixture } from '../../fixtures/shared.ts';
import { timesOf, valuesOf } from '../kit/metrics/testing.ts';
import { readAll } from '../kit/recorder.ts';
import { collectl } from './format.ts';

const read = async (name: string) => readAll(collectl, await bytesOf(fixture(`collectl/${name}`)));

describe('collectl', () => {
  it('reads totals', async () => {
    const recorder = await read('plot.txt');
    expect(timesOf(recorder)).toEqual(['2026-11-21T19:08:03', '2026-11-21T19:08:04', '2026-11-21T19:08:05']);
    expect(recorder.lastClock).toMatchObject({ domain: 'local', zone: null, guess: true });
    const values = valuesOf(recorder);
    expect(values.get('cpu all User%')).toEqual([94, 95, 93]);
    expect(values.get('memory Free')?.[0]).toBe(17618308);
    expect(values.get('disk WriteKBTot')).toHaveLength(3);
    expect(recorder.counts.steppedOver).toBe(0);
  });

  it('reads devices', async () => {
    const recorder = await read('detail.csv');
    const units = new Map(
      recorder.allSeries.values.map(({ object, instance, counter, unit }) => [
        `${object} ${instance} ${counter}`,
        unit,
      ]),
    );
    expect(units.get('cpu 1 User%')).toBe('%');
    expect(units.get('disk vda SvcTim')).toBe('ms');
    expect(units.get('network eth0 RxKB')).toBe('kB/s');
    expect(units.has('disk vda Name')).toBe(false);
    expect(recorder.counts.steppedOver).toBe(0);
  });

  it('reads seconds since 1970', async () => {
    const recorder = await read('utc.csv');
    expect(recorder.lastClock).toMatchObject({ domain: 'utc', guess: false });
    expect(timesOf(recorder)).toEqual(['2026-11-21T19:08:12', '2026-11-21T19:08:13']);
  });

  it('reads its own files: counts that grow, and states', async () => {
    const recorder = await read('raw.txt');
    expect(timesOf(recorder)).toEqual(['2026-11-21T19:08:15.001Z', '2026-11-21T19:08:16.001Z']);
    expect(recorder.facts).toMatchObject({ host: 'vm', cpus: 2, command: expect.stringContaining('-scdnm') });
    const values = valuesOf(recorder);
    expect(values.get('cpu 0 user')?.[0]).toBe(376170);
    expect(values.get('disk vda reads sectors')?.[0]).toBe(7399698);
    expect(values.get('network lo rx bytes')?.[0]).toBe(82703844);
    expect(values.get('load 1m')?.[0]).toBe(6.85);
    const cumulative = new Map(recorder.allSeries.values.map(series => [series.counter, series.cumulative]));
    expect([cumulative.get('pgfault'), cumulative.get('MemFree'), cumulative.get('in flight')]).toEqual([
      true,
      false,
      false,
    ]);
    expect(recorder.counts.steppedOver).toBe(0);
  });
});
