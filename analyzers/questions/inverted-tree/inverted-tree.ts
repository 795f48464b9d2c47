import { withIds } from '../../kit/with-ids.ts';
import { BottomUp } from '../../samples/bottom-up.ts';
import { weighted } from '../../samples/weighted.ts';
import { NodeIds } from '../../stacks/node-ids.ts';
import { functionsAlong, limits, pathOf, TreeRows, treeColumns, treeParams } from '../../stacks/tree-rows.ts';

export const invertedTree = withIds('function', {
  id: 'inverted-tree',
  title: 'Inverted tree',
  question: 'Which functions is the time spent in, and who called them?',
  needs: ['sample'],
  params: treeParams,
  shape: 'tree',
  columns: treeColumns,
  async answer(ask, params, scope) {
    const samples = await weighted(ask, scope);
    const rows = new TreeRows(samples.nodes.functions);
    const tree = new BottomUp(samples, new NodeIds(samples.nodes, 'inverted-tree', samples.nodes.levels));
    const path =
      params.node > 0
        ? tree.opened(params.node)
        : functionsAlong(samples.nodes.functions, pathOf(params.under));
    tree.addTo(rows, path, limits(params, samples.whole.amount));
    return rows.answer(samples);
  },
});
