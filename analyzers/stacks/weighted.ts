/** The samples in scope folded onto call nodes: self and total of every node, and of every function and module. */
import { amountOf } from '../answer.ts';
import type { Ask, Note, Scope } from '../contract.ts';
import { note } from '../notes.ts';
import { scopeKey, tally } from '../samples.ts';
import { type CallNodes, callNodes } from './call-nodes.ts';

/** What 100 % is: every sample in scope of the kind that answers, less what a grouping rule hides. */
export interface Whole {
  readonly whole: { readonly amount: number; readonly unit: string };
  readonly notes: readonly Note[];
}

/** Call nodes with the weights of some of the samples. A node without weight has none under it. */
export interface WeightedNodes {
  readonly nodes: CallNodes;
  /** By node: weight of the samples that end there. */
  readonly self: Float64Array;
  /** By node: weight of the samples that end there or under it. */
  readonly total: Float64Array;
  /** Most nodes have no weight. */
  readonly isSparse: boolean;
}

export interface Weighted extends WeightedNodes, Whole {}

/** Kept per scope and rules: a tree that is opened node by node asks for the same weights each time. */
export async function weighted(ask: Ask, scope: Scope): Promise<Weighted> {
  const nodes = await callNodes(ask, scope.group);
  return ask.memo(`weighted ${scopeKey(scope)}`, async () => {
    const found = await tally(ask, scope, { stack: 's.stack' });
    const weights = noWeights(nodes);
    const stacks = found.groups.ints('stack');
    const hidden = addWeights(weights, stacks, found.amount);
    const value = { ...weights, isSparse: areFew(stacks, nodes), ...without(found, hidden) };
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

/**
 * Adds the weight of each leaf stack to its node and to all nodes above it, in arrays that hold zeros. Gives the weight
 * that grouping rules hide.
 */
export function addWeights(to: WeightedNodes, stacks: Int32Array, amounts: Float64Array): number {
  // Many stacks are folded in one pass over all nodes, a few climb from node to node.
  return areFew(stacks, to.nodes) ? climb(to, stacks, amounts) : fold(to, stacks, amounts);
}

export function areFew(stacks: Int32Array, nodes: CallNodes): boolean {
  return stacks.length * 64 < nodes.count;
}

function climb({ nodes, self, total }: WeightedNodes, stacks: Int32Array, amounts: Float64Array): number {
  let hidden = 0;
  for (let row = 0; row < stacks.length; row++) {
    const amount = amounts[row]!;
    const leaf = nodeOf(nodes, stacks[row]!);
    if (leaf < 0) {
      hidden += amount;
      continue;
    }
    self[leaf]! += amount;
    for (let node = leaf; node >= 0; node = nodes.parent[node]!) total[node]! += amount;
  }
  return hidden;
}

function fold({ nodes, self, total }: WeightedNodes, stacks: Int32Array, amounts: Float64Array): number {
  // The system gives memory page by page as it is touched, which takes longer in the order of the stacks.
  self.fill(0);
  let hidden = 0;
  for (let row = 0; row < stacks.length; row++) {
    const leaf = nodeOf(nodes, stacks[row]!);
    if (leaf < 0) hidden += amounts[row]!;
    else self[leaf]! += amounts[row]!;
  }
  total.set(self);
  // A node comes after its caller.
  const { parent } = nodes;
  for (let node = total.length - 1; node > 0; node--) {
    if (parent[node]! >= 0) total[parent[node]!]! += total[node]!;
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
  const text = `Left out by a hide rule: ${amountOf(hidden, unit)}.`;
  return {
    whole: { amount: amount - hidden, unit },
    notes: [...notes, note('hidden', text, { amount: hidden, unit })],
  };
}

/**
 * The next node to look at. Passes over nodes that have no weight and so none under them, where there are many: where
 * there are few, to ask takes as long again as to look at all.
 */
export function nextNode({ nodes, total, isSparse }: WeightedNodes, node: number): number {
  return isSparse && total[node] === 0 ? nodes.end[node]! : node + 1;
}
