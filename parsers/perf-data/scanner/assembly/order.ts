/**
 * Puts records in order of time, with the same results as `PlainOrder` in ../../record-order.ts, the reference. Waiting records are
 * stored one after another in one of two halves of the memory; when it is full, they move to the other half.
 */
import * as State from '../shared/state';
import * as layout from './layout';
import { give } from './samples';

/** Header of a waiting record: time, tag, size. Its bytes follow, and space for writing past them. */
const HEADER: usize = 24;

/** Indexes in ORDER; records before `sorted` are in order of time. */
let first: u32 = 0;
let sorted: u32 = 0;
let last: u32 = 0;
/** Total size of the waiting records. */
let held: usize = 0;
/** The same with their headers and padding. */
let kept: usize = 0;
let half: usize = 0;
let base: usize = 0;
let end: usize = 0;
let hasFirst: bool = false;
let firstHigh: f64 = 0;
let firstLow: f64 = 0;
let latest: f64 = -Infinity;
let flushTo: f64 = -Infinity;
let released: f64 = -Infinity;
let late: u32 = 0;

const SMALLEST: usize = 1 << 20;

export function resetOrder(): void {
  first = sorted = last = late = 0;
  held = kept = 0;
  hasFirst = false;
  latest = flushTo = released = -Infinity;
  if (half == 0) {
    half = SMALLEST;
    grow(layout.RECORDS + 2 * half);
  }
  base = end = layout.RECORDS;
}

function grow(size: usize): void {
  const pages = <i32>((size + 0xffff) >>> 16) - memory.size();
  if (pages > 0 && memory.grow(pages) < 0) unreachable();
}

function stride(size: u32): usize {
  return (HEADER + size + 16 + 7) & ~7;
}

function slot(at: u32): usize {
  return layout.ORDER + ((<usize>at) << 2);
}

function timeOf(address: u32): f64 {
  return load<f64>(address);
}

/** Adds a record. */
export function add(high: u32, low: u32, from: usize, size: u32, tag: f64): void {
  if (!hasFirst) {
    hasFirst = true;
    firstHigh = <f64>high;
    firstLow = <f64>low;
  }
  const time = (<f64>high - firstHigh) * 4294967296.0 + (<f64>low - firstLow);
  if (time > latest) latest = time;
  if (
    (<f64>(held + size) > load<f64>(layout.STATE + State.MOST_HELD * 8) && last > first) ||
    last - first == layout.WAITING_MAX
  )
    releaseHalf();
  const needs = stride(size);
  if (end + needs > base + half) makeRoom(needs);
  if (last == layout.ORDER_SLOTS) {
    memory.copy(layout.ORDER, slot(first), (<usize>(last - first)) << 2);
    sorted -= first;
    last -= first;
    first = 0;
  }
  store<f64>(end, time);
  store<f64>(end, tag, 8);
  store<u32>(end, size, 16);
  for (let at: usize = 0; at < size; at += 16) v128.store(end + HEADER + at, v128.load(from + at));
  store<u32>(slot(last), <u32>end);
  last++;
  end += needs;
  held += size;
  kept += needs;
}

/** Moves the waiting records to the other half, or to a larger one. */
function makeRoom(needs: usize): void {
  let to = base == layout.RECORDS ? layout.RECORDS + half : layout.RECORDS;
  if (kept + needs > half - (half >> 2)) {
    while (kept + needs > half - (half >> 2)) half <<= 1;
    grow(layout.RECORDS + 2 * half);
    to = layout.RECORDS + half;
  }
  base = to;
  for (let at = first; at < last; at++) {
    const from = <usize>load<u32>(slot(at));
    const size = stride(load<u32>(from, 16));
    memory.copy(to, from, size);
    store<u32>(slot(at), <u32>to);
    to += size;
  }
  end = to;
}

/** End of a round over the buffers: releases the records up to the latest time of the round before. */
export function round(): void {
  release(flushTo);
  flushTo = latest;
}

export function releaseAll(): void {
  release(Infinity);
}

function releaseHalf(): void {
  sort();
  release(timeOf(load<u32>(slot(first + ((last - first) >> 1)))));
}

export function lateOnes(): u32 {
  return late;
}

/** Releases all records up to and including this time. */
function release(until: f64): void {
  sort();
  while (first < last) {
    const address = <usize>load<u32>(slot(first));
    const time = load<f64>(address);
    if (time > until) return;
    if (time < released) late++;
    else released = time;
    const size = load<u32>(address, 16);
    first++;
    held -= size;
    kept -= stride(size);
    give(address + HEADER, size, load<f64>(address, 8));
  }
  first = sorted = last = 0;
  end = base;
}

/** Sorts the records added since the last call: merges their sorted sequences, about one per CPU, and then with the sorted ones. */
function sort(): void {
  if (sorted == last) return;
  if (sorted < first) sorted = first;
  while (mergeOnce());
  if (
    sorted > first &&
    sorted < last &&
    timeOf(load<u32>(slot(sorted))) < timeOf(load<u32>(slot(sorted - 1)))
  ) {
    // Merges from the end: few of the sorted records are later than the first new one.
    const added = last - sorted;
    memory.copy(layout.MERGED, slot(sorted), (<usize>added) << 2);
    let old = sorted;
    let left = added;
    for (let to = last; left > 0; ) {
      const next = load<u32>(layout.MERGED + ((<usize>(left - 1)) << 2));
      const before = old > first ? load<u32>(slot(old - 1)) : 0;
      to--;
      if (old > first && timeOf(before) > timeOf(next)) {
        store<u32>(slot(to), before);
        old--;
      } else {
        store<u32>(slot(to), next);
        left--;
      }
    }
  }
  sorted = last;
}

/** End of the sorted sequence that begins at `from`. */
function runEnd(from: u32): u32 {
  let at = from + 1;
  while (at < last && timeOf(load<u32>(slot(at))) >= timeOf(load<u32>(slot(at - 1)))) at++;
  return at;
}

/** Merges each pair of adjacent sequences after `sorted`. Returns false if there is only one. */
function mergeOnce(): bool {
  let merged = false;
  for (let begin = sorted; begin < last; ) {
    const middle = runEnd(begin);
    if (middle >= last) return merged;
    const stop = runEnd(middle);
    merged = true;
    // Copies the first sequence aside; records with equal times keep their order.
    const count = middle - begin;
    memory.copy(layout.MERGED, slot(begin), (<usize>count) << 2);
    let left: u32 = 0;
    let right = middle;
    for (let to = begin; left < count; to++) {
      const a = load<u32>(layout.MERGED + ((<usize>left) << 2));
      const b = right < stop ? load<u32>(slot(right)) : 0;
      if (right < stop && timeOf(b) < timeOf(a)) {
        store<u32>(slot(to), b);
        right++;
      } else {
        store<u32>(slot(to), a);
        left++;
      }
    }
    begin = stop;
  }
  return merged;
}
