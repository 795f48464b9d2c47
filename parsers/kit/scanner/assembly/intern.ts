/**
 * Interning of byte ranges: equal bytes get the same dense id.
 *
 * A table is a descriptor of seven u32 (offsets below), an array of entries (16 bytes: position, length,
 * hash, value), open-addressed slots that hold id + 1, and an arena for the bytes. The number of slots is doubled as
 * entries are added: the larger range is cleared, and all entries are put back by their stored hashes. Entries with
 * equal hashes are distinguished by comparing bytes. A full table returns `FULL` and is cleared by the host.
 */

import { UNSET as NEVER_SET } from '../shared/found';

const COUNT: usize = 0;
const MASK: usize = 4;
const ENTRIES: usize = 8;
const SLOTS: usize = 12;
const ARENA: usize = 16;
const USED: usize = 20;
const ARENA_SIZE: usize = 24;
const MAX: usize = 28;

const SLOTS_AT_FIRST: u32 = 1 << 9;

/** The table has no room for another entry. */
export const FULL: u32 = 0xffff_ffff;
/** The value of a new entry. */
export const UNSET: u32 = <u32>NEVER_SET;

/** Random per run, so that colliding hashes cannot be prepared in a file. */
let seed: u64 = 0;

export function setSeed(value: u32): void {
  seed = <u64>value * 0x9e37_79b9_7f4a_7c15;
}

export function initTable(table: usize, at: usize, max: u32, arena: usize): void {
  store<u32>(table + ENTRIES, <u32>at);
  store<u32>(table + SLOTS, <u32>at + max * 16);
  store<u32>(table + ARENA, <u32>at + max * 24);
  store<u32>(table + ARENA_SIZE, <u32>arena);
  store<u32>(table + MAX, max);
  clearTable(table);
}

export function clearTable(table: usize): void {
  store<u32>(table + COUNT, 0);
  store<u32>(table + USED, 0);
  store<u32>(table + MASK, SLOTS_AT_FIRST - 1);
  memory.fill(load<u32>(table + SLOTS), 0, SLOTS_AT_FIRST * 4);
}

/** Odd multipliers for hashes. */
export const K1: u64 = 0x9ddf_ea08_eb38_2d69;
export const K2: u64 = 0x9e37_79b9_7f4a_7c15;

/** The low `length` bytes at `at`; reads up to seven bytes past them. */
function tail(at: usize, length: usize): u64 {
  return load<u64>(at) & (((<u64>1) << ((<u64>length) << 3)) - 1);
}

/**
 * Hashes sixteen bytes at a time, in two independent halves, so that one multiplication need not wait for the
 * other.
 */
function hashOf(from: usize, to: usize): u32 {
  let a = seed ^ <u64>(to - from);
  let b = K2;
  let at = from;
  for (; at + 16 <= to; at += 16) {
    a = (a ^ load<u64>(at)) * K1;
    b = (b ^ load<u64>(at, 8)) * K2;
    a ^= a >> 32;
    b ^= b >> 29;
  }
  if (at + 8 <= to) {
    a = (a ^ load<u64>(at)) * K1;
    a ^= a >> 32;
    at += 8;
  }
  if (at < to) b = (b ^ tail(at, to - at)) * K2;
  return <u32>(((a ^ (b >> 31) ^ b) * K1) >> 32);
}

function same(a: usize, b: usize, length: usize): bool {
  let at: usize = 0;
  for (; at + 16 <= length; at += 16) {
    if (v128.any_true(v128.xor(v128.load(a + at), v128.load(b + at)))) return false;
  }
  if (at + 8 <= length) {
    if (load<u64>(a + at) != load<u64>(b + at)) return false;
    at += 8;
  }
  return at == length || tail(a + at, length - at) == tail(b + at, length - at);
}

/** The id of the bytes, or `FULL`. */
export function intern(table: usize, from: usize, to: usize): u32 {
  return internHashed(table, from, to, hashOf(from, to));
}

/** Like {@link intern}, with a given hash; all hashes of one table must be of the same function. */
export function internHashed(table: usize, from: usize, to: usize, hash: u32): u32 {
  const length = <u32>(to - from);
  const slots = <usize>load<u32>(table + SLOTS);
  const entries = <usize>load<u32>(table + ENTRIES);
  const mask = load<u32>(table + MASK);
  let slot = hash & mask;
  for (;;) {
    const stored = load<u32>(slots + ((<usize>slot) << 2));
    if (stored == 0) break;
    const entry = entries + ((<usize>(stored - 1)) << 4);
    if (load<u32>(entry, 8) == hash && load<u32>(entry, 4) == length && same(load<u32>(entry), from, length))
      return stored - 1;
    slot = (slot + 1) & mask;
  }
  return add(table, from, length, hash);
}

function add(table: usize, from: usize, length: u32, hash: u32): u32 {
  const id = load<u32>(table + COUNT);
  const used = load<u32>(table + USED);
  if (id == load<u32>(table + MAX) || used + length > load<u32>(table + ARENA_SIZE)) return FULL;
  const entry = <usize>load<u32>(table + ENTRIES) + ((<usize>id) << 4);
  const at = load<u32>(table + ARENA) + used;
  memory.copy(at, from, length);
  store<u32>(entry, at);
  store<u32>(entry, length, 4);
  store<u32>(entry, hash, 8);
  store<u32>(entry, UNSET, 12);
  store<u32>(table + COUNT, id + 1);
  store<u32>(table + USED, used + length);
  if ((id + 1) * 2 > load<u32>(table + MASK) + 1) doubleSlots(table);
  else place(table, id);
  return id;
}

function place(table: usize, id: u32): void {
  const slots = <usize>load<u32>(table + SLOTS);
  const mask = load<u32>(table + MASK);
  let slot = load<u32>(<usize>load<u32>(table + ENTRIES) + ((<usize>id) << 4), 8) & mask;
  while (load<u32>(slots + ((<usize>slot) << 2)) != 0) slot = (slot + 1) & mask;
  store<u32>(slots + ((<usize>slot) << 2), id + 1);
}

function doubleSlots(table: usize): void {
  const size = (load<u32>(table + MASK) + 1) * 2;
  store<u32>(table + MASK, size - 1);
  memory.fill(load<u32>(table + SLOTS), 0, size * 4);
  const count = load<u32>(table + COUNT);
  for (let id: u32 = 0; id < count; id++) place(table, id);
}

export function valueOf(table: usize, id: u32): u32 {
  return load<u32>(<usize>load<u32>(table + ENTRIES) + ((<usize>id) << 4), 12);
}

export function setValue(table: usize, id: u32, value: u32): void {
  store<u32>(<usize>load<u32>(table + ENTRIES) + ((<usize>id) << 4), value, 12);
}
