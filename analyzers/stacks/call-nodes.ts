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
  /** By node: 1 if no node above it has the same function. Totals add up only these nodes, so that recursion counts once. */
  readonly topmost: Uint8Array;
  /** By node: 1 if no node above it has the same module. */
  readonly topmostOfModule: Uint8Array;
  /** By stack id: its node; -1 if a grouping rule hides the stack. */
  readonly nodeOfStack: Int32Array;
  /** Number of nodes on the longest path. */
  readonly levels: number;
  /** Hash of nodes and rules, 32 bits: equal whenever the same nodes are built again. */
  readonly stamp: number;
}

export async function callNodes(ask: Ask, rulesText: string | undefined): Promise<CallNodes> {
  const rules = grouping(rulesText);
  return ask.memo(`call-nodes ${rules.key}`, async () => {
    const value = buildCallNodes(await stackTree(ask), rules);
    return { value, bytes: value.count * 18 + value.nodeOfStack.length * 4 };
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
    const place = position[node]!;
    const caller = merged.parent[node]!;
    parent[place] = caller < 0 ? -1 : position[caller]!;
    func[place] = merged.func[node]!;
    module[place] = functions.module[func[place]!]!;
  }
  const nodeOfStack = merged.nodeOfStack;
  for (let id = 0; id < nodeOfStack.length; id++)
    if (nodeOfStack[id]! >= 0) nodeOfStack[id] = position[nodeOfStack[id]!]!;
  return {
    functions,
    count,
    parent,
    end,
    func,
    module,
    topmost: topmost(end, func, functions.count),
    topmostOfModule: topmost(end, module, functions.modules.length),
    nodeOfStack,
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
  for (const text of names) hash = hashed(hash, text);
  for (const nameId of name) hash = Math.imul(hash ^ nameId, 0x01000193);
  for (let node = 0; node < parent.length; node++)
    hash = Math.imul(Math.imul(hash ^ parent[node]!, 0x01000193) ^ func[node]!, 0x01000193);
  return hash >>> 0;
}

/** One node for each pair of caller's node and function, in the order of first appearance, so that callers come before callees. */
function merge(
  tree: StackTree,
  functions: Functions,
  rules: Grouping,
): { parent: Int32Array; func: Int32Array; nodeOfStack: Int32Array } {
  const stacks = tree.parent.length;
  const { functionOfFrame, folded, hidden, joined } = functions;
  const nodeOfStack = new Int32Array(stacks).fill(-1);
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
    const callerStack = tree.parent[stack]!;
    const callerNode = callerStack < 0 ? -1 : nodeOfStack[callerStack]!;
    if (callerStack >= 0 && callerNode < 0) continue;
    const functionId = functionOfFrame[frame]!;
    const continues =
      callerNode >= 0 && func[callerNode] === functionId && (joined[functionId] === 1 || rules.recursion);
    if (callerNode >= 0 && (folded[frame] || continues)) {
      nodeOfStack[stack] = callerNode;
      continue;
    }
    let slot = (Math.imul(callerNode + 1, 0x9e3779b1) ^ Math.imul(functionId, 0x85ebca6b)) & mask;
    slot ^= slot >>> 15;
    for (;;) {
      const node = slots[slot & mask]!;
      if (node === 0) {
        slots[slot & mask] = count;
        parent[count] = callerNode;
        func[count] = functionId;
        nodeOfStack[stack] = count++;
        break;
      }
      if (parent[node] === callerNode && func[node] === functionId) {
        nodeOfStack[stack] = node;
        break;
      }
      slot++;
    }
  }
  return { parent: parent.subarray(0, count), func: func.subarray(0, count), nodeOfStack };
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
    const caller = parent[node]!;
    const place = caller < 0 ? freeRoot : free[caller]!;
    if (caller < 0) freeRoot = place + size[node]!;
    else free[caller] = place + size[node]!;
    position[node] = place;
    free[node] = place + 1;
    end[place] = place + size[node]!;
  }
  return { position, end };
}

/** 1 for each node that is not below another node of its key: in preorder, these are the nodes at or after the end of the previous one. */
function topmost(end: Int32Array, keyOf: Int32Array, keyCount: number): Uint8Array {
  const flags = new Uint8Array(end.length);
  const coveredUntil = new Int32Array(keyCount);
  for (let node = 0; node < end.length; node++) {
    const key = keyOf[node]!;
    if (node < coveredUntil[key]!) continue;
    flags[node] = 1;
    coveredUntil[key] = end[node]!;
  }
  return flags;
}
