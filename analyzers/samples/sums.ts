/**
 * Self and total by function or by module, computed from the stacks in scope without storing self and total of every node,
 * which would take twice the memory and one more pass over all nodes.
 */
import type { Ask, Scope } from '../contract.ts';
import { type CallNodes, callNodes } from '../stacks/call-nodes.ts';
import type { Functions } from '../stacks/functions.ts';
import { scopeKey, tally } from './samples.ts';
import { areFew, nodeOf, type Whole } from './weighted.ts';

export interface Sums extends Whole {
  readonly functions: Functions;
  readonly self: Float64Array;
  /** A sample counts once however often the function or module recurs in its stack. */
  readonly total: Float64Array;
}

/** Arrays by index into `functions`, or into `functions.modules`. */
export async function sums(ask: Ask, scope: Scope, by: 'function' | 'module'): Promise<Sums> {
  const nodes = await callNodes(ask, scope.group);
  const { functions } = nodes;
  return ask.memo(`sums ${by} ${scopeKey(scope)}`, async () => {
    const found = await tally(ask, scope, { stack: 's.stack' });
    const keys =
      by === 'function'
        ? { count: functions.count, keyOf: nodes.func, topmost: nodes.topmost }
        : { count: functions.modules.length, keyOf: nodes.module, topmost: nodes.topmostOfModule };
    const { self, total } = sumUp(nodes, found.groups.ints('stack'), found.amount, keys);
    const { whole, notes } = found;
    const value = { functions, self, total, whole, notes };
    return { value, bytes: keys.count * 16 };
  });
}

interface Keys {
  readonly count: number;
  /** By node. */
  readonly keyOf: Int32Array;
  /** By node: 1 if no node above has the same key. */
  readonly topmost: Uint8Array;
}

function sumUp(nodes: CallNodes, stacks: Int32Array, amounts: Float64Array, keys: Keys) {
  const { keyOf, topmost } = keys;
  const { parent } = nodes;
  const self = new Float64Array(keys.count);
  const total = new Float64Array(keys.count);
  // Many stacks are added up in one pass over all nodes; for few stacks, each climbs from node to node.
  const climbs = areFew(stacks, nodes);
  const under = new Float64Array(climbs ? 0 : nodes.count);
  // The system allocates memory page by page on first touch, which takes longer in the order of the stacks.
  under.fill(0);
  for (let row = 0; row < stacks.length; row++) {
    const amount = amounts[row]!;
    const leaf = nodeOf(nodes, stacks[row]!);
    self[keyOf[leaf]!]! += amount;
    if (!climbs) under[leaf]! += amount;
    else
      for (let node = leaf; node >= 0; node = parent[node]!) total[keyOf[node]!]! += amount * topmost[node]!;
  }
  // A node comes after its caller, so going backwards all nodes under it are added before it.
  for (let node = under.length - 1; node >= 0; node--) {
    const amount = under[node]!;
    if (amount === 0) continue;
    total[keyOf[node]!]! += amount * topmost[node]!;
    if (parent[node]! >= 0) under[parent[node]!]! += amount;
  }
  return { self, total };
}
