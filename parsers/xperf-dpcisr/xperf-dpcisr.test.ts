import { describe, expect, it } from 'vitest';
import { bytesOf, fixture } from '../../fixtures/shared.ts';
import { valuesOf } from '../kit/metrics/metrics.testing.ts';
import { type Recorder, readAll } from '../kit/recorder.ts';
import { xperfDpcIsr } from './format.ts';

const report = async () => readAll(xperfDpcIsr, await bytesOf(fixture('xperf-dpcisr/report.txt')));

function histogram(recorder: Recorder, object: string, instance: string | null) {
  const rows = recorder.rows.get('histogram') ?? [];
  const of = rows.filter(({ series }) => {
    const key = series as { object: string; instance: string | null };
    return key.object === object && key.instance === instance;
  });
  return of.map(({ low, high, count }) => [low, high, count]);
}

describe('xperf -a dpcisr', () => {
  it('gives time and share by module and CPU, at the end of the time they cover', async () => {
    const values = valuesOf(await report());
    expect(values.get('dpc netdrv.sys cpu1 time')).toEqual([45000]);
    expect(values.get('dpc netdrv.sys cpu1 usage')).toEqual([1.13]);
    expect(values.get('interrupt disk.sys cpu0 time')).toEqual([4100]);
    expect((await report()).metrics[0]?.ts).toBe(4e9);
  });

  it('gives time by interval', async () => {
    const recorder = await report();
    expect(valuesOf(recorder).get('dpc cpu1 time')).toEqual([22500, 22500]);
    const of = recorder.metrics.filter(
      ({ series }) => series.instance === 'cpu1' && series.counter === 'time',
    );
    expect(of.map(({ ts }) => ts)).toEqual([2e9, 4e9]);
  });

  it('gives histograms of all and of each module, whose counts are the totals that xperf prints', async () => {
    const recorder = await report();
    expect(histogram(recorder, 'dpc', null)).toEqual([
      [4, 8, 238],
      [8, 16, 23],
    ]);
    expect(histogram(recorder, 'interrupt', 'disk.sys')).toEqual([[2048, null, 2]]);
    expect(histogram(recorder, 'dpc and interrupt', 'cpu1')).toEqual([
      [0, 1, 0],
      [1, 5, 2],
    ]);
    expect([recorder.counts.skipped, recorder.problems]).toEqual([0, []]);
  });
});
