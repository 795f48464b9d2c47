import { type Answer, type Ask, analyzer, type Scope } from '../contract.ts';
import { callNodes } from '../stacks/call-nodes.ts';
import { addTopDown, descend } from '../stacks/top-down.ts';
import { limits, type Path, pathOf, TreeRows, treeColumns, treeParams } from '../stacks/tree-rows.ts';
import { weighted } from '../stacks/weighted.ts';
import { OwnerNodes, ownersOf } from './by-owner.ts';

export const callTree = analyzer({
  id: 'call-tree',
  title: 'Call tree',
  question: 'From the outermost caller down: where does the time go?',
  needs: ['sample'],
  params: {
    ...treeParams,
    root: {
      type: 'choice',
      about: 'What the first level is: the outermost functions, or the processes or threads they ran in.',
      choices: ['none', 'process', 'thread'],
      default: 'none',
    },
  },
  shape: 'tree',
  columns: treeColumns,
  async answer(ask, params, scope) {
    const path = pathOf(params.under);
    if (params.root === 'process' || params.root === 'thread') {
      return byOwner(ask, scope, params.root, path, params);
    }
    const samples = await weighted(ask, scope);
    const rows = new TreeRows(samples.nodes.functions);
    const from = descend(samples, path);
    if (from !== undefined) addTopDown(samples, from, rows, limits(params, samples.whole.amount));
    return rows.answer(samples);
  },
});

/** One call tree per process or thread, under a row of its own. */
async function byOwner(
  ask: Ask,
  scope: Scope,
  by: 'process' | 'thread',
  [first, ...path]: Path,
  params: { depth: number; 'min-percent': number },
): Promise<Answer> {
  const nodes = await callNodes(ask, scope.group);
  const found = await ownersOf(ask, scope, nodes, by);
  const within = limits(params, found.whole.amount);
  const part = new OwnerNodes(nodes);
  const rows = new TreeRows(nodes.functions);
  if (first) {
    const owner = found.owners.find(each => each.name === first[0]);
    if (owner) {
      part.show(owner);
      const from = descend(part, path);
      if (from !== undefined) addTopDown(part, from, rows, within);
    }
    return rows.answer(found);
  }
  for (const owner of found.owners) {
    if (owner.total < within.least) {
      rows.leaveOut(owner.total);
      continue;
    }
    const row = rows.addRoot(owner.name, by, owner.total);
    if (within.levels === 1) continue;
    part.show(owner);
    addTopDown(part, -1, rows, within, row, 1);
  }
  return rows.answer(found);
}
