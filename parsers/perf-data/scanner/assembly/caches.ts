/**
 * Caches of the host's answers: threads, stacks, texts, printed pieces. Each entry has one slot, by its hash, and a new entry
 * replaces the old one in its slot: nothing grows, and the host is asked again for missing entries.
 */
import * as State from '../shared/state';
import * as host from './host';
import * as layout from './layout';

/** Generations of the entries of threads, and of all others; entries of earlier ones are invalid. */
let threadsOf: u32 = 1;
let epoch: u32 = 1;
let seed: u64 = 0;
/** Number of chain bytes written so far, and the number up to which chains are invalid. */
let chainsWritten: u64 = 0;
let chainsBefore: u64 = 0;

export function resetCaches(random: f64): void {
  forget();
  seed = <u64>random | 1;
}

/** Invalidates all entries: the events have changed, or another recording begins. */
export function forget(): void {
  threadsOf++;
  epoch++;
  chainsBefore = chainsWritten;
}

export function forgetThreads(): void {
  threadsOf++;
}

function mixed(a: u64, b: u64): u64 {
  let hash = (a ^ seed) * 0x9e3779b97f4a7c15;
  hash = (hash ^ (hash >>> 29) ^ b) * 0xbf58476d1ce4e5b9;
  return hash ^ (hash >>> 32);
}

/** Key of the address space of the process whose thread was last looked up. */
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

const USER: u32 = 2;
/** Entries of a call chain from this value on are marks that set the mode of the entries after them. */
const FIRST_MARK: u32 = 0xffff_f001;

/** The thread whose stack is being looked up. */
let pid: i32 = 0;
let tid: i32 = 0;

/** Key of the addresses of a mode; that of the kernel changes when it loads a module. */
function keyOf(mode: u32, kernelKey: i32): i32 {
  return mode == USER ? spaceKey : -1 - <i32>mode - kernelKey * 8;
}

function modeOf(mark: u32): i32 {
  switch (mark) {
    case 0xffff_ffe0:
      return 3;
    case 0xffff_ff80:
      return 1;
    case 0xffff_fe00:
      return 2;
    case 0xffff_f800:
    case 0xffff_f780:
      return 4;
    case 0xffff_f600:
      return 5;
    default:
      return -1;
  }
}

/** Stack of the address at `at`, whose caller is the leaf of `parent`. */
function childOf(parent: i32, mode: u32, key: i32, at: usize): i32 {
  const address = load<u64>(at);
  const keys = ((<u64>(<u32>parent)) << 32) | <u32>key;
  const entry = layout.NODES + <usize>(<u32>mixed(address, keys) & (layout.NODE_SLOTS - 1)) * 24;
  if (load<u64>(entry) == address && load<u64>(entry, 8) == keys && load<u32>(entry, 20) == epoch)
    return load<i32>(entry, 16);
  const stack = host.childOf(parent, mode, <u32>(address >>> 32), <u32>address, pid, tid);
  store<u64>(entry, address);
  store<u64>(entry, keys, 8);
  store<i32>(entry, stack, 16);
  store<u32>(entry, epoch, 20);
  return stack;
}

/** Stack that consists of the instruction pointer at `at` only. */
export function stackOfIp(at: usize, mode: u32, ofPid: i32, ofTid: i32): i32 {
  pid = ofPid;
  tid = ofTid;
  return childOf(-1, mode, keyOf(mode, kernelKey()), at);
}

function kernelKey(): i32 {
  return <i32>load<f64>(layout.STATE + State.KERNEL_KEY * 8);
}

/** Stack of the call chain in `length` bytes at `from`; cached by its bytes and its address spaces. */
export function stackOf(
  from: usize,
  length: u32,
  mode: u32,
  record: usize,
  size: u32,
  event: i32,
  ofPid: i32,
  ofTid: i32,
): i32 {
  const kernel = kernelKey();
  const keys = ((<u64>(<u32>spaceKey)) << 32) | <u32>kernel;
  const hash = mixed(hashOf(from, length), keys ^ ((<u64>mode) << 24));
  const entry = layout.CHAINS + <usize>(<u32>hash & (layout.CHAIN_SLOTS - 1)) * 40;
  const position = load<u64>(entry, 24);
  if (
    load<u64>(entry) == hash &&
    load<u64>(entry, 8) == keys &&
    load<u32>(entry, 16) == length &&
    load<u32>(entry, 20) == mode &&
    position >= chainsBefore &&
    chainsWritten - position <= layout.CHAIN_BYTES_SIZE &&
    same(layout.CHAIN_BYTES + <usize>(position % layout.CHAIN_BYTES_SIZE), from, length)
  )
    return load<i32>(entry, 32);
  pid = ofPid;
  tid = ofTid;
  const found = walked(from, length, mode, kernel);
  // Damaged, empty, or longer than any stack.
  if (found < 0) return host.stackOf(record, size, event);
  if (length > layout.CHAIN_MAX) return found;
  const left = layout.CHAIN_BYTES_SIZE - <u32>(chainsWritten % layout.CHAIN_BYTES_SIZE);
  if (left < length) chainsWritten += left;
  memory.copy(layout.CHAIN_BYTES + <usize>(chainsWritten % layout.CHAIN_BYTES_SIZE), from, length);
  store<u64>(entry, hash);
  store<u64>(entry, keys, 8);
  store<u32>(entry, length, 16);
  store<u32>(entry, mode, 20);
  store<u64>(entry, chainsWritten, 24);
  store<i32>(entry, found, 32);
  chainsWritten += length;
  return found;
}

/** Walks a chain from root to leaf. -1: a mark is unknown, there are too many addresses, or there is none. */
function walked(from: usize, length: u32, first: u32, kernel: i32): i32 {
  let mode = first;
  let count: u32 = 0;
  for (let at = from, end = from + length; at < end; at += 8) {
    const low = load<u32>(at);
    if (load<u32>(at, 4) == 0xffff_ffff && low >= FIRST_MARK) {
      const next = modeOf(low);
      if (next < 0) return -1;
      mode = <u32>next;
      continue;
    }
    if (count == layout.ENTRIES_MAX) return -1;
    const entry = layout.ENTRIES + ((<usize>count) << 3);
    store<u32>(entry, <u32>at);
    store<u32>(entry, mode, 4);
    count++;
  }
  let stack = -1;
  for (let left = count; left > 0; left--) {
    const entry = layout.ENTRIES + ((<usize>(left - 1)) << 3);
    const each = load<u32>(entry, 4);
    stack = childOf(stack, each, keyOf(each, kernel), <usize>load<u32>(entry));
  }
  return stack;
}

/** Id of a field's text. */
export function textOf(event: i32, field: i32, from: usize, length: u32): i32 {
  if (length > layout.TEXT_MAX) return host.textOf(event, field, from, from + length);
  const hash = hashOf(from, length);
  const entry = layout.TEXTS + <usize>(<u32>hash & (layout.TEXT_SLOTS - 1)) * 128;
  if (
    load<u32>(entry) == length &&
    load<u32>(entry, 8) == <u32>(hash >>> 32) &&
    load<u32>(entry, 12) == epoch &&
    same(entry + 16, from, length)
  )
    return load<i32>(entry, 4);
  const id = host.textOf(event, field, from, from + length);
  // The id of a text that is not interned is valid for one row.
  if (id < 0) return id;
  store<u32>(entry, length);
  store<i32>(entry, id, 4);
  store<u32>(entry, <u32>(hash >>> 32), 8);
  store<u32>(entry, epoch, 12);
  memory.copy(entry + 16, from, length);
  return id;
}

/** Name of a system call; -1: none. */
export function callName(number: f64): i32 {
  if (!(number >= 0 && number < 0x4000_0000)) return host.callName(number);
  const call = <u32>number;
  const entry = layout.CALLS + <usize>(call & (layout.CALL_SLOTS - 1)) * 16;
  if (load<u32>(entry) == call && load<u32>(entry, 8) == epoch) return load<i32>(entry, 4);
  const id = host.callName(number);
  if (id < 0) return id;
  store<u32>(entry, call);
  store<i32>(entry, id, 4);
  store<u32>(entry, epoch, 8);
  return id;
}

/** Cache entry of a piece that the host prints from these values, with its text; 0: it cannot be cached. */
export function hosted(event: i32, piece: i32, a: u64, b: u64, start: usize, end: usize): usize {
  const name = (((<u32>event) << 8) | <u32>piece) + 1;
  const hash = mixed(mixed(a, name), b);
  const entry = layout.HOSTED + <usize>(<u32>hash & (layout.HOSTED_SLOTS - 1)) * 96;
  if (
    load<u32>(entry) == name &&
    load<u64>(entry, 8) == a &&
    load<u64>(entry, 16) == b &&
    load<u32>(entry, 88) == epoch
  )
    return entry;
  const length = host.printed(event, piece, start, end);
  if (length < 0 || <u32>length > layout.HOSTED_TEXT) return 0;
  store<u32>(entry, name);
  store<u32>(entry, <u32>length, 4);
  store<u64>(entry, a, 8);
  store<u64>(entry, b, 16);
  store<f64>(entry, load<f64>(layout.STATE + State.NUMBER * 8), 24);
  memory.copy(entry + 32, layout.HOSTED_OUT, <u32>length);
  store<u32>(entry, epoch, 88);
  return entry;
}
