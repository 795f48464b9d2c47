import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOf as ask, imported, noteData, rowsOf, workspaceOf } from '../../../fixtures/samples.ts';
import { incident, missing } from '../../../fixtures/shared.ts';
import type { Workspace } from '../../../workspace/workspace.ts';
import { series } from './series.ts';

const second = 1_000_000_000n;

describe('series', () => {
  let workspace: Workspace;
  beforeAll(async () => {
    workspace = await workspaceOf(
      [],
      [{ zero: 100n * second }, { name: 'no-clock', utcOffset: null }],
      [
        {
          path: 'cpu/0/%idle',
          values: [99, 10, null, 40],
          unit: '%',
          host: 'vm',
          sinceBoot: true,
          meaning: {
            name: 'system.cpu.utilization',
            attributes: { 'cpu.mode': 'idle' },
            factor: 0.01,
            addend: 0,
          },
        },
        { path: 'network/eth0/bytes', values: [100, 300, 250, 1250], unit: 'B', cumulative: true },
        { path: 'memory/free', values: [7], sinceBoot: true },
        { path: 'cpu/%idle', values: [1, 3], ts: [null, null], capture: 2 },
        { path: 'tcp/opens', values: [5], unit: 'count', cumulative: true },
      ],
    );
  });
  afterAll(() => workspace.close());

  it('lists series with their ranges, without reports since boot, and cumulative counts as rates', async () => {
    const answer = await ask(workspace, series);
    const noMeaning = [null, null, null, null];
    const idle = ['system.cpu.utilization', '{"cpu.mode":"idle"}', 0.01, 0];
    const usual = answer.columns.map(({ name }) => name).slice(0, -4);
    expect(rowsOf(answer, ...usual)).toEqual([
      [1, 'vm', 'cpu', '0', '%idle', '%', 2, 10, 25, 40, 40, ...idle],
      [1, null, 'network', 'eth0', 'bytes', 'B/s', 4, 200, 600, 1000, 1000, ...noMeaning],
      [2, null, 'cpu', null, '%idle', null, 2, 1, 2, 3, 3, ...noMeaning],
      [1, null, 'tcp', null, 'opens', '/s', 1, null, null, null, null, ...noMeaning],
    ]);
    expect(answer.notes.map(each => [each.code, each.data])).toEqual([
      ['without-value', { series: 1 }],
      ['rates', { series: 2 }],
      ['without-rate', { series: 1 }],
    ]);
  });

  it('includes first reports and cumulative counts on request', async () => {
    const answer = await ask(workspace, series, { 'include-since-boot': true, counts: true });
    expect(rowsOf(answer, 'counter', 'unit', 'points', 'min', 'max', 'last')).toEqual([
      ['%idle', '%', 3, 10, 99, 40],
      ['bytes', 'B', 4, 100, 1250, 1250],
      ['free', null, 1, 7, 7, 7],
      ['%idle', null, 2, 1, 3, 3],
      ['opens', 'count', 1, 5, 5, 5],
    ]);
    expect(answer.notes).toEqual([]);
  });

  it('honours time, captures and a selection', async () => {
    const late = await ask(workspace, series, { series: 'bytes, %idle' }, { from: 103n * second });
    expect(rowsOf(late, 'counter', 'points', 'mean')).toEqual([
      ['%idle', 1, 40],
      ['bytes', 1, 1000],
    ]);
    expect(noteData(late, 'unaligned-left-out')).toEqual({ captures: ['no-clock'] });
    expect(rowsOf(await ask(workspace, series, {}, { captures: [2] }), 'capture')).toEqual([[2]]);
  });
});

const vmstat = incident('cpu-hog/vmstat.txt');
describe.skipIf(missing(vmstat))('a real capture', () => {
  it('has the columns of vmstat with their figures', async () => {
    const workspace = await imported([vmstat]);
    const answer = await ask(workspace, series, { series: 'scheduler/r' });
    // 92 rows, the first of them since boot.
    const [row] = rowsOf(answer, 'points', 'min', 'max', 'last');
    expect(row).toEqual([91, 1, 9, 2]);
    expect((await ask(workspace, series)).rows).toBe(17);
    await workspace.close();
  }, 30_000);
});
