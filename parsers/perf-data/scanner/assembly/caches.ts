/**
 * What the host has said before: threads, stacks, texts, printed pieces. Each entry has one place, by its hash, and the next of the
 * same place replaces it: nothing grows, and what is not there is asked for again.
 */
import * as State from '../shared/state';
import * as host from './host';
import * as layout from './layout';

/** Entries of threads are of this generation. */
let threadsOf: u32 = 1;
let seed: u64 = 0;
/** Bytes of chains written so far. */
let chainsWritten: u64 = 0;

export function resetCaches(random: f64): void {
  // The bytes of chains are looked at only by way of an entry.
  memory.fill(layout.THREADS, 0, layout.CHAIN_BYTES - layout.THREADS);
  threadsOf = 1;
  chainsWritten = 0;
  seed = <u64>random | 1;
}

export function forgetThreads(): void {
  threadsOf++;
}

function mixed(a: u64, b: u64): u64 {
  let hash = (a ^ seed) * 0x9e3779b97f4a7c15;
  hash = (hash ^ (hash >>> 29) ^ b) * 0xbf58476d1ce4e5b9;
  return hash ^ (hash >>> 32);
}

/** Key of addresses of the process whose thread was asked for last. */
export let spaceKey: i32 = 0;

export function threadOf(pid: i32, tid: i32): i32 {
  const entry = layout.THREADS + <usize>(<u32>mixed(<u64>(<u32>tid), 0) & (layout.THREAD_SLOTS - 1)) * 24;
  if (load<u32>(entry) == threadsOf && load<i32>(entry, 4) == tid && load<i32>(entry, 8) == pid) {
    spaceKey = load<i32>(entry, 16);
    return load<i32>(entry, 12);
  }
  const id = host.threadOf(pid, tid);
  spaceKey = <i32>load<f64>(layout.STATE + State.SPACE_KEY * 8);
  if (pid >= 0 && tid >= 0) {
    store<u32>(entry, threadsOf);
    store<i32>(entry, tid, 4);
    store<i32>(entry, pid, 8);
    store<i32>(entry, id, 12);
    store<i32>(entry, spaceKey, 16);
  } else store<u32>(entry, 0);
  return id;
}

function hashOf(from: usize, length: u32): u64 {
  let hash: u64 = seed ^ length;
  let at = from;
  const end = from + length;
  for (; at + 8 <= end; at += 8) {
    hash = (hash ^ load<u64>(at)) * 0x9e3779b97f4a7c15;
    hash ^= hash >>> 32;
  }
  if (at < end) {
    let rest: u64 = 0;
    for (; at < end; at++) rest = (rest << 8) | load<u8>(at);
    hash = (hash ^ rest) * 0x9e3779b97f4a7c15;
    hash ^= hash >>> 32;
  }
  return hash ^ (hash >>> 17);
}

function same(a: usize, b: usize, length: u32): bool {
  let at: usize = 0;
  for (; at + 8 <= length; at += 8) if (load<u64>(a + at) != load<u64>(b + at)) return false;
  for (; at < length; at++) if (load<u8>(a + at) != load<u8>(b + at)) return false;
  return true;
}

/**
 * Stack of a call chain, or of an address alone, `length` bytes at `from`. It is the same for the same bytes in the same address spaces.
 */
export function stackOf(from: usize, length: u32, how: u32, record: usize, size: u32, event: i32): i32 {
  const kernelKey = <i32>load<f64>(layout.STATE + State.KERNEL_KEY * 8);
  const keys = ((<u64>(<u32>spaceKey)) << 32) | <u32>kernelKey;
  const hash = mixed(hashOf(from, length), keys ^ ((<u64>how) << 24));
  const entry = layout.CHAINS + <usize>(<u32>hash & (layout.CHAIN_SLOTS - 1)) * 40;
  const position = load<u64>(entry, 24);
  if (
    load<u64>(entry) == hash &&
    load<u64>(entry, 8) == keys &&
    load<u32>(entry, 16) == length &&
    load<u32>(entry, 20) == how &&
    chainsWritten - position <= layout.CHAIN_BYTES_SIZE &&
    same(layout.CHAIN_BYTES + <usize>(position % layout.CHAIN_BYTES_SIZE), from, length)
  )
    return load<i32>(entry, 32);
  const stack = host.stackOf(record, size, event);
  if (stack < -1) return -1;
  if (length > layout.CHAIN_MAX) return stack;
  const left = layout.CHAIN_BYTES_SIZE - <u32>(chainsWritten % layout.CHAIN_BYTES_SIZE);
  if (left < length) chainsWritten += left;
  memory.copy(layout.CHAIN_BYTES + <usize>(chainsWritten % layout.CHAIN_BYTES_SIZE), from, length);
  store<u64>(entry, hash);
  store<u64>(entry, keys, 8);
  store<u32>(entry, length, 16);
  store<u32>(entry, how, 20);
  store<u64>(entry, chainsWritten, 24);
  store<i32>(entry, stack, 32);
  chainsWritten += length;
  return stack;
}

/** Id of a field's text. */
export function textOf(event: i32, field: i32, from: usize, length: u32): i32 {
  if (length > layout.TEXT_MAX) return host.textOf(event, field, from, from + length);
  const hash = hashOf(from, length);
  const entry = layout.TEXTS + <usize>(<u32>hash & (layout.TEXT_SLOTS - 1)) * 128;
  if (
    load<u32>(entry) == length + 1 &&
    load<u32>(entry, 8) == <u32>(hash >>> 32) &&
    same(entry + 16, from, length)
  )
    return load<i32>(entry, 4);
  const id = host.textOf(event, field, from, from + length);
  // What is not interned holds for one row.
  if (id < 0) return id;
  store<u32>(entry, length + 1);
  store<i32>(entry, id, 4);
  store<u32>(entry, <u32>(hash >>> 32), 8);
  memory.copy(entry + 16, from, length);
  return id;
}

/** Name of a system call: -1 is none. */
export function callName(number: f64): i32 {
  if (!(number >= 0 && number < 0x4000_0000)) return host.callName(number);
  const call = <u32>number;
  const entry = layout.CALLS + <usize>(call & (layout.CALL_SLOTS - 1)) * 16;
  if (load<u32>(entry) == call + 1) return load<i32>(entry, 4);
  const id = host.callName(number);
  if (id < 0) return id;
  store<u32>(entry, call + 1);
  store<i32>(entry, id, 4);
  return id;
}

/** The entry of a piece that the host prints of these values: its text is printed. 0 where it cannot be kept. */
export function hosted(event: i32, piece: i32, a: u64, b: u64, start: usize, end: usize): usize {
  const name = (((<u32>event) << 8) | <u32>piece) + 1;
  const hash = mixed(mixed(a, name), b);
  const entry = layout.HOSTED + <usize>(<u32>hash & (layout.HOSTED_SLOTS - 1)) * 96;
  if (load<u32>(entry) == name && load<u64>(entry, 8) == a && load<u64>(entry, 16) == b) return entry;
  const length = host.printed(event, piece, start, end);
  if (length < 0 || <u32>length > layout.HOSTED_TEXT) return 0;
  store<u32>(entry, name);
  store<u32>(entry, <u32>length, 4);
  store<u64>(entry, a, 8);
  store<u64>(entry, b, 16);
  store<f64>(entry, load<f64>(layout.STATE + State.NUMBER * 8), 24);
  memory.copy(entry + 32, layout.HOSTED_OUT, <u32>length);
  return entry;
}
