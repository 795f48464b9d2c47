import { describe, expect, it } from 'vitest';
import { tableOf } from '../../../fixtures/table.ts';
import type { TreeRow } from './tree-model.ts';
import { childrenFrom, nested } from './tree-source.ts';

const row = (id: number, parent: number | null, name: string) => ({
  id,
  parent,
  depth: 0,
  type: 'function',
  node: 70 + id,
  function: name,
  module: 'm',
  self: 1,
  total: 2,
  percent: 3,
});

describe('nested', () => {
  it('puts children under their parents and marks leaves', () => {
    const [a] = nested(tableOf([row(1, null, 'a'), row(2, 1, 'b'), row(3, 2, 'c'), row(4, 1, 'd')]), 3);
    expect(a!.children!.map(({ function: name, isLeaf }) => [name, isLeaf])).toEqual([
      ['b', false],
      ['d', true],
    ]);
    expect(a!.children![0]!.children![0]).not.toHaveProperty('children');
    expect(a!.children![0]!.children![0]!.isLeaf).toBe(false);
  });
});

describe('childrenFrom', () => {
  const main: TreeRow = {
    node: {
      node: 77,
      type: 'function',
      function: 'main',
      module: 'm',
      self: 0,
      total: 2,
      percent: 3,
      isLeaf: false,
    },
    level: 0,
    parent: null,
    place: 0,
    siblings: 1,
    isMore: false,
  };

  it('asks for roots, then by node', async () => {
    const asked: unknown[] = [];
    const childrenOf = childrenFrom(
      async params => {
        asked.push(params);
        return { table: tableOf([row(1, null, 'main')]), count: 1 };
      },
      { root: 'process' },
      {},
    );
    await childrenOf(null, 0);
    await childrenOf(main, 0);
    expect(asked).toEqual([
      { root: 'process', depth: 1 },
      { root: 'process', depth: 4, node: 77 },
    ]);
  });

  it('requests one level in parts if several levels have too many rows for one request', async () => {
    const asked: unknown[] = [];
    const childrenOf = childrenFrom(
      async ({ depth }, _scope, first) => {
        asked.push([depth, first]);
        return {
          table: tableOf([row(1, null, 'a'), row(2, depth === 4 ? 1 : null, 'b')]),
          count: depth === 4 ? 9 : 5,
        };
      },
      {},
      {},
    );
    const { nodes, count } = await childrenOf(main, 0);
    expect(nodes.map(node => [node.function, node.children])).toEqual([
      ['a', undefined],
      ['b', undefined],
    ]);
    expect(count).toBe(5);
    await childrenOf(main, 2);
    expect(asked).toEqual([
      [4, 0],
      [1, 0],
      [1, 2],
    ]);
  });
});
