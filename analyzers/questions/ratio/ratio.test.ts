import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOf as ask, imported, noteData, rowsOf, workspaceOf } from '../../../fixtures/samples.ts';
import { incident, missing } from '../../../fixtures/shared.ts';
import type { Workspace } from '../../../workspace/workspace.ts';
import { ratio } from './ratio.ts';

const at = (seconds: number) => BigInt(seconds) * 10n ** 9n;

describe('ratio', () => {
  let workspace: Workspace;
  beforeAll(async () => {
    workspace = await workspaceOf(
      [],
      [{ zero: at(100) }, { zero: at(100) }, { name: 'no-clock', utcOffset: null }],
      [
        { path: 'Group Cpu/1:vm/% Used', values: [50, 60, 70, null], unit: '%' },
        { path: 'Group Cpu/1:vm/% Run', values: [100, 0, 70, 70], unit: '%' },
        { path: 'Group Cpu/2:vm/% Used', values: [30], unit: '%' },
        { path: 'Group Cpu/2:vm/% Run', values: [20], unit: '%' },
        { path: 'slow/x', values: [10, 20], ts: [0, 2e9], capture: 2 },
        { path: 'a', values: [1, 2], ts: [null, null], capture: 3 },
        { path: 'b', values: [2, 8], ts: [null, null], capture: 3 },
      ].map(each => (each.path.length === 1 ? { ...each, path: `x/${each.path}` } : each)),
    );
  });
  afterAll(() => workspace.close());

  it('divides values of the same moment, and gives none for a division by 0', async () => {
    const answer = await ask(workspace, ratio, { a: '*1:vm/% Used', b: '*1:vm/% Run' });
    expect(rowsOf(answer)).toEqual([
      [at(100), 50, 100, 0.5],
      [at(101), 60, 0, null],
      [at(102), 70, 70, 1],
    ]);
    expect(answer.columns.map(each => each.unit)).toEqual([undefined, '%', '%', undefined]);
    expect(noteData(answer, 'overall')).toMatchObject({ below: 1, points: 3 });
  });

  it('divides series of the same instance if several match', async () => {
    const answer = await ask(workspace, ratio, { a: '% Used', b: '% Run' }, { to: at(101) });
    expect(rowsOf(answer, 'ratio', 'instance')).toEqual([
      [0.5, '1:vm'],
      [1.5, '2:vm'],
    ]);
    await expect(ask(workspace, ratio, { a: '% Used', b: 'x/a, slow/x' })).rejects.toThrow(
      /The pairs of series are ambiguous/,
    );
  });

  it('averages over buckets across captures', async () => {
    const answer = await ask(workspace, ratio, { a: '*1:vm/% Run', b: 'slow/x' });
    expect(rowsOf(answer)).toEqual([
      [at(100), 50, 10, 5],
      [at(102), 70, 20, 3.5],
    ]);
    expect(noteData(answer, 'averaged')).toEqual({ seconds: 2 });
    const all = await ask(workspace, ratio, { a: '*1:vm/% Run', b: 'slow/x', bucket: '100s' });
    expect(rowsOf(all, 'time', 'ratio')).toEqual([[at(100), 4]]);
  });

  it('pairs values by row number without a clock', async () => {
    const answer = await ask(workspace, ratio, { a: 'x/a', b: 'x/b' });
    expect(rowsOf(answer, 'time', 'ratio')).toEqual([
      [null, 0.5],
      [null, 0.25],
    ]);
    expect(noteData(answer, 'without-clock')).toBeDefined();
  });
});

const files = ['mpstat', 'sar'].map(name => incident(`cpu-hog/${name}.txt`));
describe.skipIf(files.some(missing))('a real capture', () => {
  it('gives 1 for mpstat over sar', async () => {
    const workspace = await imported(files);
    const answer = await ask(workspace, ratio, { a: '1:cpu/all/%usr', b: '2:cpu/all/%usr', bucket: '30s' });
    const ratios = rowsOf(answer, 'ratio').flat();
    expect(ratios.length).toBeGreaterThanOrEqual(3);
    for (const each of ratios) expect(each).toBeCloseTo(1, 1);
    await workspace.close();
  }, 30_000);
});
