import { describe, expect, it } from 'vitest';
import { bytesOf, fixture } from '../../fixtures/shared.ts';
import { timesOf, valuesOf } from '../kit/metrics/metrics.testing.ts';
import { readAll } from '../kit/recorder.ts';
import { collectl } from './format.ts';

const read = async (name: string) => readAll(collectl, await bytesOf(fixture(`collectl/${name}`)));

describe('collectl', () => {
  it('reads totals', async () => {
    const recorder = await read('plot.txt');
    expect(timesOf(recorder)).toEqual(['2026-11-21T19:08:03', '2026-11-21T19:08:04', '2026-11-21T19:08:05']);
    expect(recorder.lastClock).toMatchObject({ domain: 'local', zone: null, source: 'row-times' });
    const values = valuesOf(recorder);
    expect(values.get('cpu all User%')).toEqual([94, 95, 93]);
    expect(values.get('memory Free')?.[0]).toBe(17618308);
    expect(values.get('disk WriteKBTot')).toHaveLength(3);
    expect(recorder.counts.skipped).toBe(0);
  });

  it('leaves out an average over no operations', async () => {
    const values = valuesOf(await read('detail.csv'));
    const some = (counter: string) => values.get(`disk vda ${counter}`)!.filter(count => count > 0).length;
    expect(some('Reads')).toBeLessThan(some('Writes'));
    expect(values.get('disk vda WaitR') ?? []).toHaveLength(some('Reads'));
    expect(values.get('disk vda WaitW') ?? []).toHaveLength(some('Writes'));
    expect(values.get('disk vda Util')).toHaveLength(values.get('disk vda Reads')!.length);
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
    expect(recorder.counts.skipped).toBe(0);
  });

  it('reads seconds since 1970', async () => {
    const recorder = await read('utc.csv');
    expect(recorder.lastClock).toMatchObject({ domain: 'utc', source: 'epoch-seconds' });
    expect(timesOf(recorder)).toEqual(['2026-11-21T19:08:12', '2026-11-21T19:08:13']);
  });

  it('reads its raw files: cumulative counters, and gauges', async () => {
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
    expect(recorder.counts.skipped).toBe(0);
  });

  it('reads a line per sample on a terminal', async () => {
    const bare = await read('brief.txt');
    expect(bare.lastClock).toMatchObject({ domain: 'none', utcOffset: null });
    expect(bare.counts).toEqual({ used: 6, blank: 0, skipped: 0 });
    expect(bare.metrics.at(-1)?.ts).toBe(2e9);
    const values = valuesOf(bare);
    expect(values.get('cpu cpu')).toEqual([100, 100, 100]);
    expect(values.get('disk KBWrit')).toEqual([7776, 32, 4785]);
    expect(values.get('network PktOut')).toEqual([0, 0, 0]);
    const dated = await read('brief-date.txt');
    expect(timesOf(dated)).toEqual(['2026-11-21T21:26:58', '2026-11-21T21:26:59', '2026-11-21T21:27:00']);
    expect(valuesOf(dated).get('memory Slab')).toEqual([543 * 1024, 544 * 1024, 541 * 1024]);
  });

  it('reads a record per sample, with groups of titles', async () => {
    const recorder = await read('verbose.txt');
    expect(recorder.lastClock).toMatchObject({ domain: 'utc', source: 'epoch-seconds' });
    expect(recorder.facts).toMatchObject({ host: 'vm' });
    expect(timesOf(recorder)).toEqual(['2026-11-21T21:27:04.018Z', '2026-11-21T21:27:05.020Z']);
    const values = valuesOf(recorder);
    expect(values.get('cpu User')?.[0]).toBe(87);
    expect(values.get('memory Total')?.[0]).toBe(24105 * 1024);
    expect(values.get('memory Swap Total')?.[0]).toBe(0);
    expect(values.get('memory Paging Out')?.[0]).toBe(9603);
    expect(values.get('disk KBWrite')?.[0]).toBe(9603);
    expect(recorder.counts.skipped).toBe(0);
  });

  it('reads devices and processes from a terminal', async () => {
    const devices = valuesOf(await read('detail.txt'));
    expect(devices.get('cpu 1 User')?.[0]).toBe(88);
    expect(devices.get('disk vda writes KBytes')?.[0]).toBe(2893);
    expect(devices.get('disk vda Util')?.[0]).toBe(1);
    expect(devices.get('network eth0 KBIn')?.[0]).toBe(0);
    const processes = await read('processes.txt');
    expect(valuesOf(processes).get('process /process_api (1) VSZ')).toEqual([52 * 1024]);
    expect(processes.counts.skipped).toBe(0);
    expect(processes.problems).toEqual([]);
  });
});
