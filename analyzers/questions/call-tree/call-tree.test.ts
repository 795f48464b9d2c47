import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askOf, noteTexts, rowsOf, workspaceOf } from '../../../fixtures/samples.ts';
import type { Workspace } from '../../../workspace/workspace.ts';
import type { Scope } from '../../contract.ts';
import { callTree } from './call-tree.ts';

let workspace: Workspace;
beforeAll(async () => {
  workspace = await workspaceOf([
    { stack: 'main@app work@app read@libc', weight: 5, process: 'app', pid: 1, tid: 1 },
    { stack: 'main@app work@app', weight: 1, process: 'app', pid: 1, tid: 1 },
    { stack: 'main@app idle@app', weight: 10, process: 'app', pid: 1, tid: 2 },
    { stack: 'main@app work@app read@libc', weight: 2, process: 'tool', pid: 2, tid: 3 },
    { stack: 'start@tool', weight: 1, process: 'tool', pid: 2, tid: 3 },
    { stack: '', weight: 1, process: 'tool', pid: 2, tid: 3 },
  ]);
});
afterAll(() => workspace.close());

const defaults = { depth: 0, 'min-percent': 0, node: 0, under: undefined, root: 'none' };
const ask = (
  params: { node?: number; depth?: number; 'min-percent'?: number; under?: string; root?: string } = {},
  scope: Scope = {},
) => callTree.answer(askOf(workspace), { ...defaults, ...params }, scope);

const named = ['id', 'parent', 'depth', 'function', 'module', 'self', 'total', 'percent'];

describe('call tree', () => {
  it('lists nodes from the roots down, heaviest first, with ids from 1', async () => {
    const result = await ask();
    expect(result.whole).toEqual({ amount: 20, unit: 'samples' });
    expect(rowsOf(result, ...named)).toEqual([
      [1, null, 0, 'main', 'app', 0, 18, 90],
      [2, 1, 1, 'idle', 'app', 10, 10, 50],
      [3, 1, 1, 'work', 'app', 1, 8, 40],
      [4, 3, 2, 'read', 'libc', 7, 7, 35],
      [5, null, 0, '[no stack]', '[no stack]', 1, 1, 5],
      [6, null, 0, 'start', 'tool', 1, 1, 5],
    ]);
  });

  it('stops at a depth and at a minimum share, and notes how much the minimum share left out', async () => {
    expect(rowsOf(await ask({ depth: 1 }), 'function')).toEqual([['main'], ['[no stack]'], ['start']]);
    const result = await ask({ 'min-percent': 36 });
    expect(rowsOf(result, 'function')).toEqual([['main'], ['idle'], ['work']]);
    expect(noteTexts(result)).toEqual(['Left out below the minimum share: 3 branches (9 samples).']);
  });

  it('opens one node: its children are the roots', async () => {
    const under = JSON.stringify([
      ['main', 'app'],
      ['work', 'app'],
    ]);
    expect(rowsOf(await ask({ under }), ...named)).toEqual([[1, null, 0, 'read', 'libc', 7, 7, 35]]);
    expect((await ask({ under: '[["nobody", "app"]]' })).rows).toBe(0);
    await expect(ask({ under: '["main"]' })).rejects.toThrow('under must be a JSON array');
    await expect(ask({ under: '[[' })).rejects.toThrow('under must be a JSON array');
  });

  it('has processes or threads as its first level if the parameter says so', async () => {
    expect(rowsOf(await ask({ root: 'process' }), 'depth', 'function', 'module', 'self', 'total')).toEqual([
      [0, 'app', null, 0, 16],
      [1, 'main', 'app', 0, 16],
      [2, 'idle', 'app', 10, 10],
      [2, 'work', 'app', 1, 6],
      [3, 'read', 'libc', 5, 5],
      [0, 'tool', null, 0, 4],
      [1, 'main', 'app', 0, 2],
      [2, 'work', 'app', 0, 2],
      [3, 'read', 'libc', 2, 2],
      [1, '[no stack]', '[no stack]', 1, 1],
      [1, 'start', 'tool', 1, 1],
    ]);
    expect(rowsOf(await ask({ root: 'thread', depth: 1 }), 'function', 'type', 'total')).toEqual([
      ['app 2', 'thread', 10],
      ['app 1', 'thread', 6],
      ['tool 3', 'thread', 4],
    ]);
    const under = JSON.stringify([
      ['tool', 'process'],
      ['main', 'app'],
    ]);
    expect(rowsOf(await ask({ root: 'process', under }), 'depth', 'function', 'total')).toEqual([
      [0, 'work', 2],
      [1, 'read', 2],
    ]);
  });
});

describe('ids of nodes', () => {
  it('open each row, whatever the first level of the tree', async () => {
    for (const root of ['none', 'process', 'thread']) {
      const rows = rowsOf(await ask({ root }), 'id', 'parent', 'function', 'total', 'node');
      expect(new Set(rows.map(row => row[4])).size).toBe(rows.length);
      for (const [id, , , , node] of rows) {
        const under = rows.filter(row => row[1] === id).map(row => row.slice(2));
        const opened = await ask({ root, node: node as number, depth: 1 });
        expect(rowsOf(opened, 'function', 'total', 'node'), `${root} ${id}`).toEqual(under);
      }
    }
  });

  it('are valid in every scope with the same grouping rules', async () => {
    const rows = rowsOf(await ask({ root: 'process' }), 'function', 'node') as [string, number][];
    const [, tool] = rows.find(([name]) => name === 'tool')!;
    const scoped = await ask({ root: 'process', node: tool, depth: 1 }, { threads: [3] });
    expect(rowsOf(scoped, 'function', 'total')).toEqual([
      ['main', 2],
      ['[no stack]', 1],
      ['start', 1],
    ]);
    expect((await ask({ root: 'process', node: tool }, { threads: [1] })).rows).toBe(0);
  });

  it('are refused in another tree, with other rules, and if they do not exist', async () => {
    const [[id]] = rowsOf(await ask(), 'node') as [[number]];
    for (const [params, scope] of [
      [{ node: id, root: 'process' }, {}],
      [{ node: id }, { group: 'modules' }],
      [{ node: id + 1e12 }, {}],
      [{ node: 7 }, {}],
      [{ node: id + 0.5 }, {}],
    ] as const)
      await expect(ask(params, scope)).rejects.toThrow('There is no node');
  });
});

describe('call tree by process', () => {
  it('leaves out samples that a rule hides, also from the total that percentages refer to', async () => {
    const result = await ask({ root: 'process' }, { group: 'hide:idle' });
    expect(rowsOf(result, 'function', 'total', 'percent').slice(0, 1)).toEqual([['app', 6, 60]]);
    expect(result.whole?.amount).toBe(10);
    expect(noteTexts(result)).toEqual(['Left out by a hide rule: 10 samples.']);
  });
});

describe('call tree of deep recursion', () => {
  it('does not run out of stack', async () => {
    const deep = await workspaceOf([{ stack: Array(20_000).fill('f@app').join(' ') }]);
    const result = await callTree.answer(askOf(deep), defaults, {});
    expect(result.rows).toBe(20_000);
    const joined = await callTree.answer(askOf(deep), defaults, { group: 'recursion' });
    expect(rowsOf(joined, ...named)).toEqual([[1, null, 0, 'f', 'app', 1, 1, 100]]);
    await deep.close();
  });
});
