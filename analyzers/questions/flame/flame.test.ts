import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { incidents, recorded } from '../../../fixtures/recorded.ts';
import { answerOf, noteTexts, rowsOf, workspaceOf } from '../../../fixtures/samples.ts';
import { incident, missing } from '../../../fixtures/shared.ts';
import type { Workspace } from '../../../workspace/workspace.ts';
import type { Answer, Scope } from '../../contract.ts';
import { callTree } from '../call-tree/call-tree.ts';
import { functions } from '../functions/functions.ts';
import { invertedTree } from '../inverted-tree/inverted-tree.ts';
import { processes } from '../processes/processes.ts';
import { flame } from './flame.ts';

type Row = [node: number, parent: number | null, name: string, module: string, self: number, total: number];
const framesOf = (found: Answer) =>
  rowsOf(found, 'node', 'parent', 'function', 'module', 'self', 'total') as Row[];

const named = ['node', 'parent', 'depth', 'function', 'module', 'self', 'total', 'rest', 'percent'];

describe('flame', () => {
  let workspace: Workspace;
  beforeAll(async () => {
    workspace = await workspaceOf([
      { stack: 'main@app work@app read@libc', weight: 5, process: 'app', pid: 1, tid: 1 },
      { stack: 'main@app work@app', weight: 1, process: 'app', pid: 1, tid: 1 },
      { stack: 'main@app wait@app', weight: 10, process: 'app', pid: 1, tid: 2 },
      { stack: 'main@app work@app read@libc', weight: 2, process: 'tool', pid: 2, tid: 3 },
      { stack: 'start@tool', weight: 1, process: 'tool', pid: 2, tid: 3 },
      { stack: '', weight: 1, process: 'tool', pid: 2, tid: 3 },
    ]);
  });
  afterAll(() => workspace.close());

  const ask = (params: object = {}, scope: Scope = {}) =>
    answerOf(workspace, flame, { 'min-percent': 0, ...params }, scope);
  const under = (...path: string[]) => JSON.stringify(path.map(each => each.split('@')));

  it('stacks callees on their callers, heaviest first', async () => {
    const answer = await ask();
    expect(answer.whole).toEqual({ amount: 20, unit: 'samples' });
    expect(rowsOf(answer, ...named)).toEqual([
      [1, null, 0, 'main', 'app', 0, 18, 0, 90],
      [2, 1, 1, 'wait', 'app', 10, 10, 0, 50],
      [3, 1, 1, 'work', 'app', 1, 8, 0, 40],
      [4, 3, 2, 'read', 'libc', 7, 7, 0, 35],
      [5, null, 0, '[no stack]', '[no stack]', 1, 1, 0, 5],
      [6, null, 0, 'start', 'tool', 1, 1, 0, 5],
    ]);
  });

  it('gives for each frame the weight of the frames above it that are too small to draw', async () => {
    const answer = await ask({ 'min-percent': 36 });
    expect(rowsOf(answer, 'function', 'rest')).toEqual([
      ['main', 0],
      ['wait', 0],
      ['work', 7],
    ]);
    expect(noteTexts(answer)).toEqual(['Left out below the minimum share: 3 branches (9 samples).']);
  });

  it('zooms into a function wherever it was called, with all its calls merged', async () => {
    const elsewhere = await workspaceOf([
      { stack: 'main@m work@m read@m', weight: 5 },
      { stack: 'main@m other@m work@m read@m', weight: 2 },
      { stack: 'main@m other@m work@m work@m write@m', weight: 1 },
      { stack: 'main@m', weight: 9 },
    ]);
    const found = await answerOf(elsewhere, flame, { under: 'work', 'min-percent': 0 });
    expect(rowsOf(found, 'depth', 'function', 'self', 'total')).toEqual([
      [0, 'work', 0, 8],
      [1, 'read', 7, 7],
      [1, 'work', 0, 1],
      [2, 'write', 1, 1],
    ]);
    expect(noteTexts(found).join(' ')).toContain('from 2 places');
    const along = await answerOf(elsewhere, flame, { under: 'other;work', 'min-percent': 0 });
    expect(rowsOf(along, 'function', 'total').slice(0, 2)).toEqual([
      ['other', 3],
      ['work', 3],
    ]);
    const rooted = await answerOf(elsewhere, flame, { under: 'main;work', 'min-percent': 0 });
    expect(rowsOf(rooted, 'function', 'total')).toEqual([
      ['main', 17],
      ['work', 5],
      ['read', 5],
    ]);
    await elsewhere.close();
  });

  it('zooms into a path: its frames, then the frames above the last one, by their share of it', async () => {
    const answer = await ask({ under: under('main@app', 'work@app'), 'min-percent': 36 });
    expect(rowsOf(answer, 'node', 'parent', 'depth', 'function', 'total', 'percent')).toEqual([
      [1, null, 0, 'main', 18, 90],
      [2, 1, 1, 'work', 8, 40],
      [3, 2, 2, 'read', 7, 35],
    ]);
    expect(noteTexts(answer)).toEqual([]);
  });

  it('ends the zoom where the path ends in this scope, with a note', async () => {
    const asked = { under: under('main@app', 'wait@app') };
    const answer = await ask(asked, { processes: ['tool'] });
    expect(rowsOf(answer, 'function', 'total')).toEqual([
      ['main', 2],
      ['work', 2],
      ['read', 2],
    ]);
    expect(noteTexts(answer)).toEqual([
      'In this scope no path continues from main to wait, so the zoom ends at main.',
    ]);
    const all = await ask({ under: under('nobody@app') });
    expect(all.rows).toBe(6);
    expect(noteTexts(all)).toEqual([
      'No path in this scope begins with nobody, so the whole scope is shown.',
    ]);
    await expect(ask({ under: '["main"]' })).rejects.toThrow('under must be a JSON array');
  });

  it('stacks callers on the functions that samples were taken in', async () => {
    const inverted = { tree: 'inverted' };
    expect(rowsOf(await ask(inverted), 'depth', 'function', 'self', 'total')).toEqual([
      [0, 'wait', 10, 10],
      [1, 'main', 0, 10],
      [0, 'read', 7, 7],
      [1, 'work', 0, 7],
      [2, 'main', 0, 7],
      [0, '[no stack]', 1, 1],
      [0, 'work', 1, 1],
      [1, 'main', 0, 1],
      [0, 'start', 1, 1],
    ]);
    const zoomed = await ask({ ...inverted, under: under('read@libc', 'work@app') });
    expect(rowsOf(zoomed, 'node', 'parent', 'depth', 'function', 'self', 'total')).toEqual([
      [1, null, 0, 'read', 7, 7],
      [2, 1, 1, 'work', 0, 7],
      [3, 2, 2, 'main', 0, 7],
    ]);
  });

  it('has processes or threads as its roots if the parameter says so', async () => {
    expect(rowsOf(await ask({ root: 'process' }), 'depth', 'function', 'module', 'total')).toEqual([
      [0, 'app', null, 16],
      [1, 'main', 'app', 16],
      [2, 'wait', 'app', 10],
      [2, 'work', 'app', 6],
      [3, 'read', 'libc', 5],
      [0, 'tool', null, 4],
      [1, 'main', 'app', 2],
      [2, 'work', 'app', 2],
      [3, 'read', 'libc', 2],
      [1, '[no stack]', '[no stack]', 1],
      [1, 'start', 'tool', 1],
    ]);
    const asked = { root: 'thread', tree: 'inverted', under: under('tool 3@thread', 'read@libc') };
    expect(rowsOf(await ask(asked), 'parent', 'depth', 'function', 'self', 'total')).toEqual([
      [null, 0, 'tool 3', 0, 4],
      [1, 1, 'read', 2, 2],
      [2, 2, 'work', 0, 2],
      [3, 3, 'main', 0, 2],
    ]);
    const lost = await ask({ root: 'process', under: under('app@process', 'start@tool') });
    expect(noteTexts(lost)).toEqual([
      'In this scope no path continues from app to start, so the zoom ends at app.',
    ]);
  });
});

describe('flame of deep recursion', () => {
  it('does not run out of stack', async () => {
    const deep = await workspaceOf([{ stack: Array(20_000).fill('f@app').join(' ') }]);
    for (const tree of ['call', 'inverted'])
      expect((await answerOf(deep, flame, { tree })).rows).toBe(20_000);
    await deep.close();
  });
});

for (const name of incidents) {
  const capture = incident(`${name}/cpu.perf.txt.zst`);
  describe.skipIf(missing(capture))(`flame of ${name}`, () => {
    let workspace: Workspace;
    beforeAll(async () => {
      workspace = await recorded(name);
    }, 60_000);
    afterAll(() => workspace?.close());

    it('has the frames of the trees', async () => {
      const columns = ['depth', 'function', 'module', 'self', 'total', 'percent'];
      for (const root of ['none', 'process']) {
        const tree = await answerOf(workspace, callTree, { root });
        const ours = await answerOf(workspace, flame, { root, 'min-percent': 0 });
        expect(rowsOf(ours, ...columns)).toEqual(rowsOf(tree, ...columns));
      }
      const inverted = await answerOf(workspace, invertedTree, { 'min-percent': 0.1 });
      const ours = await answerOf(workspace, flame, { tree: 'inverted', 'min-percent': 0.1 });
      expect(rowsOf(ours, ...columns)).toEqual(rowsOf(inverted, ...columns));
    });

    // `functions` itself is held against perf report in stacks/perf-report.test.ts.
    it('has the same self and total of every function as the question functions', async () => {
      const frames = framesOf(await answerOf(workspace, flame, { 'min-percent': 0 }));
      const byNode = new Map(frames.map(frame => [frame[0], frame]));
      const sums = new Map<string, { self: number; total: number }>();
      for (const [, parent, name, module, self, total] of frames) {
        const sum = sums.get(`${name} ${module}`) ?? { self: 0, total: 0 };
        let isTopmost = true;
        for (let up = parent; up !== null && isTopmost; up = byNode.get(up)![1])
          isTopmost = byNode.get(up)![2] !== name || byNode.get(up)![3] !== module;
        sum.self += self;
        if (isTopmost) sum.total += total;
        sums.set(`${name} ${module}`, sum);
      }
      const expected = rowsOf(
        await answerOf(workspace, functions),
        'function',
        'module',
        'self',
        'total',
      ) as [string, string, number, number][];
      expect(sums.size).toBe(expected.length);
      for (const [name, module, self, total] of expected)
        expect(sums.get(`${name} ${module}`), name).toEqual({ self, total });
    });

    it('accounts for the total of each frame: self, frames above it, and frames left out', async () => {
      for (const root of ['none', 'process']) {
        const answer = await answerOf(workspace, flame, { root, 'min-percent': 0.5 });
        const rows = rowsOf(answer, 'node', 'parent', 'self', 'total', 'rest') as number[][];
        const left = new Map(rows.map(([node, , self, total, rest]) => [node, total! - self! - rest!]));
        for (const [, parent, , total] of rows)
          if (parent !== null) left.set(parent, left.get(parent!)! - total!);
        expect([...left.values()].every(each => each === 0)).toBe(true);
        expect(rows.some(([, , , , rest]) => rest! > 0)).toBe(true);
      }
    });

    it('is as wide as the samples of its processes', async () => {
      const answer = await answerOf(workspace, flame, { root: 'process', 'min-percent': 0 });
      const widths = new Map(
        (rowsOf(answer, 'depth', 'function', 'total') as [number, string, number][]).flatMap(
          ([depth, name, total]) => (depth === 0 ? [[name, total] as const] : []),
        ),
      );
      const expected = new Map<string, number>();
      for (const [process, samples] of rowsOf(await answerOf(workspace, processes), 'process', 'samples') as [
        string,
        number,
      ][])
        expected.set(process, (expected.get(process) ?? 0) + samples);
      expect(widths).toEqual(expected);
    });
  });
}
