import type { Answer, Ask, Scope } from '../../contract.ts';
import { withIds } from '../../kit/with-ids.ts';
import { addTopDown, descend, roomFor } from '../../samples/top-down.ts';
import { addWeights, noWeights, removeWeights, weighted } from '../../samples/weighted.ts';
import { NodeIds } from '../../stacks/node-ids.ts';
import { limits, pathOf, type RootType, TreeRows, treeColumns, treeParams } from '../../stacks/tree-rows.ts';
import { rootsOf } from './by-root.ts';

export const callTree = withIds('function', {
  id: 'call-tree',
  title: 'Call tree',
  question: 'Where does the time go, from the outermost caller down?',
  needs: ['sample'],
  params: {
    ...treeParams,
    root: {
      type: 'choice',
      about: 'The first level of the tree: the outermost functions, or the processes or threads they ran in.',
      choices: ['none', 'process', 'thread'],
      default: 'none',
    },
  },
  shape: 'tree',
  columns: treeColumns,
  async answer(ask, params, scope) {
    if (params.root === 'process' || params.root === 'thread') {
      return withRoots(ask, scope, params.root, params);
    }
    const samples = await weighted(ask, scope);
    const ids = new NodeIds(samples.nodes, 'call-tree', 1);
    const from = params.node > 0 ? ids.open(params.node).node : descend(samples, pathOf(params.under));
    const within = limits(params, samples.whole.amount);
    const room = from === undefined ? 0 : roomFor(samples, from, within);
    const rows = new TreeRows(samples.nodes.functions, room);
    if (from !== undefined) addTopDown(samples, from, rows, within, ids.base(0));
    return rows.answer(samples);
  },
});

interface Asked {
  readonly depth: number;
  readonly 'min-percent': number;
  readonly node: number;
  readonly under: string | undefined;
}

/** One call tree per process or thread, under a row of its own. */
async function withRoots(ask: Ask, scope: Scope, by: RootType, params: Asked): Promise<Answer> {
  const found = await rootsOf(ask, scope, by);
  const ids = new NodeIds(found.nodes, by, found.places);
  const within = limits(params, found.whole.amount);
  const rows = new TreeRows(found.nodes.functions);
  const part = noWeights(found.nodes);
  const [first, ...path] = pathOf(params.under);
  if (params.node > 0 || first) {
    const opened = params.node > 0 ? ids.open(params.node) : null;
    const root = found.roots.find(({ place, name }) =>
      opened ? place === opened.place : name === first![0],
    );
    if (root) {
      addWeights(part, root.stacks, root.amounts);
      const from = opened ? opened.node : descend(part, path);
      if (from !== undefined) addTopDown(part, from, rows, within, ids.base(root.place));
    }
    return rows.answer(found);
  }
  for (const { place, name, total, stacks, amounts } of found.roots) {
    if (total < within.least) {
      rows.leaveOut(total, 0);
      continue;
    }
    const row = rows.addRoot(name, by, total, ids.base(place));
    if (within.levels === 1) continue;
    addWeights(part, stacks, amounts);
    addTopDown(part, -1, rows, within, ids.base(place), { row, depth: 1 });
    removeWeights(part, stacks);
  }
  return rows.answer(found);
}
