import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  answerOf as ask,
  imported,
  noteData,
  noteTexts,
  rowsOf,
  workspaceOf,
} from '../../../fixtures/samples.ts';
import { incident, missing } from '../../../fixtures/shared.ts';
import type { Workspace } from '../../../workspace/workspace.ts';
import { metric } from './metric.ts';

const second = 1_000_000_000n;
const at = (seconds: number) => BigInt(seconds) * second;

describe('metric', () => {
  let workspace: Workspace;
  beforeAll(async () => {
    workspace = await workspaceOf(
      [],
      [{ zero: 100n * second }, { name: 'no-clock', utcOffset: null }, { zero: 200n * second }],
      [
        { path: 'cpu/0/%idle', values: [99, 10, null, 40, 60], unit: '%', sinceBoot: true },
        { path: 'network/eth0/bytes', values: [100, 300, 250, 1250], unit: 'B', cumulative: true },
        { path: 'scheduler/r', values: [4, 2], ts: [null, null], capture: 2 },
        { path: 'cpu/1/%idle', values: [20, 30], unit: '%' },
        { path: 'network/eth1/bytes', values: [8, 9], cumulative: true, capture: 3 },
      ],
    );
  });
  afterAll(() => workspace.close());

  it('has rows of time and value, and no row for a missing value', async () => {
    const answer = await ask(workspace, metric, { series: 'cpu/0/%idle' });
    expect(answer.columns.map(({ name, unit }) => [name, unit])).toEqual([
      ['time', undefined],
      ['value', '%'],
      ['id', undefined],
    ]);
    expect(rowsOf(answer, 'time', 'value')).toEqual([
      [at(101), 10],
      [at(103), 40],
      [at(104), 60],
    ]);
  });

  it('shows a cumulative count as a rate, with a gap where it decreases', async () => {
    const answer = await ask(workspace, metric, { series: 'network/eth0/*' });
    expect(rowsOf(answer, 'time', 'value')).toEqual([
      [at(101), 200],
      [at(103), 1000],
    ]);
    expect(answer.columns[1]?.unit).toBe('B/s');
    expect(noteTexts(answer)).toEqual([
      expect.stringMatching(/^network\/eth0\/bytes is a cumulative count.*gap/),
    ]);
    const counts = await ask(workspace, metric, { series: 'network/eth0/*', counts: true });
    expect(rowsOf(counts, 'value').flat()).toEqual([100, 300, 250, 1250]);
  });

  it('gives the first rate in a range from the value before it', async () => {
    const answer = await ask(workspace, metric, { series: 'network/eth0/*' }, { from: at(103) });
    expect(rowsOf(answer, 'time', 'value')).toEqual([[at(103), 1000]]);
  });

  it('makes a rate of any series on request', async () => {
    const answer = await ask(workspace, metric, { series: 'cpu/1/%idle', rate: true });
    expect(rowsOf(answer, 'time', 'value')).toEqual([[at(101), 10]]);
    expect(answer.columns[1]?.unit).toBe('%/s');
  });

  it('has one value per bucket, aligned to UTC, with rates weighted by their seconds', async () => {
    const means = await ask(workspace, metric, { series: 'cpu/0/%idle', bucket: '2s' });
    expect(rowsOf(means, 'time', 'value')).toEqual([
      [at(100), 10],
      [at(102), 40],
      [at(104), 60],
    ]);
    const most = await ask(workspace, metric, { series: 'cpu/0/%idle', bucket: '1min', of: 'max' });
    expect(rowsOf(most, 'time', 'value')).toEqual([[at(60), 60]]);
    await expect(ask(workspace, metric, { series: 'cpu/0/%idle', bucket: 'often' })).rejects.toMatchObject({
      code: 'bad-parameter',
    });
  });

  it('names the series of each row if several match', async () => {
    const answer = await ask(workspace, metric, { series: 'cpu/*' }, { from: at(101), to: at(102) });
    expect(rowsOf(answer, 'time', 'value', 'instance', 'counter', 'unit')).toEqual([
      [at(101), 10, '0', '%idle', '%'],
      [at(101), 30, '1', '%idle', '%'],
    ]);
  });

  it('numbers the rows of a capture without a clock, with a note', async () => {
    const answer = await ask(workspace, metric, { series: 'scheduler/r' });
    expect(rowsOf(answer, 'time', 'value', 'row')).toEqual([
      [null, 4, 0],
      [null, 2, 1],
    ]);
    expect(noteData(answer, 'without-clock')).toEqual({ captures: ['no-clock'] });
  });
});

const files = ['vmstat', 'iostat', 'sar'].map(name => incident(`disk-stall/${name}.txt`));
describe.skipIf(files.some(missing))('a real capture', () => {
  it('has the values that iostat printed, and sar agrees', async () => {
    const workspace = await imported(files);
    const answer = await ask(workspace, metric, { series: 'disk/vda/%util', bucket: '10s', of: 'max' });
    const rows = rowsOf(answer, 'capture', 'time', 'value') as [number, bigint, number][];
    const peak = (capture: number) =>
      rows.filter(row => row[0] === capture).reduce((a, b) => (b[2] > a[2] ? b : a));
    expect(peak(2)[1]).toBe(peak(3)[1]);
    expect(peak(2)[2]).toBeGreaterThan(99);
    expect(new Date(Number(peak(2)[1] / 1_000_000n)).toISOString()).toBe('2026-11-21T04:24:50.000Z');
    await workspace.close();
  }, 30_000);
});
