import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askOf, noteData, rowsOf, workspaceOf } from '../../../fixtures/samples.ts';
import type { Workspace } from '../../../workspace/workspace.ts';
import { captureFacts } from '../../kit/catalog.ts';
import { bucketSql } from '../../time/span.ts';
import { timeline } from './timeline.ts';

const second = 1_000_000_000;
let workspace: Workspace;
beforeAll(async () => {
  workspace = await workspaceOf(
    [
      ...Array.from({ length: 20 }, (_, i) => ({
        stack: 'a@app',
        ts: (i * second) / 10,
        process: 'web',
        tid: 1,
      })),
      ...Array.from({ length: 5 }, (_, i) => ({
        stack: 'b@lib',
        ts: (i * second) / 10,
        process: 'db',
        tid: 2,
      })),
      { stack: 'b@lib', ts: 1.5 * second, process: 'sh', tid: 3, cpu: 1 },
      { stack: 'b@lib', ts: null, process: 'sh', tid: 3 },
      { stack: 'a@app', ts: 0, process: 'sh', tid: 3, kind: 'faults' },
    ],
    [{ zero: 1_000_000n, facts: { frequency: { cycles: 10 } } }],
  );
});
afterAll(() => workspace.close());

const drawn = ['track', 'key', 'time', 'value'];
const defaults = {
  by: 'process',
  buckets: 2,
  top: 2,
  aligned: false,
  function: undefined,
  module: undefined,
};
const scope = { from: 1_000_000n, to: 1_000_000n + 2n * BigInt(second) };

describe('timeline', () => {
  it('draws only the samples that have a given function in their stack', async () => {
    const of = (name: string, module?: string) =>
      timeline.answer(askOf(workspace), { ...defaults, function: name, module }, scope);
    const [start, middle] = [scope.from, scope.from + BigInt(second)];
    expect(rowsOf(await of('b', 'lib'), ...drawn)).toEqual([
      ['CPU by process', 'db', start, 0.5],
      ['CPU by process', 'db', middle, 0],
      ['CPU by process', 'sh', start, 0],
      ['CPU by process', 'sh', middle, 0.1],
    ]);
    expect(rowsOf(await of('a')).map(([, key]) => key)).toEqual(['web', 'web']);
    await expect(of('c')).rejects.toThrow('function "c"');
  });

  it('gives the number of CPUs that each process kept busy, and adds up the other processes', async () => {
    const found = await timeline.answer(askOf(workspace), { ...defaults, top: 1 }, scope);
    const [start, middle] = [scope.from, scope.from + BigInt(second)];
    expect(rowsOf(found, ...drawn)).toEqual([
      ['CPU by process', 'web', start, 1],
      ['CPU by process', 'web', middle, 1],
      ['CPU by process', 'other', start, 0.5],
      ['CPU by process', 'other', middle, 0.1],
    ]);
    expect(rowsOf(found, 'id').flat()).toEqual(['process/web', 'process/web', null, null]);
    expect(found.columns[3]?.unit).toBe('CPUs');
    expect(noteData(found, 'other')).toEqual({ keys: ['db', 'sh'] });
  });

  it('leaves out a row that is dated a century away', async () => {
    const captures = await captureFacts(askOf(workspace));
    const span = {
      from: 1_000_000n,
      width: 500_000_000n,
      buckets: 4,
      captures,
      isWhole: true,
      scope: {},
      notes: [],
    };
    const century = 100n * 366n * 86_400_000_000_000n;
    const found = await workspace.columns(
      `SELECT ${bucketSql(span)} AS bucket FROM (VALUES (0), (1999999999), (2000000000), (-1), (${century}), (-${century}), (NULL)) s(ts)`,
    );
    expect([...found.ints('bucket')]).toEqual([0, 3, 4, -1, -1, -1, -1]);
  });

  it('distinguishes modules, threads and processors', async () => {
    const keys = async (by: string) =>
      (await timeline.answer(askOf(workspace), { ...defaults, by, buckets: 1 }, scope)).data[1];
    expect(await keys('module')).toMatchObject({ values: ['app', 'lib'] });
    expect(await keys('thread')).toMatchObject({ values: ['web 1', 'db 2', 'other'] });
    expect(await keys('cpu')).toMatchObject({ values: ['CPU 0', 'CPU 1'] });
    const byCpu = await timeline.answer(askOf(workspace), { ...defaults, by: 'cpu' }, scope);
    expect(byCpu.columns[1]?.refers).toBe('cpu');
  });

  it('never adds kinds together, and falls back to samples a second', async () => {
    const found = await timeline.answer(askOf(workspace), { ...defaults, by: 'kind', buckets: 1 }, scope);
    expect(rowsOf(found, 'key', 'value')).toEqual([
      ['cycles', 13],
      ['faults', 0.5],
    ]);
    expect(found.columns[3]?.unit).toBe('samples/s');
  });

  it('spans its captures when no time is chosen, and names the captures without a time', async () => {
    const found = await timeline.answer(askOf(workspace), { ...defaults, buckets: 1 }, {});
    expect(rowsOf(found, 'time')[0]).toEqual([scope.from]);
    expect(noteData(found, 'without-time')).toEqual({ amount: 1, unit: 'samples' });
  });
});
