/**
 * Stacks, and which events they belong to. A stack names its event by time and thread. It comes in a part of the kernel and one
 * of user space, each of them whole or as a key, whose addresses follow later in the trace. The part of user space is walked when
 * the thread leaves the kernel: it belongs to all events of that stay.
 */
import { ByteTable, grown } from '../kit/intern.ts';
import type { Block } from './bytes.ts';

/** Frames of one stack; Windows walks 192. */
export const deepest = 1024;
/** Events with stacks, and bytes of distinct stacks: what comes beyond has none, which is told. */
const mostStacks = 1 << 25;
const mostBytes = 512 << 20;
/** Stays in the kernel that are known of a thread, and events in one of them: powers of two. */
const mostStays = 8;
const mostWaiting = 64;

/** Threads whose stays are known at one time. */
const mostThreads = 1 << 17;

export const noPart = -1;

const slotSize = 4;
const kernelAt = 1;
const userAt = 2;

/** Of a thread: its last stays in the kernel, and its events there that wait for the end of theirs. */
class Stays {
  /** Time of the event that a walk of user space was asked for, when it was done, and which it is. */
  readonly from = new Float64Array(mostStays);
  readonly to = new Float64Array(mostStays);
  readonly reference = new Int32Array(mostStays);
  count = 0;
  readonly waiting = new Float64Array(mostWaiting);
  waits = 0;
}

interface Definition {
  readonly ts: number;
  readonly list: number;
}

/** @param definitions by time: a key that is used again and again has many */
function firstFrom(definitions: readonly Definition[], ts: number): Definition | undefined {
  let low = 0;
  let high = definitions.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (definitions[middle]!.ts < ts) low = middle + 1;
    else high = middle;
  }
  return definitions[low];
}

export class Stacks {
  /** Stacks that there was no room for. */
  left = 0;
  /** References whose addresses are nowhere in the trace. */
  unresolved = 0;
  count = 0;
  private readonly lists = new ByteTable();
  private pool = new Float64Array(1 << 12);
  private poolUsed = 0;
  /** Where list `n` ends in the pool. */
  private ends = new Int32Array(1 << 10);
  private readonly scratch = new Uint8Array(deepest * 8);
  private readonly scratchView = new DataView(this.scratch.buffer);

  /** References: list of each, or the key that names it and when it was used. */
  private references = 0;
  private list = new Int32Array(1 << 10);
  private keys = new Float64Array(1 << 10);
  private used = new Float64Array(1 << 10);
  private readonly definitions = new Map<number, Definition[]>();

  /** Events with stacks, by time and thread. */
  private slots = 0;
  private times = new Float64Array(1 << 10).fill(Number.NaN);
  /**
   * Of each: its thread, and 1 + reference of its parts in the kernel and in user space; from {@link finish} on 1 + list. Side by
   * side, because each look-up is a cache miss.
   */
  private parts = new Int32Array(slotSize << 10);

  private readonly stays = new Map<number, Stays>();

  /** Addresses that stand there, the leaf first. */
  intern(block: Block, start: number, end: number, pointer: number): number {
    const depth = Math.min(Math.floor((end - start) / pointer), deepest);
    if (depth <= 0) return noPart;
    for (let at = 0; at < depth; at++)
      this.scratchView.setFloat64(at * 8, block.address(start + at * pointer, pointer));
    const id = this.lists.intern(this.scratch, 0, depth * 8);
    if (id === this.count) {
      this.count++;
      if (this.poolUsed + depth > this.pool.length) this.pool = grown(this.pool, this.poolUsed + depth);
      for (let at = 0; at < depth; at++) this.pool[this.poolUsed + at] = this.scratchView.getFloat64(at * 8);
      this.poolUsed += depth;
      if (id >= this.ends.length) this.ends = grown(this.ends, id + 1);
      this.ends[id] = this.poolUsed;
    }
    return id;
  }

  get isFull(): boolean {
    return this.poolUsed * 16 > mostBytes;
  }

  define(key: number, ts: number, list: number): void {
    if (list === noPart) return;
    const known = this.definitions.get(key);
    if (known) known.push({ ts, list });
    else this.definitions.set(key, [{ ts, list }]);
  }

  /**
   * A part of the stack of the event of that time and thread; `walked`: when it was recorded. Of a whole stack the rest is not
   * looked for.
   */
  add(
    time: number,
    tid: number,
    walked: number,
    part: 'kernel' | 'user' | 'whole',
    list: number,
    key: number,
  ): void {
    if (this.references >= mostStacks) {
      this.left++;
      return;
    }
    const reference = this.references++;
    if (reference >= this.list.length) {
      this.list = grown(this.list, reference + 1);
      this.keys = grown(this.keys, reference + 1);
      this.used = grown(this.used, reference + 1);
    }
    this.list[reference] = list;
    this.keys[reference] = key;
    this.used[reference] = walked;
    if (this.slots * 2 > this.times.length) this.rehash();
    const slot = this.slotOf(time, tid);
    if (part === 'user') {
      this.set(slot, userAt, reference);
      this.stay(tid, time, walked, reference);
    } else {
      if (!this.set(slot, kernelAt, reference) && part === 'whole') this.set(slot, userAt, reference);
      if (part === 'kernel') this.enter(tid, time, slot);
    }
  }

  /** Unless it has one. */
  private set(slot: number, part: number, reference: number): boolean {
    const at = slot * slotSize + part;
    if (this.parts[at] !== 0) return false;
    this.parts[at] = reference + 1;
    return true;
  }

  /** A walk of user space ends a stay: it belongs to the events of that stay which came before in the file. */
  private stay(tid: number, from: number, to: number, reference: number): void {
    const stays = this.staysOf(tid);
    const first = Math.max(0, stays.waits - mostWaiting);
    for (let at = first; at < stays.waits; at++) {
      const time = stays.waiting[at & (mostWaiting - 1)]!;
      // Slots move when the table grows, so that it is found by its time.
      if (from <= time && time <= to) {
        this.set(this.slotOf(time, tid), userAt, reference);
      }
    }
    stays.waits = 0;
    const at = stays.count++ & (mostStays - 1);
    stays.from[at] = from;
    stays.to[at] = to;
    stays.reference[at] = reference;
  }

  private enter(tid: number, time: number, slot: number): void {
    if (this.parts[slot * slotSize + userAt] !== 0) return;
    const stays = this.staysOf(tid);
    const { from, to } = stays;
    for (let at = Math.min(stays.count, mostStays) - 1; at >= 0; at--)
      if (from[at]! <= time && time <= to[at]!) {
        this.set(slot, userAt, stays.reference[at]!);
        return;
      }
    stays.waiting[stays.waits++ & (mostWaiting - 1)] = time;
  }

  private staysOf(tid: number): Stays {
    let stays = this.stays.get(tid);
    if (stays === undefined) {
      if (this.stays.size >= mostThreads) this.stays.clear();
      stays = new Stays();
      this.stays.set(tid, stays);
    }
    return stays;
  }

  /** All parts are known: keys to addresses. A key means what is defined under it next, because keys are used again. */
  finish(): void {
    for (const definitions of this.definitions.values()) definitions.sort((a, b) => a.ts - b.ts);
    for (let reference = 0; reference < this.references; reference++) {
      if (this.list[reference] !== noPart) continue;
      const next = firstFrom(this.definitions.get(this.keys[reference]!) ?? [], this.used[reference]!);
      if (next) this.list[reference] = next.list;
      else this.unresolved++;
    }
    const { parts, list } = this;
    for (let at = 0; at < parts.length; at += slotSize) {
      parts[at + kernelAt] = listOf(list, parts[at + kernelAt]!) + 1;
      parts[at + userAt] = listOf(list, parts[at + userAt]!) + 1;
    }
    this.definitions.clear();
    this.stays.clear();
  }

  /** Where the stack of an event is kept; -1 where it has none. */
  find(time: number, tid: number): number {
    const slot = this.slotOf(time, tid, false);
    return this.times[slot] === time ? slot : -1;
  }

  kernelOf(slot: number): number {
    return this.parts[slot * slotSize + kernelAt]! - 1;
  }

  userOf(slot: number): number {
    return this.parts[slot * slotSize + userAt]! - 1;
  }

  depthOf(list: number): number {
    return list === noPart ? 0 : this.ends[list]! - this.startOf(list);
  }

  /** 0 is the leaf. */
  address(list: number, at: number): number {
    return this.pool[this.startOf(list) + at]!;
  }

  private startOf(list: number): number {
    return list === 0 ? 0 : this.ends[list - 1]!;
  }

  private slotOf(time: number, tid: number, make = true): number {
    const mask = this.times.length - 1;
    const low = time | 0;
    const high = Math.floor(time / 0x1_0000_0000) | 0;
    let hash = Math.imul(low ^ Math.imul(high, 0x85ebca6b), 0x9e3779b1) ^ Math.imul(tid, 0xc2b2ae35);
    hash ^= hash >>> 15;
    let slot = hash & mask;
    for (; ; slot = (slot + 1) & mask) {
      const there = this.times[slot]!;
      if (there === time && this.parts[slot * slotSize] === tid) return slot;
      if (Number.isNaN(there)) break;
    }
    if (make) {
      this.times[slot] = time;
      this.parts[slot * slotSize] = tid;
      this.slots++;
    }
    return slot;
  }

  private rehash(): void {
    const { times, parts } = this;
    const size = times.length * 2;
    this.slots = 0;
    this.times = new Float64Array(size).fill(Number.NaN);
    this.parts = new Int32Array(size * slotSize);
    for (let slot = 0; slot < times.length; slot++) {
      const time = times[slot]!;
      if (Number.isNaN(time)) continue;
      const from = slot * slotSize;
      const to = this.slotOf(time, parts[from]!) * slotSize;
      this.parts[to + kernelAt] = parts[from + kernelAt]!;
      this.parts[to + userAt] = parts[from + userAt]!;
    }
  }
}

const listOf = (lists: Int32Array, reference: number): number =>
  reference === 0 ? noPart : lists[reference - 1]!;
