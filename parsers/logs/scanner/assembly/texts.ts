/**
 * Texts of fields and names. They are interned, so that the host receives each once, except in columns whose
 * texts hardly repeat: those texts are stored one after the other, not interned.
 */
import { clearTable, FULL, initTable, internHashed } from '../../../kit/scanner/assembly/intern';
import { forgetClasses } from './classes';
import * as layout from './layout';
import { count, forgetRecent, hash, pays, recall, remember } from './recent';

/** No value. */
export const NONE: i32 = -1;
/** Added to a whole number to encode it among values, as in the host's contract. */
export const FIRST_WHOLE: i32 = 1 << 30;

/** Number of texts that were not interned, and their total bytes. */
export let uninternedCount: u32 = 0;
export let uninternedBytes: usize = 0;
/** There was no room for a text: the row is taken back, and the host clears the texts before the next run. */
export let full: bool = false;

export function initTexts(): void {
  initTable(layout.TEXTS, layout.TEXTS_AT, layout.TEXTS_MAX, layout.TEXTS_ARENA);
}

export function clearTexts(): void {
  clearTable(layout.TEXTS);
  forgetRecent();
  forgetClasses();
}

/** Must be called at the beginning of a run. */
export function beginTexts(): void {
  keepUninterned(0, 0);
  full = false;
}

/** Takes back texts that were not interned, except the first `count`, which have `bytes` bytes. */
export function keepUninterned(count: u32, bytes: usize): void {
  uninternedCount = count;
  uninternedBytes = bytes;
}

/** Interns a text and returns its number, or NONE if there is no room. */
export function known(from: usize, to: usize): i32 {
  const recent = recall(from, to);
  if (recent >= 0) return recent;
  const id = internHashed(layout.TEXTS, from, to, hash);
  if (id == FULL) {
    full = true;
    return NONE;
  }
  keep(from, to, id);
  return <i32>id;
}

/**
 * Number of a field's text; below -1 if it was not interned, because the column's texts hardly repeat or the
 * table is full.
 */
export function text(column: usize, from: usize, to: usize): i32 {
  const lookups = layout.LOOKUPS + (column << 3);
  if (!pays(lookups)) return uninterned(from, to);
  const recent = recall(from, to);
  if (recent >= 0) {
    count(lookups, true);
    return recent;
  }
  const before = load<u32>(layout.TEXTS);
  const id = internHashed(layout.TEXTS, from, to, hash);
  count(lookups, id != FULL && load<u32>(layout.TEXTS) == before);
  if (id == FULL) return uninterned(from, to);
  keep(from, to, id);
  return <i32>id;
}

function keep(from: usize, to: usize, id: u32): void {
  remember(from, to, load<u32>(layout.TEXTS_AT + ((<usize>id) << 4)), <i32>id);
}

function uninterned(from: usize, to: usize): i32 {
  if (uninternedBytes + (to - from) > layout.UNINTERNED_SIZE) {
    full = true;
    return NONE;
  }
  copy(layout.UNINTERNED_BYTES + uninternedBytes, from, to - from);
  uninternedBytes += to - from;
  store<u32>(layout.UNINTERNED_LENGTHS + ((<usize>uninternedCount) << 2), <u32>(to - from));
  uninternedCount++;
  return -1 - <i32>uninternedCount;
}

/**
 * Replaces text numbers by the host's ids: of interned texts by `OUT_IDS`, of others by ids counting down
 * from `firstUninterned`. Whole numbers stay.
 */
export function translate(values: usize, count: u32, firstUninterned: i32): void {
  const end = values + ((<usize>count) << 2);
  for (let value = values; value < end; value += 4) {
    const text = load<i32>(value);
    if (text >= FIRST_WHOLE) continue;
    if (text >= 0) store<i32>(value, load<i32>(layout.OUT_IDS + ((<usize>text) << 2)));
    else if (text < NONE) store<i32>(value, firstUninterned + 2 + text);
  }
}

/**
 * Writes up to 63 bytes past the end. Most texts fit one block of 64 bytes, so the loop's branch is predicted
 * whatever the length.
 */
export function copy(to: usize, from: usize, length: usize): void {
  for (let i: usize = 0; ; ) {
    v128.store(to + i, v128.load(from + i));
    v128.store(to + i, v128.load(from + i, 16), 16);
    v128.store(to + i, v128.load(from + i, 32), 32);
    v128.store(to + i, v128.load(from + i, 48), 48);
    i += 64;
    if (i >= length) return;
  }
}
