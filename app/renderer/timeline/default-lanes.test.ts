import { describe, expect, it } from 'vitest';
import { defaultLanes, type MeasuredSeries } from './default-lanes.ts';

const of = (
  object: string,
  instance: string | null,
  counter: string,
  mean: number,
  capture = 1,
): MeasuredSeries => ({
  capture,
  host: null,
  object,
  instance,
  counter,
  unit: '%',
  mean,
  max: mean * 2,
});

describe('defaultLanes', () => {
  it('begins with what is looked at first, of several the busiest', () => {
    const lanes = defaultLanes(
      [
        of('disk', 'vda', '%util', 12),
        of('disk', 'vdb', '%util', 40),
        of('scheduler', null, 'runq-sz', 4),
        of('memory', null, 'free', 900),
        of('swap', null, 'si', 0),
      ],
      true,
    );
    expect(lanes.map(({ title, series }) => [title, series.length])).toEqual([
      ['Run queue', 1],
      ['Disk vdb', 1],
    ]);
  });

  it('shows the CPUs where no profile does, of one capture', () => {
    const cpu = [
      of('cpu', null, 'us', 60, 2),
      of('cpu', null, 'sy', 10, 2),
      of('cpu', 'all', '%usr', 60, 3),
      of('cpu', '0', '%usr', 60, 3),
    ];
    expect(defaultLanes(cpu, true)).toEqual([]);
    const [lane] = defaultLanes(cpu, false);
    expect(lane).toMatchObject({ title: 'CPU', scale: 'one' });
    expect(lane!.series.map(({ counter }) => counter)).toEqual(['us', 'sy']);
  });
});
