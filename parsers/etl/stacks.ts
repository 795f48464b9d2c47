/**
 * Stacks and the events they belong to. A stack refers to its event by time and thread. It has a kernel part and a user-space
 * part, each either a list of addresses or a key whose addresses follow later in the trace. The user-space part is recorded when
 * the thread leaves the kernel, and belongs to all events of the thread since it entered the kernel (here: a stay).
 */
import { ByteTable, grown } from '../kit/intern.ts';
import { orderOf } from './by-time.ts';
import type { Block } from './bytes.ts';
import { NumberTable } from './number-table.ts';

/** Maximum number of frames of one stack; Windows records up to 192. */
export const maxDepth = 1024;
/** Maximum number of stacks, and of bytes of distinct stacks. Further events have no stack, which is reported. */
const maxStacks = 1 << 25;
const maxBytes = 512 << 20;
/** Maximum number of remembered stays in the kernel per thread, and of events in one stay: powers of two. */
const maxStays = 8;
const maxWaiting = 64;

/** Maximum number of threads whose stays are remembered at one time. */
const maxThreads = 1 << 17;

export const noPart = -1;

/** The last stays of a thread in the kernel, and its events there that wait for the user-space part of their stack. */
class Stays {
  /** By stay: time of the event that requested the user-space part, time at which it was recorded, and its reference. */
  readonly from = new Float64Array(maxStays);
  readonly to = new Float64Array(maxStays);
  readonly reference = new Int32Array(maxStays);
  count = 0;
  readonly waiting = new Int32Array(maxWaiting);
  waits = 0;
  /** The event of the last part. */
  last = -1;
}

/** Maximum number of distinct keys. */
const maxKeys = 1 << 24;

export class Stacks {
  /** Number of stacks left out because of a limit. */
  omitted = 0;
  /** Number of keys whose addresses are not in the trace. */
  unresolved = 0;
  count = 0;
  private readonly lists = new ByteTable();
  private pool = new Float64Array(1 << 12);
  private poolUsed = 0;
  /** End of list `n` in the pool. */
  private ends = new Int32Array(1 << 10);
  private readonly scratch = new Uint8Array(maxDepth * 8);
  private readonly scratchView = new DataView(this.scratch.buffer);

  /** References: the list of each, or -2 minus the number of its key; and the time at which it was recorded. */
  private references = 0;
  private list = new Int32Array(1 << 10);
  private used = new Float64Array(1 << 10);

  /** Numbers of keys. */
  private readonly keys = new NumberTable(maxKeys);
  /** Definitions: number of the key, time of the definition, and the list. */
  private definitions = 0;
  private defined = new Int32Array(1 << 10);
  private definedAt = new Float64Array(1 << 10);
  private definedAs = new Int32Array(1 << 10);

  /** Events with stacks, in file order; after {@link finish} by time and thread. */
  private events = 0;
  private times = new Float64Array(1 << 10);
  private tids = new Int32Array(1 << 10);
  /** 1 + reference of the kernel part and of the user-space part; 0: none. */
  private kernels = new Int32Array(1 << 10);
  private users = new Int32Array(1 << 10);
  /** Position of the last search: the next one is near, because each buffer is in order of time. */
  private cursor = 0;

  private readonly stays = new Map<number, Stays>();
  private lastTid = Number.NaN;
  private lastStays!: Stays;

  /** Interns the list of addresses in `[start, end)`, leaf first; returns its id. */
  intern(block: Block, start: number, end: number, pointer: number): number {
    const depth = Math.min(Math.floor((end - start) / pointer), maxDepth);
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
    return this.poolUsed * 16 > maxBytes;
  }

  define(key: number, ts: number, list: number): void {
    if (list === noPart) return;
    if (this.definitions >= maxStacks) {
      this.omitted++;
      return;
    }
    const at = this.definitions++;
    if (at >= this.defined.length) {
      this.defined = grown(this.defined, at + 1);
      this.definedAt = grown(this.definedAt, at + 1);
      this.definedAs = grown(this.definedAs, at + 1);
    }
    this.defined[at] = this.numberOf(key);
    this.definedAt[at] = ts;
    this.definedAs[at] = list;
  }

  /** -1: there are too many keys. */
  private numberOf(key: number): number {
    const known = this.keys.get(key);
    if (known >= 0 || this.keys.count >= maxKeys) return known;
    const number = this.keys.count;
    this.keys.set(key, number);
    return number;
  }

  /**
   * Adds a part of the stack of the thread's event at `time`, recorded at `walked`. A `whole` stack does not wait for a
   * user-space part.
   */
  add(
    time: number,
    tid: number,
    walked: number,
    part: 'kernel' | 'user' | 'whole',
    list: number,
    key: number,
  ): void {
    if (this.references >= maxStacks) {
      this.omitted++;
      return;
    }
    const reference = this.references++;
    if (reference >= this.list.length) {
      this.list = grown(this.list, reference + 1);
      this.used = grown(this.used, reference + 1);
    }
    this.list[reference] = list === noPart ? -2 - this.numberOf(key) : list;
    this.used[reference] = walked;
    // NaN: the time is out of range, so no event has it.
    if (Number.isNaN(time)) return;
    const stays = this.staysOf(tid);
    const event = this.eventOf(stays, time, tid, part === 'user');
    if (part === 'user') {
      if (this.users[event] === 0) this.users[event] = reference + 1;
      this.leave(stays, time, walked, reference);
    } else if (this.kernels[event] === 0) this.kernels[event] = reference + 1;
    else if (part === 'whole' && this.users[event] === 0) this.users[event] = reference + 1;
    if (part === 'kernel') this.enter(stays, time, event);
  }

  /** The event of the thread at `time`. Some events are added twice; {@link finish} merges them. */
  private eventOf(stays: Stays, time: number, tid: number, isUser: boolean): number {
    const { times } = this;
    if (stays.last >= 0 && times[stays.last] === time) return stays.last;
    if (isUser)
      for (let at = stays.waits - 1; at >= 0 && at >= stays.waits - maxWaiting; at--) {
        const event = stays.waiting[at & (maxWaiting - 1)]!;
        if (times[event] === time) return event;
      }
    const event = this.events++;
    if (event >= times.length) {
      this.times = grown(times, event + 1);
      this.tids = grown(this.tids, event + 1);
      this.kernels = grown(this.kernels, event + 1);
      this.users = grown(this.users, event + 1);
    }
    this.times[event] = time;
    this.tids[event] = tid;
    stays.last = event;
    return event;
  }

  /** Ends a stay: its user-space part belongs to the waiting events of the thread within that time. */
  private leave(stays: Stays, from: number, to: number, reference: number): void {
    const { times, users } = this;
    for (let wait = Math.max(0, stays.waits - maxWaiting); wait < stays.waits; wait++) {
      const event = stays.waiting[wait & (maxWaiting - 1)]!;
      const time = times[event]!;
      if (from <= time && time <= to && users[event] === 0) users[event] = reference + 1;
    }
    stays.waits = 0;
    const at = stays.count++ & (maxStays - 1);
    stays.from[at] = from;
    stays.to[at] = to;
    stays.reference[at] = reference;
  }

  private enter(stays: Stays, time: number, event: number): void {
    if (this.users[event] !== 0) return;
    const { from, to } = stays;
    for (let at = Math.min(stays.count, maxStays) - 1; at >= 0; at--)
      if (from[at]! <= time && time <= to[at]!) {
        this.users[event] = stays.reference[at]! + 1;
        return;
      }
    stays.waiting[stays.waits++ & (maxWaiting - 1)] = event;
  }

  private staysOf(tid: number): Stays {
    if (tid === this.lastTid) return this.lastStays;
    let stays = this.stays.get(tid);
    if (stays === undefined) {
      if (this.stays.size >= maxThreads) this.stays.clear();
      stays = new Stays();
      this.stays.set(tid, stays);
    }
    this.lastTid = tid;
    this.lastStays = stays;
    return stays;
  }

  /**
   * Resolves keys to lists of addresses, and sorts the events. A key refers to its next definition, because keys are
   * reused.
   */
  finish(): void {
    const { list, used } = this;
    const { starts, times, lists } = this.definitionsByKey();
    for (let reference = 0; reference < this.references; reference++) {
      const key = -2 - list[reference]!;
      if (key < -1) continue;
      let found = noPart;
      if (key >= 0) {
        const next = firstFrom(times, starts[key]!, starts[key + 1]!, used[reference]!);
        if (next < starts[key + 1]!) found = lists[next]!;
      }
      if (found === noPart) this.unresolved++;
      list[reference] = found;
    }
    this.used = new Float64Array(0);
    this.keys.clear();
    this.stays.clear();
    this.sort();
  }

  /** Definitions by key, then by time: those of a key begin at `starts[key]`. */
  private definitionsByKey() {
    const { definitions, defined, definedAt, definedAs } = this;
    const starts = new Int32Array(this.keys.count + 2);
    for (let at = 0; at < definitions; at++) starts[defined[at]! + 2]!++;
    for (let key = 1; key < starts.length; key++) starts[key]! += starts[key - 1]!;
    const times = new Float64Array(definitions);
    const lists = new Int32Array(definitions);
    for (const at of orderOf(definedAt.subarray(0, definitions))) {
      const to = starts[defined[at]! + 1]!++;
      times[to] = definedAt[at]!;
      lists[to] = definedAs[at]!;
    }
    this.defined = this.definedAs = new Int32Array(0);
    this.definedAt = new Float64Array(0);
    return { starts, times, lists };
  }

  private sort(): void {
    const { events } = this;
    const order = orderOf(this.times.subarray(0, events));
    const [times, tids, kernels, users] = [this.times, this.tids, this.kernels, this.users];
    this.times = new Float64Array(events);
    this.tids = new Int32Array(events);
    this.kernels = new Int32Array(events);
    this.users = new Int32Array(events);
    let count = 0;
    for (let at = 0; at < events; ) {
      let next = at + 1;
      while (next < events && times[order[next]!] === times[order[at]!]) next++;
      // Several events at one time: sorts them by thread, and the parts of one thread by file order.
      if (next - at > 1) order.subarray(at, next).sort((a, b) => tids[a]! - tids[b]! || a - b);
      for (; at < next; at++) {
        const event = order[at]!;
        const isSame =
          count > 0 && this.times[count - 1] === times[event] && this.tids[count - 1] === tids[event];
        const to = isSame ? count - 1 : count++;
        this.times[to] = times[event]!;
        this.tids[to] = tids[event]!;
        this.kernels[to] ||= kernels[event]!;
        this.users[to] ||= users[event]!;
      }
    }
    this.events = count;
  }

  /** Index of the thread's event at `time`; -1: it has no stack. */
  find(time: number, tid: number): number {
    if (Number.isNaN(time)) return -1;
    const { times, tids, events } = this;
    // Galloping search from the last position, then binary search.
    let low = -1;
    let high = events;
    let at = Math.min(this.cursor, events - 1);
    for (let step = 1; at > low && at < high; step *= 2) {
      const there = times[at]!;
      const isBefore = there < time || (there === time && tids[at]! < tid);
      if (isBefore) {
        low = at;
        if (high < events) break;
        at += step;
      } else {
        high = at;
        if (low >= 0) break;
        at -= step;
      }
    }
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      const there = times[middle]!;
      if (there < time || (there === time && tids[middle]! < tid)) low = middle;
      else high = middle;
    }
    this.cursor = high;
    return high < events && times[high] === time && tids[high] === tid ? high : -1;
  }

  kernelOf(event: number): number {
    return this.listOf(this.kernels[event]!);
  }

  userOf(event: number): number {
    return this.listOf(this.users[event]!);
  }

  private listOf(reference: number): number {
    return reference === 0 ? noPart : this.list[reference - 1]!;
  }

  depthOf(list: number): number {
    return list === noPart ? 0 : this.ends[list]! - this.startOf(list);
  }

  leafOf(list: number): number {
    return this.pool[this.startOf(list)]!;
  }

  /** 0 is the leaf. */
  address(list: number, at: number): number {
    return this.pool[this.startOf(list) + at]!;
  }

  private startOf(list: number): number {
    return list === 0 ? 0 : this.ends[list - 1]!;
  }
}

/** Index of the first time in the sorted `times[start … end)` that is not before `ts`; `end` if there is none. */
function firstFrom(times: Float64Array, start: number, end: number, ts: number): number {
  let low = start;
  let high = end;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! < ts) low = middle + 1;
    else high = middle;
  }
  return low;
}
