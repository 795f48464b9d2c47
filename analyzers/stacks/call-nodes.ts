/**
 * Call nodes: the stack tree merged by function, so that every distinct path of functions is one node.
 *
 * Nodes are numbered in preorder. The nodes under `n` are `n + 1 … end[n] - 1`, its first child is `n + 1` and the
 * next sibling of a child `c` is `end[c]`: totals, children and tests for an ancestor are plain loops over arrays.
 * Node 0 is the root for samples without a stack.
 */
import type { Ask } from '../contract.ts';
import { type Functions, functionsOf } from './functions.ts';
import { type Grouping, grouping } from './grouping.ts';
import { hashed } from './node-ids.ts';
import { type StackTree, stackTree } from './tree.ts';

export interface CallNodes {
  readonly functions: Functions;
  readonly count: number;
  /** By node: its caller, -1 at a root. */
  readonly parent: Int32Array;
  /** By node: one past the last node under it. */
  readonly end: Int32Array;
  /** By node: its function, and the module of that function (an index into `functions.modules`). */
  readonly func: Int32Array;
  readonly module: Int32Array;
  /** By node: no node above it has the same function. Totals count these alone, so recursion counts once. */
  readonly topmost: Uint8Array;
  /** By node: no node above it has the same module. */
  readonly topmostOfModule: Uint8Array;
  /** By stack id: its node; -1 if a grouping rule hides the stack. */
  readonly ofStack: Int32Array;
  /** Levels of the deepest path. */
  readonly levels: number;
  /** Hash of nodes and rules, 32 bits: equal whenever the same nodes are built again. */
  readonly stamp: number;
}

export async function callNodes(ask: Ask, rules: string | undefined): Promise<CallNodes> {
  const under = grouping(rules);
  return ask.memo(`call-nodes ${under.key}`, async () => {
    const value = buildCallNodes(await stackTree(ask), under);
    return { value, bytes: value.count * 18 + value.ofStack.length * 4 };
  });
}

export function buildCallNodes(tree: StackTree, rules: Grouping): CallNodes {
  const functions = functionsOf(tree, rules);
  const merged = merge(tree, functions, rules);
  const { position, end } = preorder(merged.parent);
  const count = end.length;
  const parent = new Int32Array(count);
  const func = new Int32Array(count);
  const module = new Int32Array(count);
  for (let node = 0; node < count; node++) {
    const at = position[node]!;
    const above = merged.parent[node]!;
    parent[at] = above < 0 ? -1 : position[above]!;
    func[at] = merged.func[node]!;
    module[at] = functions.module[func[at]!]!;
  }
  const ofStack = merged.ofStack;
  for (let id = 0; id < ofStack.length; id++) if (ofStack[id]! >= 0) ofStack[id] = position[ofStack[id]!]!;
  return {
    functions,
    count,
    parent,
    end,
    func,
    module,
    topmost: topmost(end, func, functions.count),
    topmostOfModule: topmost(end, module, functions.modules.length),
    ofStack,
    levels: levelsOf(parent),
    stamp: stampOf(rules.key, functions, parent, func),
  };
}

function levelsOf(parent: Int32Array): number {
  const level = new Int32Array(parent.length);
  let max = 0;
  for (let node = 0; node < parent.length; node++) {
    const depth = parent[node]! < 0 ? 1 : level[parent[node]!]! + 1;
    level[node] = depth;
    if (depth > max) max = depth;
  }
  return max;
}

function stampOf(rules: string, { name, names }: Functions, parent: Int32Array, func: Int32Array): number {
  let hash = hashed(0x811c9dc5, rules);
  for (const each of names) hash = hashed(hash, each);
  for (const each of name) hash = Math.imul(hash ^ each, 0x01000193);
  for (let node = 0; node < parent.length; node++)
    hash = Math.imul(Math.imul(hash ^ parent[node]!, 0x01000193) ^ func[node]!, 0x01000193);
  return hash >>> 0;
}

/** Node per (caller's node, function), in the order of first appearance: a caller comes before what it calls. */
function merge(
  tree: StackTree,
  functions: Functions,
  rules: Grouping,
): { parent: Int32Array; func: Int32Array; ofStack: Int32Array } {
  const stacks = tree.parent.length;
  const { ofFrame, folded, hidden, joined } = functions;
  const ofStack = new Int32Array(stacks).fill(-1);
  const parent = new Int32Array(stacks + 1);
  const func = new Int32Array(stacks + 1);
  parent[0] = -1;
  let count = 1;

  // Open addressing over (parent, func); never more than half full.
  let capacity = 1024;
  while (capacity < 2 * (stacks + 1)) capacity *= 2;
  const mask = capacity - 1;
  const slots = new Int32Array(capacity);

  for (let stack = 0; stack < stacks; stack++) {
    const frame = tree.frame[stack]!;
    if (frame < 0 || hidden[frame]) continue;
    const caller = tree.parent[stack]!;
    const above = caller < 0 ? -1 : ofStack[caller]!;
    if (caller >= 0 && above < 0) continue;
    const functionId = ofFrame[frame]!;
    const continues =
      above >= 0 && func[above] === functionId && (joined[functionId] === 1 || rules.recursion);
    if (above >= 0 && (folded[frame] || continues)) {
      ofStack[stack] = above;
      continue;
    }
    let slot = (Math.imul(above + 1, 0x9e3779b1) ^ Math.imul(functionId, 0x85ebca6b)) & mask;
    slot ^= slot >>> 15;
    for (;;) {
      const node = slots[slot & mask]!;
      if (node === 0) {
        slots[slot & mask] = count;
        parent[count] = above;
        func[count] = functionId;
        ofStack[stack] = count++;
        break;
      }
      if (parent[node] === above && func[node] === functionId) {
        ofStack[stack] = node;
        break;
      }
      slot++;
    }
  }
  return { parent: parent.subarray(0, count), func: func.subarray(0, count), ofStack };
}

/** The position of each node in preorder, and the end of its subtree. */
function preorder(parent: Int32Array): { position: Int32Array; end: Int32Array } {
  const count = parent.length;
  const size = new Int32Array(count).fill(1);
  for (let node = count - 1; node > 0; node--) if (parent[node]! >= 0) size[parent[node]!]! += size[node]!;
  const position = new Int32Array(count);
  const end = new Int32Array(count);
  const free = new Int32Array(count);
  let freeRoot = 0;
  for (let node = 0; node < count; node++) {
    const above = parent[node]!;
    const at = above < 0 ? freeRoot : free[above]!;
    if (above < 0) freeRoot = at + size[node]!;
    else free[above] = at + size[node]!;
    position[node] = at;
    free[node] = at + 1;
    end[at] = at + size[node]!;
  }
  return { position, end };
}

/** 1 for each node that is not under another of the same key: in preorder, one that begins after the last one ended. */
function topmost(end: Int32Array, keyOf: Int32Array, keys: number): Uint8Array {
  const flags = new Uint8Array(end.length);
  const coveredUntil = new Int32Array(keys);
  for (let node = 0; node < end.length; node++) {
    const key = keyOf[node]!;
    if (node < coveredUntil[key]!) continue;
    flags[node] = 1;
    coveredUntil[key] = end[node]!;
  }
  return flags;
}
