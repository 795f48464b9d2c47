import { describe, expect, it } from 'vitest';
import { type ChildrenOf, cellOf, TreeModel, type TreeNode, type TreeRow } from './tree-model.ts';

type Spec = readonly [name: string, self: number, children?: readonly Spec[]];

const total = ([, self, children = []]: Spec): number =>
  children.reduce((sum, each) => sum + total(each), self);

/** A tree written as nested names and self weights, served as the engine would. */
function served(roots: readonly Spec[], atOnce = 100): { childrenOf: ChildrenOf; asked: string[] } {
  const asked: string[] = [];
  const nodeOf = (spec: Spec): TreeNode => ({
    node: 1,
    type: 'function',
    function: spec[0],
    module: 'm',
    self: spec[1],
    total: total(spec),
    percent: 0,
    isLeaf: (spec[2] ?? []).length === 0,
  });
  return {
    asked,
    childrenOf: async (row, first) => {
      const path: string[] = [];
      for (let at: TreeRow | null = row; at; at = at.parent) path.unshift(at.node.function);
      asked.push(path.join(' '));
      let at = roots;
      for (const name of path) at = at.find(spec => spec[0] === name)![2] ?? [];
      return { nodes: at.slice(first, first + atOnce).map(nodeOf), count: at.length };
    },
  };
}

const names = (tree: TreeModel) => tree.rows.get().map(row => '·'.repeat(row.level) + row.node.function);

const forest: Spec[] = [
  [
    'main',
    0,
    [
      [
        'work',
        0,
        [
          ['parse', 5, [['lex', 40]]],
          ['run', 10],
        ],
      ],
      ['exit', 1],
    ],
  ],
  ['idle', 30],
];

describe('TreeModel', () => {
  it('asks for children when first opened, once', async () => {
    const { childrenOf, asked } = served(forest);
    const tree = new TreeModel(childrenOf);
    await tree.start();
    expect(names(tree)).toEqual(['main', 'idle']);
    await tree.open(tree.rows.get()[0]!);
    expect(names(tree)).toEqual(['main', '·work', '·exit', 'idle']);
    tree.close(tree.rows.get()[0]!);
    expect(names(tree)).toEqual(['main', 'idle']);
    await tree.toggle(tree.rows.get()[0]!);
    expect(asked).toEqual(['', 'main']);
  });

  it('opens a chain of single children at once', async () => {
    const { childrenOf } = served([
      [
        'a',
        0,
        [
          [
            'b',
            0,
            [
              ['c', 1],
              ['d', 2],
            ],
          ],
        ],
      ],
    ]);
    const tree = new TreeModel(childrenOf);
    await tree.start();
    expect(names(tree)).toEqual(['a', '·b', '··c', '··d']);
  });

  it('opens the heaviest path', async () => {
    const { childrenOf } = served(forest);
    const tree = new TreeModel(childrenOf);
    await tree.start();
    const end = await tree.openHeaviestPath(tree.rows.get()[0]!);
    expect(end.node.function).toBe('lex');
    expect(names(tree)).toEqual(['main', '·work', '··parse', '···lex', '··run', '·exit', 'idle']);
  });

  it('follows a path, and opens only its nodes', async () => {
    const tree = new TreeModel(served(forest).childrenOf);
    await tree.start();
    const along = (...names: string[]) => tree.follow(names.map(name => [name, 'm'] as const));
    expect((await along('main', 'work', 'run'))?.node.function).toBe('run');
    expect(names(tree)).toEqual(['main', '·work', '··parse', '··run', '·exit', 'idle']);
    expect(await along('main', 'lex')).toBeNull();
  });

  it('finds a row of another tree by its path, if it is visible', async () => {
    const [former, tree] = [
      new TreeModel(served(forest).childrenOf),
      new TreeModel(served(forest).childrenOf),
    ];
    await Promise.all([former.start(), tree.start()]);
    await former.open(former.rows.get()[0]!);
    const [main, work] = former.rows.get();
    expect(tree.sameAs(main!)).toBe(tree.rows.get()[0]);
    expect(tree.sameAs(work!)).toBeNull();
  });

  describe('a node with more children than one page holds', () => {
    const wide: Spec[] = [['main', 0, Array.from({ length: 7 }, (_, i): Spec => [`f${i}`, 9 - i])]];

    it('follows a path to a child that is not loaded yet', async () => {
      const tree = new TreeModel(served(wide, 3).childrenOf);
      await tree.start();
      expect(
        (
          await tree.follow([
            ['main', 'm'],
            ['f5', 'm'],
          ])
        )?.node.function,
      ).toBe('f5');
      expect(names(tree)).toContain('·f5');
    });

    it('has a row in place of the rest, which loads the next children', async () => {
      const tree = new TreeModel(served(wide, 3).childrenOf);
      await tree.start();
      expect(names(tree)).toEqual(['main', '·f0', '·f1', '·f2', '·4 more rows']);
      const more = tree.rows.get()[4]!;
      expect([cellOf(more, 'function'), cellOf(more, 'total')]).toEqual(['4 more rows', null]);
      expect(tree.rows.get()[3]).toMatchObject({ place: 2, siblings: 7 });
      await Promise.all([tree.toggle(more), tree.toggle(more)]);
      expect(names(tree)).toEqual(['main', '·f0', '·f1', '·f2', '·f3', '·f4', '·f5', '·1 more row']);
      expect(await tree.openHeaviestPath(tree.rows.get()[7]!)).toBe(tree.rows.get()[7]);
      await tree.open(tree.rows.get()[7]!);
      expect(names(tree)).toHaveLength(8);
      expect(names(tree).at(-1)).toBe('·f6');
    });

    it('reveals a child that is not loaded yet', async () => {
      const tree = new TreeModel(served(wide, 3).childrenOf);
      await tree.start();
      const row = await tree.reveal(node => node.function === 'f4');
      expect(row?.place).toBe(4);
      expect(names(tree)).toContain('·f4');
    });
  });

  it('reveals a function wherever it is', async () => {
    const { childrenOf } = served(forest);
    const tree = new TreeModel(childrenOf);
    await tree.start();
    const row = await tree.reveal(node => node.function === 'run');
    expect(row?.node.function).toBe('run');
    expect(names(tree)).toContain('··run');
    expect(await tree.reveal(node => node.function === 'nowhere')).toBeNull();
  });

  it('has the error message, and keeps the rows', async () => {
    const tree = new TreeModel(async row => {
      if (row) throw new Error('The engine ended.');
      const nodes = [
        {
          node: 1,
          type: 'function',
          function: 'main',
          module: 'm',
          self: 0,
          total: 1,
          percent: 100,
          isLeaf: false,
        },
        {
          node: 2,
          type: 'function',
          function: 'idle',
          module: 'm',
          self: 1,
          total: 1,
          percent: 0,
          isLeaf: true,
        },
      ];
      return { nodes, count: 2 };
    });
    await tree.start();
    await tree.open(tree.rows.get()[0]!);
    expect(tree.error.get()).toBe('The engine ended.');
    expect(names(tree)).toEqual(['main', 'idle']);
  });

  it('handles trees that are deeper than the call stack', async () => {
    const depth = 50_000;
    const tree = new TreeModel(async row => {
      const next = row ? row.level + 1 : 0;
      const isLeaf = next === depth;
      const node = {
        ...{ node: next, type: 'function', function: `f${next}`, module: 'm' },
        ...{ self: 1, total: depth - next, percent: 1, isLeaf },
      };
      return { nodes: [node], count: 1 };
    });
    await tree.start();
    expect(tree.rows.get()).toHaveLength(depth + 1);
  });
});
