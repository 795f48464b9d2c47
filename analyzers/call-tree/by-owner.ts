/** Call trees of the processes or threads that the samples ran in, one after another over the same call nodes. */
import { threadFacts } from '../catalog.ts';
import type { Ask, Scope } from '../contract.ts';
import { scopeKey, tally } from '../samples.ts';
import { type CallNodes, callNodes } from '../stacks/call-nodes.ts';
import { nodeOf, type Whole, without } from '../stacks/weighted.ts';

export interface Owner {
  readonly name: string;
  readonly total: number;
  /** Leaf stacks of its samples and what they weigh. */
  readonly stacks: Int32Array;
  readonly amounts: Float64Array;
}

export interface Owners extends Whole {
  readonly nodes: CallNodes;
  /** Heaviest first. */
  readonly owners: readonly Owner[];
}

/** Processes or threads in scope. */
export async function ownersOf(ask: Ask, scope: Scope, by: 'process' | 'thread'): Promise<Owners> {
  const nodes = await callNodes(ask, scope.group);
  return ask.memo(`owners ${by} ${scopeKey(scope)}`, async () => {
    const found = await tally(ask, scope, { thread: 's.thread', stack: 's.stack' });
    const { names, ofThread } = await namesOf(ask, by);
    const [threads, stacks] = [found.groups.ints('thread'), found.groups.ints('stack')];
    let hidden = 0;
    const rows = new Int32Array(names.length);
    const totals = new Float64Array(names.length);
    for (let row = 0; row < stacks.length; row++) {
      const amount = found.amount[row]!;
      if (nodeOf(nodes, stacks[row]!) < 0) {
        hidden += amount;
        continue;
      }
      const owner = ofThread[threads[row]! + 1]!;
      rows[owner]!++;
      totals[owner]! += amount;
    }
    const owners = names.map((name, owner) => ({
      name,
      total: totals[owner]!,
      stacks: new Int32Array(rows[owner]!),
      amounts: new Float64Array(rows[owner]!),
    }));
    rows.fill(0);
    for (let row = 0; row < stacks.length; row++) {
      if (nodeOf(nodes, stacks[row]!) < 0) continue;
      const owner = ofThread[threads[row]! + 1]!;
      const at = rows[owner]!++;
      owners[owner]!.stacks[at] = stacks[row]!;
      owners[owner]!.amounts[at] = found.amount[row]!;
    }
    const value = {
      nodes,
      owners: owners
        .filter(each => each.stacks.length > 0)
        .sort((a, b) => b.total - a.total || (a.name < b.name ? -1 : 1)),
      ...without(found, hidden),
    };
    return { value, bytes: stacks.length * 12 };
  });
}

/** Names of owners, and by thread id + 1 whose it is; samples without a thread are nobody's, which goes by a name too. */
async function namesOf(
  ask: Ask,
  by: 'process' | 'thread',
): Promise<{ names: string[]; ofThread: Int32Array }> {
  const facts = await threadFacts(ask);
  const names = [unknown];
  const known = new Map([[unknown, 0]]);
  const ofThread = new Int32Array(facts.reduce((most, { id }) => Math.max(most, id), -1) + 2);
  for (const { id, process, tid } of facts) {
    const ofProcess = process ?? unknown;
    const name = by === 'process' || tid < 0 ? ofProcess : `${ofProcess} ${tid}`;
    const owner = known.get(name) ?? names.push(name) - 1;
    known.set(name, owner);
    ofThread[id + 1] = owner;
  }
  return { names, ofThread };
}

const unknown = '[unknown]';
