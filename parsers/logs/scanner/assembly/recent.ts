/**
 * Caches of recent texts and messages, because a log line resembles those above it: a hit saves the look-up
 * in a table. The slot of a hash is compared by its bytes; a new entry replaces the old one in its slot.
 */
import { K1, K2 } from '../../../kit/scanner/assembly/intern';
import { MEMO, MEMO_LINES, RECENT, RECENT_LINES } from './layout';
import { head, same } from './search';

// A text's slot: its bytes padded with zeros if at most sixteen; its address; its length plus 1; its number.
const TEXT_SIZE: usize = 32;
const WHERE: usize = 16;
const LENGTH: usize = 20;
const NUMBER: usize = 24;

// A message's slot: its bytes, its length plus 1, its template.
const MEMO_SIZE: usize = 80;
const MEMO_LENGTH: usize = 64;
const MEMO_TEMPLATE: usize = 68;

/** Longest message that is cached, bytes. */
export const LONGEST_MEMO: usize = 64;

/** Number of look-ups before {@link pays} judges a column. */
const TRIALS: u32 = 2048;

/** Differs from run to run, like that of intern.ts, so that collisions cannot be prepared. */
let seed: u64 = 0;

/** Hash of the last text looked up. */
export let hash: u32 = 0;

export function seedRecent(value: u32): void {
  seed = <u64>value * K1;
}

/** Empties the cache of texts. */
export function forgetRecent(): void {
  memory.fill(RECENT, 0, <usize>RECENT_LINES * TEXT_SIZE);
}

/** Number of a text, or -1. Sets {@link hash}. */
export function recall(from: usize, to: usize): i32 {
  const length = to - from;
  if (length <= 16) {
    const bytes = head(from, length);
    hash = hashOfHead(bytes, length);
    const place = placeOf(hash);
    if (<usize>load<u32>(place, LENGTH) != length + 1) return -1;
    if (v128.any_true(v128.xor(bytes, v128.load(place)))) return -1;
    return load<i32>(place, NUMBER);
  }
  hash = hashOfLong(from, length);
  const place = placeOf(hash);
  if (<usize>load<u32>(place, LENGTH) != length + 1) return -1;
  return same(from, load<u32>(place, WHERE), length) ? load<i32>(place, NUMBER) : -1;
}

/** Caches the text that {@link recall} has just not found; `where` is the address of its interned copy. */
export function remember(from: usize, to: usize, where: u32, number: i32): void {
  const length = to - from;
  const place = placeOf(hash);
  if (length <= 16) v128.store(place, head(from, length));
  store<u32>(place, where, WHERE);
  store<u32>(place, <u32>length + 1, LENGTH);
  store<i32>(place, number, NUMBER);
}

function placeOf(hash: u32): usize {
  return RECENT + <usize>(hash & (RECENT_LINES - 1)) * TEXT_SIZE;
}

/** Slot of a message of at most {@link LONGEST_MEMO} bytes. */
export function memoOf(from: usize, to: usize): usize {
  return MEMO + <usize>(hashOf(from, to - from) & (MEMO_LINES - 1)) * MEMO_SIZE;
}

/** True if the slot holds this message. */
export function isMemo(place: usize, from: usize, to: usize): bool {
  const length = to - from;
  return <usize>load<u32>(place, MEMO_LENGTH) == length + 1 && same(from, place, length);
}

export function templateAt(place: usize): i32 {
  return load<i32>(place, MEMO_TEMPLATE);
}

export function setMemo(place: usize, from: usize, to: usize, template: i32): void {
  for (let at: usize = 0; at < LONGEST_MEMO; at += 16) v128.store(place + at, v128.load(from + at));
  store<u32>(place, <u32>(to - from) + 1, MEMO_LENGTH);
  store<i32>(place, template, MEMO_TEMPLATE);
}

function hashOf(from: usize, length: usize): u32 {
  return length <= 16 ? hashOfHead(head(from, length), length) : hashOfLong(from, length);
}

function hashOfHead(bytes: v128, length: usize): u32 {
  return folded(<u64>length ^ mixed(i64x2.extract_lane(bytes, 0), i64x2.extract_lane(bytes, 1)));
}

/** The multiplications are independent, so that they overlap. */
function hashOfLong(from: usize, length: usize): u32 {
  let sum: u64 = <u64>length;
  const last = from + length - 16;
  for (let at = from; at < last; at += 16) sum = rotl(sum, 23) + mixed(load<u64>(at), load<u64>(at, 8));
  return folded(rotl(sum, 23) + mixed(load<u64>(last), load<u64>(last, 8)));
}

function folded(sum: u64): u32 {
  return <u32>(((sum ^ (sum >> 32)) * K1) >> 32);
}

function mixed(a: u64, b: u64): u64 {
  return ((a ^ seed) * K1) ^ rotl((b + seed) * K2, 32);
}

/**
 * True if at least a quarter of the look-ups were hits, or if there were too few to tell; the counts are at
 * `lookups`.
 */
export function pays(lookups: usize): bool {
  const tried = load<u32>(lookups);
  return tried < TRIALS || load<u32>(lookups, 4) >= tried >> 2;
}

/** Counts a look-up. The counts are halved from time to time, so that they describe recent lines. */
export function count(lookups: usize, hit: bool): void {
  const tried = load<u32>(lookups);
  const shift: u32 = tried >= TRIALS * 2 ? 1 : 0;
  store<u32>(lookups, (tried >> shift) + 1);
  store<u32>(lookups, (load<u32>(lookups, 4) >> shift) + (hit ? 1 : 0), 4);
}
