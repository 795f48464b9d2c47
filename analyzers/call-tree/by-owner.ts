/** Call trees of the processes or threads that the samples ran in, one after another over the same call nodes. */
import { threadFacts } from '../catalog.ts';
import type { Ask, Scope } from '../contract.ts';
import { tally } from '../samples.ts';
import type { CallNodes } from '../stacks/call-nodes.ts';
import type { WeightedNodes } from '../stacks/top-down.ts';
import { nodeOf, type Whole, without } from '../stacks/weighted.ts';

export interface Owner {
  readonly name: string;
  readonly total: number;
  /** Leaf stacks of its samples and what they weigh. */
  readonly stacks: readonly number[];
  readonly amounts: readonly number[];
}

export interface Owners extends Whole {
  /** Heaviest first. */
  readonly owners: readonly Owner[];
}

/** Processes or threads in scope. */
export async function ownersOf(
  ask: Ask,
  scope: Scope,
  nodes: CallNodes,
  by: 'process' | 'thread',
): Promise<Owners> {
  const found = await tally(ask, scope, { thread: 's.thread', stack: 's.stack' });
  const names = new Map(
    (await threadFacts(ask)).map(({ id, process, tid }) => {
      const name = process ?? '[unknown]';
      return [id, by === 'process' || tid < 0 ? name : `${name} ${tid}`];
    }),
  );
  const byName = new Map<string, { stacks: number[]; amounts: number[]; total: number }>();
  const [threads, stacks] = [found.groups.ints('thread'), found.groups.ints('stack')];
  let hidden = 0;
  found.amount.forEach((amount, row) => {
    if (nodeOf(nodes, stacks[row]!) < 0) {
      hidden += amount;
      return;
    }
    const name = names.get(threads[row]!) ?? '[unknown]';
    const owner = byName.get(name) ?? { stacks: [], amounts: [], total: 0 };
    byName.set(name, owner);
    owner.stacks.push(stacks[row]!);
    owner.amounts.push(amount);
    owner.total += amount;
  });
  const owners = [...byName].map(([name, owner]) => ({ name, ...owner }));
  owners.sort((a, b) => b.total - a.total || (a.name < b.name ? -1 : 1));
  return { owners, ...without(found, hidden) };
}

/** Weights of one owner at a time. Only the nodes it touches are visited, so that many small owners stay cheap. */
export class OwnerNodes implements WeightedNodes {
  readonly self: Float64Array;
  readonly total: Float64Array;
  private touched: Int32Array = new Int32Array(0);

  constructor(readonly nodes: CallNodes) {
    this.self = new Float64Array(nodes.count);
    this.total = new Float64Array(nodes.count);
  }

  show({ stacks, amounts }: Owner): void {
    const { self, total, nodes } = this;
    for (const node of this.touched) self[node] = total[node] = 0;
    const reached = new Set<number>();
    stacks.forEach((stack, row) => {
      const leaf = nodeOf(nodes, stack);
      self[leaf]! += amounts[row]!;
      total[leaf] = self[leaf]!;
      for (let node = leaf; node >= 0 && !reached.has(node); node = nodes.parent[node]!) reached.add(node);
    });
    this.touched = Int32Array.from(reached).sort();
    for (let at = this.touched.length - 1; at >= 0; at--) {
      const node = this.touched[at]!;
      const above = nodes.parent[node]!;
      if (above >= 0) total[above]! += total[node]!;
    }
  }
}
