/**
 * The stack tree. A node is a pair of its parent and the key of its frame; equal pairs get the same node,
 * parent < child.
 */
import * as found from '../shared/found';
import { NODE_SLOTS, NODES, NODES_MAX } from './layout';

const SLOTS_AT_FIRST: u32 = 1 << 9;

/** No parent. */
export const ROOT: u32 = found.ROOT;
/** The tree has no room for another node. */
export const TREE_FULL: u32 = 0xffff_fffe;

let count: u32 = 0;
let mask: u32 = 0;

export function clearStacks(): void {
  count = 0;
  mask = SLOTS_AT_FIRST - 1;
  memory.fill(NODE_SLOTS, 0, SLOTS_AT_FIRST * 4);
}

export function nodeCount(): u32 {
  return count;
}

function slotOf(parent: u32, key: u32): u32 {
  const mixed = (((<u64>parent) << 32) | key) * 0x9e37_79b9_7f4a_7c15;
  return <u32>(mixed >> 32) & mask;
}

/** The node of `key` called by `parent`, or `TREE_FULL`. */
export function child(parent: u32, key: u32): u32 {
  let slot = slotOf(parent, key);
  let stored = load<u32>(NODE_SLOTS + ((<usize>slot) << 2));
  while (stored != 0) {
    const node = NODES + ((<usize>(stored - 1)) << 3);
    if (load<u32>(node) == parent && load<u32>(node, 4) == key) return stored - 1;
    slot = (slot + 1) & mask;
    stored = load<u32>(NODE_SLOTS + ((<usize>slot) << 2));
  }
  return add(parent, key);
}

function add(parent: u32, key: u32): u32 {
  if (count == NODES_MAX) return TREE_FULL;
  const id = count++;
  const node = NODES + ((<usize>id) << 3);
  store<u32>(node, parent);
  store<u32>(node, key, 4);
  if (count * 2 > mask + 1) {
    mask = (mask + 1) * 2 - 1;
    memory.fill(NODE_SLOTS, 0, (<usize>mask + 1) * 4);
    for (let other: u32 = 0; other < count; other++) place(other);
  } else place(id);
  return id;
}

function place(id: u32): void {
  const node = NODES + ((<usize>id) << 3);
  let slot = slotOf(load<u32>(node), load<u32>(node, 4));
  while (load<u32>(NODE_SLOTS + ((<usize>slot) << 2)) != 0) slot = (slot + 1) & mask;
  store<u32>(NODE_SLOTS + ((<usize>slot) << 2), id + 1);
}
