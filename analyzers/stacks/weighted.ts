/** The samples in scope folded onto call nodes: self and total of every node, and of every function and module. */
import { amountOf } from '../answer.ts';
import type { Ask, Scope } from '../contract.ts';
import { scopeKey, tally } from '../samples.ts';
import { type CallNodes, callNodes } from './call-nodes.ts';

/** What 100 % is: every sample in scope of the kind that answers, less what a grouping rule hides. */
export interface Whole {
  readonly whole: { readonly amount: number; readonly unit: string };
  readonly notes: readonly string[];
}

/** Call nodes with the weights of some of the samples. A node without weight has none under it. */
export interface WeightedNodes {
  readonly nodes: CallNodes;
  /** By node: weight of the samples that end there. */
  readonly self: Float64Array;
  /** By node: weight of the samples that end there or under it. */
  readonly total: Float64Array;
}

export interface Weighted extends WeightedNodes, Whole {}

/** Kept per scope and rules: a tree that is opened node by node asks for the same weights each time. */
export async function weighted(ask: Ask, scope: Scope): Promise<Weighted> {
  const nodes = await callNodes(ask, scope.group);
  return ask.memo(`weighted ${scopeKey(scope)}`, async () => {
    const found = await tally(ask, scope, { stack: 's.stack' });
    const weights = noWeights(nodes);
    const hidden = addWeights(weights, found.groups.ints('stack'), found.amount);
    return { value: { ...weights, ...without(found, hidden) }, bytes: nodes.count * 16 };
  });
}

export function noWeights(nodes: CallNodes): WeightedNodes {
  return { nodes, self: new Float64Array(nodes.count), total: new Float64Array(nodes.count) };
}

/** Below one leaf stack per this many nodes it is faster to climb from each than to pass over all nodes. */
const nodesPerClimb = 64;

/**
 * Adds the weight of each leaf stack to its node and to all nodes above it, in arrays that hold zeros. Gives the weight
 * that grouping rules hide.
 */
export function addWeights(to: WeightedNodes, stacks: Int32Array, amounts: Float64Array): number {
  const { nodes, self, total } = to;
  const { parent } = nodes;
  const climbs = stacks.length * nodesPerClimb < nodes.count;
  // The system hands out memory page by page as it is touched: 3 ms in order, 6 in the order of the stacks.
  if (!climbs) self.fill(0);
  let hidden = 0;
  for (let row = 0; row < stacks.length; row++) {
    const amount = amounts[row]!;
    const leaf = nodeOf(nodes, stacks[row]!);
    if (leaf < 0) {
      hidden += amount;
      continue;
    }
    self[leaf]! += amount;
    if (climbs) for (let node = leaf; node >= 0; node = parent[node]!) total[node]! += amount;
  }
  if (!climbs) {
    total.set(self);
    // A node comes after its caller.
    for (let node = total.length - 1; node > 0; node--) {
      if (parent[node]! >= 0) total[parent[node]!]! += total[node]!;
    }
  }
  return hidden;
}

/** Makes the arrays hold zeros again, where these stacks have left weights. */
export function removeWeights({ nodes, self, total }: WeightedNodes, stacks: Int32Array): void {
  for (const stack of stacks) {
    for (let node = nodeOf(nodes, stack); node >= 0 && total[node] !== 0; node = nodes.parent[node]!) {
      self[node] = total[node] = 0;
    }
  }
}

/** The node of a leaf stack (-1: no stack); -1 where a grouping rule hides it. */
export function nodeOf({ ofStack }: CallNodes, stack: number): number {
  return stack < 0 ? 0 : ofStack[stack]!;
}

/** What is left to be 100 % when `hidden` is taken out, with a note that says so. */
export function without({ whole: { amount, unit }, notes }: Whole, hidden: number): Whole {
  if (hidden === 0) return { whole: { amount, unit }, notes };
  const note = `Left out by a hide rule: ${amountOf(hidden, unit)}.`;
  return { whole: { amount: amount - hidden, unit }, notes: [...notes, note] };
}

/** The node after `node` that may have weight: where it has none itself, nothing under it has. */
export function nextWeighted({ nodes, total }: WeightedNodes, node: number): number {
  return total[node] === 0 ? nodes.end[node]! : node + 1;
}

/**
 * Self and total by a key of the nodes; a sample counts once towards a total however often the key recurs.
 *
 * @param keyOf by node, below `keys`
 * @param topmost by node: 1 where no node above has the same key
 */
export function sumBy(
  of: WeightedNodes,
  keys: number,
  keyOf: Int32Array,
  topmost: Uint8Array,
): { self: Float64Array; total: Float64Array } {
  const { self, total, nodes } = of;
  const selfBy = new Float64Array(keys);
  const totalBy = new Float64Array(keys);
  for (let node = 0; node < nodes.count; node = nextWeighted(of, node)) {
    const key = keyOf[node]!;
    selfBy[key]! += self[node]!;
    totalBy[key]! += total[node]! * topmost[node]!;
  }
  return { self: selfBy, total: totalBy };
}

export function sumByFunction(of: WeightedNodes): { self: Float64Array; total: Float64Array } {
  const { functions, func, topmost } = of.nodes;
  return sumBy(of, functions.count, func, topmost);
}
