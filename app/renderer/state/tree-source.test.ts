import { describe, expect, it } from 'vitest';
import { childrenFrom, nested } from './tree-source.ts';

const row = (id: number, parent: number | null, name: string) => ({
  id,
  parent,
  depth: 0,
  function: name,
  module: 'm',
  self: 1,
  total: 2,
  percent: 3,
});

describe('nested', () => {
  it('puts children under their parents and knows leaves', () => {
    const [a] = nested([row(1, null, 'a'), row(2, 1, 'b'), row(3, 2, 'c'), row(4, 1, 'd')], 3);
    expect(a!.children!.map(({ function: name, isLeaf }) => [name, isLeaf])).toEqual([
      ['b', false],
      ['d', true],
    ]);
    expect(a!.children![0]!.children![0]).not.toHaveProperty('children');
    expect(a!.children![0]!.children![0]!.isLeaf).toBe(false);
  });
});

describe('childrenFrom', () => {
  it('asks for roots, then by path', async () => {
    const asked: unknown[] = [];
    const childrenOf = childrenFrom(
      async params => {
        asked.push(params);
        return [row(1, null, 'main')];
      },
      { root: 'process' },
      {},
    );
    const [node] = await childrenOf(null);
    await childrenOf({ node: node!, level: 0, parent: null, place: 0, siblings: 1 });
    expect(asked).toEqual([
      { root: 'process', depth: 1 },
      { root: 'process', depth: 4, under: '[["main","m"]]' },
    ]);
  });
});
