import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askOf, noteTexts, rowsOf, workspaceOf } from '../../../fixtures/samples.ts';
import type { Workspace } from '../../../workspace/workspace.ts';
import { invertedTree } from './inverted-tree.ts';

let workspace: Workspace;
beforeAll(async () => {
  workspace = await workspaceOf([
    { stack: 'main@app a@app read@libc', weight: 4 },
    { stack: 'main@app b@app read@libc', weight: 3 },
    { stack: 'start@app a@app read@libc', weight: 2 },
    { stack: 'read@libc', weight: 1 },
    { stack: 'main@app a@app', weight: 10 },
  ]);
});
afterAll(() => workspace.close());

const defaults = { depth: 0, 'min-percent': 0, node: 0, under: undefined };

const named = ['id', 'parent', 'depth', 'function', 'module', 'self', 'total', 'percent'];

describe('inverted tree', () => {
  it('lists nodes from the functions where samples were taken up to the callers', async () => {
    const result = await invertedTree.answer(askOf(workspace), defaults, {});
    expect(rowsOf(result, ...named)).toEqual([
      [1, null, 0, 'a', 'app', 10, 10, 50],
      [2, 1, 1, 'main', 'app', 0, 10, 50],
      [3, null, 0, 'read', 'libc', 10, 10, 50],
      [4, 3, 1, 'a', 'app', 0, 6, 30],
      [5, 4, 2, 'main', 'app', 0, 4, 20],
      [6, 4, 2, 'start', 'app', 0, 2, 10],
      [7, 3, 1, 'b', 'app', 0, 3, 15],
      [8, 7, 2, 'main', 'app', 0, 3, 15],
    ]);
  });

  it('stops at a depth and a minimum share, and opens under a path', async () => {
    const ask = askOf(workspace);
    const shallow = await invertedTree.answer(ask, { ...defaults, depth: 2, 'min-percent': 20 }, {});
    expect(rowsOf(shallow, 'depth', 'function')).toEqual([
      [0, 'a'],
      [1, 'main'],
      [0, 'read'],
      [1, 'a'],
    ]);
    expect(noteTexts(shallow)).toEqual(['Left out below the minimum share: 1 branch (3 samples).']);
    const under = JSON.stringify([
      ['read', 'libc'],
      ['a', 'app'],
    ]);
    const opened = await invertedTree.answer(ask, { ...defaults, under }, {});
    expect(rowsOf(opened, ...named)).toEqual([
      [1, null, 0, 'main', 'app', 0, 4, 20],
      [2, null, 0, 'start', 'app', 0, 2, 10],
    ]);
  });

  it('opens each row by its node id, in every scope with the same grouping rules', async () => {
    const ask = askOf(workspace);
    const whole = await invertedTree.answer(ask, defaults, {});
    const rows = rowsOf(whole, 'id', 'parent', 'function', 'total', 'node');
    expect(new Set(rows.map(row => row[4])).size).toBe(rows.length);
    for (const [id, , , , node] of rows) {
      const opened = await invertedTree.answer(ask, { ...defaults, node: node as number, depth: 1 }, {});
      expect(rowsOf(opened, 'function', 'total')).toEqual(
        rows.filter(row => row[1] === id).map(row => row.slice(2, 4)),
      );
    }
    const [, , , , node] = rows[0] as number[];
    await expect(invertedTree.answer(ask, { ...defaults, node: 1 }, {})).rejects.toThrow(
      'There is no node 1',
    );
    await expect(
      invertedTree.answer(ask, { ...defaults, node: node! }, { group: 'modules' }),
    ).rejects.toThrow(
      'Ids are valid only for one tree, one set of grouping rules and one state of the workspace',
    );
  });

  it('has roots that add up to all samples', async () => {
    const result = await invertedTree.answer(askOf(workspace), { ...defaults, depth: 1 }, {});
    const totals = rowsOf(result, 'total').map(([total]) => total as number);
    expect(totals.reduce((sum, total) => sum + total, 0)).toBe(result.whole?.amount);
  });
});
