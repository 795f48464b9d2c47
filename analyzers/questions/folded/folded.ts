/**
 * Samples as folded stacks, the lines that flame graph tools read: `process;outermost;…;leaf weight`.
 *
 * Equal stacks are one line. Lines come in chunks, in the order of the tree, so that a file of any size can be written
 * while it is made.
 */

import type { Ask, Note, Scope } from '../../contract.ts';
import { threadFacts } from '../../kit/catalog.ts';
import { type Tally, tally } from '../../samples/samples.ts';
import { type StackTree, stackTree } from '../../stacks/tree.ts';
import { type Spelling, spellFrame, spellProcess } from './spelling.ts';

export interface Folded {
  /** Notes on the kind that was written, and on samples that weigh nothing. */
  readonly notes: readonly Note[];
  /** Sum of all lines. */
  readonly whole: { readonly amount: number; readonly unit: string };
  /** Whole lines, each ended by a newline; about 64 KiB of them at a time. */
  readonly chunks: Iterable<string>;
}

const chunkSize = 65_536;

/** All samples in scope of one kind (see `Scope.kind`); the number at the end of each line is their weight (`Scope.weight`). */
export async function folded(ask: Ask, scope: Scope, spelling: Spelling = {}): Promise<Folded> {
  const tree = await stackTree(ask);
  // Written as recorded: flame graph tools have filters of their own.
  const found = await tally(ask, { ...scope, withIdle: true }, { thread: 's.thread', stack: 's.stack' });
  const facts = new Map((await threadFacts(ask)).map(each => [each.id, each]));
  /** Rows by the process at the begin of their lines; '' for samples without a thread, whose lines begin with a function. */
  const processes = new Map<string, number[]>();
  const threads = found.groups.ints('thread');
  for (let row = 0; row < threads.length; row++) {
    const thread = facts.get(threads[row]!);
    const name = thread === undefined ? '' : spellProcess(thread, spelling);
    const rows = processes.get(name);
    if (rows) rows.push(row);
    else processes.set(name, [row]);
  }
  return { notes: found.notes, whole: found.whole, chunks: chunksOf(tree, found, processes, spelling) };
}

function* chunksOf(
  tree: StackTree,
  { groups, amount }: Tally,
  processes: ReadonlyMap<string, readonly number[]>,
  spelling: Spelling,
): Generator<string> {
  const stacks = groups.ints('stack');
  let chunk = '';
  for (const name of [...processes.keys()].sort()) {
    // FlameGraph, too, shortens signatures only for a process called exactly java, without a pid.
    const spelled = new SpelledTree(tree, name === 'java', spelling);
    for (const row of processes.get(name)!) spelled.add(stacks[row]!, amount[row]!);
    for (const line of spelled.lines(name)) {
      chunk += line;
      if (chunk.length < chunkSize) continue;
      yield chunk;
      chunk = '';
    }
  }
  if (chunk !== '') yield chunk;
}

interface Node {
  readonly children: Map<string, Node>;
  weight: number;
}

const node = (): Node => ({ children: new Map(), weight: 0 });

function child(parent: Node, part: string): Node {
  const known = parent.children.get(part);
  if (known) return known;
  const made = node();
  parent.children.set(part, made);
  return made;
}

/** The stacks of one process, merged if spelled alike. */
class SpelledTree {
  private readonly root = node();
  private readonly nodes = new Map<number, Node>();
  private readonly parts = new Map<number, string | null>();

  constructor(
    private readonly tree: StackTree,
    private readonly java: boolean,
    private readonly spelling: Spelling,
  ) {}

  add(stack: number, weight: number): void {
    this.nodeOf(stack).weight += weight;
  }

  *lines(process: string): Generator<string> {
    const open = [{ line: process, node: this.root }];
    for (let at = open.pop(); at; at = open.pop()) {
      const { line, node } = at;
      if (node.weight > 0) yield `${line || '[unknown]'} ${node.weight}\n`;
      for (const part of [...node.children.keys()].sort().reverse()) {
        open.push({ line: line === '' ? part : `${line};${part}`, node: node.children.get(part)! });
      }
    }
  }

  /** Walks up to the nearest caller with a node, then down again, adding nodes. */
  private nodeOf(stack: number): Node {
    const path: number[] = [];
    let at = stack;
    while (at >= 0 && !this.nodes.has(at)) {
      path.push(at);
      at = this.tree.parent[at]!;
    }
    let node = at < 0 ? this.root : this.nodes.get(at)!;
    for (const placed of path.reverse()) {
      const part = this.spell(this.tree.frame[placed]!);
      if (part !== null) node = child(node, part);
      this.nodes.set(placed, node);
    }
    return node;
  }

  private spell(frame: number): string | null {
    const known = this.parts.get(frame);
    if (known !== undefined) return known;
    const { symbol, module, address, hasAddress } = this.tree.frames;
    const part = spellFrame(
      {
        symbol: this.tree.symbols[symbol[frame]!]!,
        module: this.tree.modules[module[frame]!]!,
        address: hasAddress[frame] === 1 ? address[frame]! : null,
      },
      this.java,
      this.spelling,
    );
    this.parts.set(frame, part);
    return part;
  }
}
