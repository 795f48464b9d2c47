/**
 * Texts of fields and names: interned, so that the host hears of each once, but for those of columns whose texts hardly
 * repeat. These are written down one after the other, and each stands for itself.
 */
import { clearTable, FULL, initTable, internHashed } from '../../../kit/scanner/assembly/intern';
import { forgetClasses } from './classes';
import * as layout from './layout';
import { count, forgetRecent, hash, pays, recall, remember } from './recent';

/** No value. */
export const NONE: i32 = -1;
/** What a whole number is among values, plus this: the host's contract has the same. */
export const FIRST_WHOLE: i32 = 1 << 30;

/** Texts that were not looked up, and how many bytes they have. */
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

/** Begins a run. */
export function beginTexts(): void {
  keepUninterned(0, 0);
  full = false;
}

/** Takes back all but the first `count` that were not looked up, which have so many bytes. */
export function keepUninterned(count: u32, bytes: usize): void {
  uninternedCount = count;
  uninternedBytes = bytes;
}

/** The number of a text that repeats. */
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

/** The number of a field's text; below -1 it is one of those that were not looked up, because few of their column were known. */
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
 * Replaces numbers of texts by what the host calls them: those interned by `OUT_IDS`, those that were not looked up by
 * numbers from `firstUninterned` down. Whole numbers stay.
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

/** Writes up to 63 bytes past the end: most of what is copied is of one block, and how long it is need not be foreseen. */
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
