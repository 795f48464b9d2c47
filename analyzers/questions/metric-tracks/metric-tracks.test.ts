import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOf as ask, noteData, rowsOf, workspaceOf } from '../../../fixtures/samples.ts';
import type { Workspace } from '../../../workspace/workspace.ts';
import { metricTracks } from './metric-tracks.ts';

const second = 1_000_000_000n;
const at = (seconds: number) => BigInt(seconds) * second;
const scope = { from: at(100), to: at(110) };

describe('metric tracks', () => {
  let workspace: Workspace;
  beforeAll(async () => {
    const none = [null, null, null, null];
    workspace = await workspaceOf(
      [],
      [
        { zero: at(100), name: 'a.txt' },
        { zero: at(100), name: 'b.txt' },
      ],
      [
        { path: 'cpu/0/%idle', values: [10, 20, 30, 40, ...none, 50, 60], unit: '%' },
        { path: 'cpu/1/%idle', values: [1, 3, 5, 7, 9, 11, 13, 15, 17, 19], unit: '%' },
        { path: 'scheduler/r', values: [4, 8], ts: [0, 5e9], capture: 2 },
        { path: 'cpu/1/%idle', values: [2, 4], unit: '%', capture: 2 },
        { path: 'net/eth0/bytes', values: [0, 10, 20, 5, 15, 25, 35, 45, 55, 65], cumulative: true },
      ],
    );
  });
  afterAll(() => workspace.close());

  it('give mean, minimum and maximum per bucket, and a null row where a gap begins', async () => {
    const answer = await ask(workspace, metricTracks, { series: '1:cpu/0/*', buckets: 5 }, scope);
    expect(rowsOf(answer)).toEqual([
      ['cpu %idle', '0', at(100), 15, 10, 20, '%', 'series/0'],
      ['cpu %idle', '0', at(102), 35, 30, 40, '%', 'series/0'],
      ['cpu %idle', '0', at(104), null, null, null, '%', 'series/0'],
      ['cpu %idle', '0', at(108), 55, 50, 60, '%', 'series/0'],
    ]);
  });

  it('have no gap between values that are rarer than the buckets', async () => {
    const answer = await ask(workspace, metricTracks, { series: 'r', buckets: 10 }, scope);
    expect(rowsOf(answer, 'time', 'value')).toEqual([
      [at(100), 4],
      [at(105), 8],
    ]);
  });

  it('have a gap where a cumulative count decreased', async () => {
    const answer = await ask(workspace, metricTracks, { series: 'bytes', buckets: 10 }, scope);
    expect(rowsOf(answer, 'value').flat()).toEqual([10, 10, null, 10, 10, 10, 10, 10, 10]);
    expect(rowsOf(answer, 'unit')[0]).toEqual(['/s']);
  });

  it('are arranged by counter, instance, series or all in one, separately for each capture', async () => {
    const names = async (by: string) => {
      const answer = await ask(workspace, metricTracks, { series: 'cpu/*', buckets: 1, by }, scope);
      return rowsOf(answer, 'track', 'key').map(each => each.join(' | '));
    };
    expect(await names('counter')).toEqual([
      'cpu %idle | 0',
      'cpu %idle | 1 (a.txt)',
      'cpu %idle | 1 (b.txt)',
    ]);
    expect((await names('instance'))[0]).toBe('cpu 0 | %idle');
    expect((await names('series'))[0]).toBe('cpu/0/%idle | cpu/0/%idle');
    expect((await names('one'))[0]).toBe('metrics | cpu/0/%idle');
  });

  it('are normalised to their own maximum, and limited in number with a note', async () => {
    const answer = await ask(
      workspace,
      metricTracks,
      { series: 'cpu/*', buckets: 5, normalise: true, top: 1 },
      scope,
    );
    expect(rowsOf(answer, 'max').flat().at(-1)).toBe(100);
    expect(answer.columns.find(each => each.name === 'value')?.unit).toBe('%');
    expect(noteData(answer, 'first-only')).toEqual({ shown: 1, of: 3 });
  });
});
