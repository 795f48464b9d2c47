/** Call trees of the processes or threads of the samples, built one after another on the same call nodes. */

import type { Ask, Scope } from '../../contract.ts';
import { threadFacts } from '../../kit/catalog.ts';
import { scopeKey, tally } from '../../samples/samples.ts';
import type { Whole } from '../../samples/weighted.ts';
import { type CallNodes, callNodes } from '../../stacks/call-nodes.ts';
import type { RootType } from '../../stacks/tree-rows.ts';

export interface Root {
  /** Index among all processes or threads of the workspace, independent of the scope. */
  readonly place: number;
  readonly name: string;
  readonly total: number;
  /** Leaf stacks of its samples, with their weights. */
  readonly stacks: Int32Array;
  readonly amounts: Float64Array;
}

export interface Roots extends Whole {
  readonly nodes: CallNodes;
  /** Heaviest first. */
  readonly roots: readonly Root[];
  /** Number of places. */
  readonly places: number;
}

/** Processes or threads in scope. */
export async function rootsOf(ask: Ask, scope: Scope, by: RootType): Promise<Roots> {
  const nodes = await callNodes(ask, scope.group);
  return ask.memo(`roots ${by} ${scopeKey(scope)}`, async () => {
    const found = await tally(ask, scope, { thread: 's.thread', stack: 's.stack' });
    const { names, ofThread } = await namesOf(ask, by);
    const [threads, stacks] = [found.groups.ints('thread'), found.groups.ints('stack')];
    const rows = new Int32Array(names.length);
    const totals = new Float64Array(names.length);
    for (let row = 0; row < stacks.length; row++) {
      const place = ofThread[threads[row]! + 1]!;
      rows[place]!++;
      totals[place]! += found.amount[row]!;
    }
    const roots = names.map((name, place) => ({
      place,
      name,
      total: totals[place]!,
      stacks: new Int32Array(rows[place]!),
      amounts: new Float64Array(rows[place]!),
    }));
    rows.fill(0);
    for (let row = 0; row < stacks.length; row++) {
      const place = ofThread[threads[row]! + 1]!;
      const at = rows[place]!++;
      roots[place]!.stacks[at] = stacks[row]!;
      roots[place]!.amounts[at] = found.amount[row]!;
    }
    const value = {
      nodes,
      places: names.length,
      roots: roots
        .filter(each => each.stacks.length > 0)
        .sort((a, b) => b.total - a.total || (a.name < b.name ? -1 : 1)),
      whole: found.whole,
      notes: found.notes,
    };
    return { value, bytes: stacks.length * 12 };
  });
}

/** `names`: names of the processes or threads. `ofThread[id + 1]`: index of the name of thread `id`; 0 for samples without a thread. */
async function namesOf(ask: Ask, by: RootType): Promise<{ names: string[]; ofThread: Int32Array }> {
  const facts = await threadFacts(ask);
  const names = [unknown];
  const known = new Map([[unknown, 0]]);
  const ofThread = new Int32Array(facts.reduce((most, { id }) => Math.max(most, id), -1) + 2);
  for (const { id, process, tid } of facts) {
    const ofProcess = process ?? unknown;
    const name = by === 'process' || tid < 0 ? ofProcess : `${ofProcess} ${tid}`;
    const place = known.get(name) ?? names.push(name) - 1;
    known.set(name, place);
    ofThread[id + 1] = place;
  }
  return { names, ofThread };
}

const unknown = '[unknown]';
