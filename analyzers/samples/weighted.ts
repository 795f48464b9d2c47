/** The samples in scope added up by call node: self and total of every node, function and module. */
import type { Ask, Note, Scope } from '../contract.ts';
import { type CallNodes, callNodes } from '../stacks/call-nodes.ts';
import { scopeKey, tally } from './samples.ts';

/**
 * The amount that is 100 %: every sample in scope of the kind that answers, minus those hidden by a grouping
 * rule.
 */
export interface Whole {
  readonly whole: { readonly amount: number; readonly unit: string };
  readonly notes: readonly Note[];
}

/** Call nodes with the weights of some of the samples. Nodes under a node without weight have no weight either. */
export interface WeightedNodes {
  readonly nodes: CallNodes;
  /** By node: weight of the samples that end there. */
  readonly self: Float64Array;
  /** By node: weight of the samples that end there or under it. */
  readonly total: Float64Array;
  /** True if most nodes have no weight. */
  readonly isSparse: boolean;
}

export interface Weighted extends WeightedNodes, Whole {}

/** Cached per scope and rules: a tree that is opened node by node needs the same weights each time. */
export async function weighted(ask: Ask, scope: Scope): Promise<Weighted> {
  const nodes = await callNodes(ask, scope.group);
  return ask.memo(`weighted ${scopeKey(scope)}`, async () => {
    const found = await tally(ask, scope, { stack: 's.stack' });
    const weights = noWeights(nodes);
    const stacks = found.groups.ints('stack');
    addWeights(weights, stacks, found.amount);
    const { whole, notes } = found;
    const value = { ...weights, isSparse: areFew(stacks, nodes), whole, notes };
    return { value, bytes: nodes.count * 16 };
  });
}

export function noWeights(nodes: CallNodes): WeightedNodes {
  return {
    nodes,
    self: new Float64Array(nodes.count),
    total: new Float64Array(nodes.count),
    isSparse: true,
  };
}

/** Adds the weight of each leaf stack to its node and to all nodes above it, in arrays that hold zeros. */
export function addWeights(to: WeightedNodes, stacks: Int32Array, amounts: Float64Array): void {
  // Many stacks are added up in one pass over all nodes; for few stacks, each climbs from node to node.
  if (areFew(stacks, to.nodes)) climb(to, stacks, amounts);
  else fold(to, stacks, amounts);
}

export function areFew(stacks: Int32Array, nodes: CallNodes): boolean {
  return stacks.length * 64 < nodes.count;
}

function climb({ nodes, self, total }: WeightedNodes, stacks: Int32Array, amounts: Float64Array): void {
  for (let row = 0; row < stacks.length; row++) {
    const amount = amounts[row]!;
    const leaf = nodeOf(nodes, stacks[row]!);
    self[leaf]! += amount;
    for (let node = leaf; node >= 0; node = nodes.parent[node]!) total[node]! += amount;
  }
}

function fold({ nodes, self, total }: WeightedNodes, stacks: Int32Array, amounts: Float64Array): void {
  // The system allocates memory page by page on first touch, which takes longer in the order of the stacks.
  self.fill(0);
  for (let row = 0; row < stacks.length; row++) self[nodeOf(nodes, stacks[row]!)]! += amounts[row]!;
  total.set(self);
  // A node comes after its caller.
  const { parent } = nodes;
  for (let node = total.length - 1; node > 0; node--) {
    if (parent[node]! >= 0) total[parent[node]!]! += total[node]!;
  }
}

/** Zeroes the arrays where these stacks have added weights. */
export function removeWeights({ nodes, self, total }: WeightedNodes, stacks: Int32Array): void {
  for (const stack of stacks) {
    for (let node = nodeOf(nodes, stack); node >= 0 && total[node] !== 0; node = nodes.parent[node]!) {
      self[node] = total[node] = 0;
    }
  }
}

/** The node of a leaf stack (-1: no stack) of a {@link tally}, which has no hidden stacks. */
export function nodeOf({ nodeOfStack }: CallNodes, stack: number): number {
  return stack < 0 ? 0 : nodeOfStack[stack]!;
}

/**
 * The next node to visit. If many nodes have no weight, skips those together with the nodes under them; if few have none, the
 * test would double the time.
 */
export function nextNode({ nodes, total, isSparse }: WeightedNodes, node: number): number {
  return isSparse && total[node] === 0 ? nodes.end[node]! : node + 1;
}
