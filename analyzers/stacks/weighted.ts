/** The samples in scope folded onto call nodes: self and total of every node, and of every function and module. */
import { amountOf } from '../answer.ts';
import type { Ask, Scope } from '../contract.ts';
import { tally } from '../samples.ts';
import { type CallNodes, callNodes } from './call-nodes.ts';

/** What 100 % is: every sample in scope of the kind that answers, less what a grouping rule hides. */
export interface Whole {
  readonly whole: { readonly amount: number; readonly unit: string };
  readonly notes: readonly string[];
}

export interface Weighted extends Whole {
  readonly nodes: CallNodes;
  /** By node: weight of the samples that end there. */
  readonly self: Float64Array;
  /** By node: weight of the samples that end there or under it. */
  readonly total: Float64Array;
}

export async function weighted(ask: Ask, scope: Scope): Promise<Weighted> {
  const nodes = await callNodes(ask, scope.group);
  const found = await tally(ask, scope, { stack: 's.stack' });
  const self = new Float64Array(nodes.count);
  const hidden = addSelf(nodes, found.groups.ints('stack'), found.amount, self);
  return { nodes, self, total: totals(nodes, self), ...without(found, hidden) };
}

/** What is left to be 100 % when `hidden` is taken out, with a note that says so. */
export function without({ whole: { amount, unit }, notes }: Whole, hidden: number): Whole {
  if (hidden === 0) return { whole: { amount, unit }, notes };
  const note = `Left out by a hide rule: ${amountOf(hidden, unit)}.`;
  return { whole: { amount: amount - hidden, unit }, notes: [...notes, note] };
}

/** Adds the weight of each leaf stack to its node; gives the weight that grouping rules hide. */
function addSelf(nodes: CallNodes, stacks: Int32Array, amounts: Float64Array, self: Float64Array): number {
  let hidden = 0;
  for (let row = 0; row < stacks.length; row++) {
    const node = nodeOf(nodes, stacks[row]!);
    if (node < 0) hidden += amounts[row]!;
    else self[node]! += amounts[row]!;
  }
  return hidden;
}

/** The node of a leaf stack (-1: no stack); -1 where a grouping rule hides it. */
export function nodeOf({ ofStack }: CallNodes, stack: number): number {
  return stack < 0 ? 0 : ofStack[stack]!;
}

/** One backward pass: a node comes after its caller. */
function totals({ parent }: CallNodes, self: Float64Array): Float64Array {
  const total = self.slice();
  for (let node = total.length - 1; node > 0; node--) {
    if (parent[node]! >= 0) total[parent[node]!]! += total[node]!;
  }
  return total;
}

/** Self and total by a key of the node's function; a sample counts once towards a total however often the key recurs. */
export function sumBy(
  { nodes, self, total }: Weighted,
  keys: number,
  keyOf: (func: number) => number,
  topmost: Uint8Array,
): { self: Float64Array; total: Float64Array } {
  const selfBy = new Float64Array(keys);
  const totalBy = new Float64Array(keys);
  for (let node = 0; node < nodes.count; node++) {
    if (total[node] === 0) continue;
    const key = keyOf(nodes.func[node]!);
    selfBy[key]! += self[node]!;
    if (topmost[node]) totalBy[key]! += total[node]!;
  }
  return { self: selfBy, total: totalBy };
}

export function sumByFunction(of: Weighted): { self: Float64Array; total: Float64Array } {
  return sumBy(of, of.nodes.functions.count, func => func, of.nodes.topmost);
}
