import { type Answer, type Ask, analyzer, type Scope } from '../contract.ts';
import { addTopDown, descend, roomFor } from '../stacks/top-down.ts';
import { limits, type Path, pathOf, TreeRows, treeColumns, treeParams } from '../stacks/tree-rows.ts';
import { addWeights, noWeights, removeWeights, weighted } from '../stacks/weighted.ts';
import { ownersOf } from './by-owner.ts';

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
    const from = descend(samples, path);
    const within = limits(params, samples.whole.amount);
    const room = from === undefined ? 0 : roomFor(samples, from, within);
    const rows = new TreeRows(samples.nodes.functions, room);
    if (from !== undefined) addTopDown(samples, from, rows, within);
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
  const found = await ownersOf(ask, scope, by);
  const within = limits(params, found.whole.amount);
  const rows = new TreeRows(found.nodes.functions);
  const part = noWeights(found.nodes);
  if (first) {
    const owner = found.owners.find(each => each.name === first[0]);
    if (owner) {
      addWeights(part, owner.stacks, owner.amounts);
      const from = descend(part, path);
      if (from !== undefined) addTopDown(part, from, rows, within);
    }
    return rows.answer(found);
  }
  for (const { name, total, stacks, amounts } of found.owners) {
    if (total < within.least) {
      rows.leaveOut(total, 0);
      continue;
    }
    const row = rows.addRoot(name, by, total);
    if (within.levels === 1) continue;
    addWeights(part, stacks, amounts);
    addTopDown(part, -1, rows, within, row, 1);
    removeWeights(part, stacks);
  }
  return rows.answer(found);
}
