/**
 * Puts records from the buffers of several CPUs, each buffer in order of time, into one order of time.
 *
 * Records are copied. The reader calls `release` with the time that no later record can precede. If the
 * window is full before that, the older half comes out, and later records that precede those are counted as
 * {@link ReorderWindow.late}.
 */

import { viewOf } from './intern.ts';

/**
 * Called for a record that leaves the window. `tag`: the number that was passed to `add`. The bytes are valid during the
 * call.
 */
export type TakeRecord = (time: number, bytes: Uint8Array, start: number, end: number, tag: number) => void;

/** Maximum number of held bytes; profilers buffer about 1 MB per CPU. */
const defaultMaxBytes = 64 << 20;
const maxLoopLength = 256;

export class ReorderWindow {
  /** Number of records that came out after a later one. */
  late = 0;
  private bytes = new Uint8Array(1 << 16);
  private view = new DataView(this.bytes.buffer);
  /**
   * Second set of buffers, of the same sizes: records that stay are copied to it, and the sets are swapped.
   */
  private spare = { bytes: new Uint8Array(0), times: new Float64Array(0), tags: new Float64Array(0) };
  private byteCount = 0;
  private count = 0;
  private times = new Float64Array(1 << 10);
  private starts = new Int32Array(1 << 10);
  private ends = new Int32Array(1 << 10);
  private tags = new Float64Array(1 << 10);
  /** Numbers of records in the order of time; `merged` is the target of a merge. */
  private order = new Int32Array(1 << 10);
  private merged = new Int32Array(1 << 10);
  private released = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly take: TakeRecord,
    private readonly maxBytes = defaultMaxBytes,
    private readonly maxRecords = Number.POSITIVE_INFINITY,
  ) {}

  add(time: number, bytes: Uint8Array, start: number, end: number, tag: number): void {
    const length = end - start;
    const isFull = this.byteCount + length > this.maxBytes && this.count > 0;
    if (isFull || this.count === this.maxRecords) this.releaseHalf();
    if (this.byteCount + length > this.bytes.length) this.growBytes(this.byteCount + length);
    if (this.count === this.times.length) this.growRecords();
    const at = this.count++;
    this.times[at] = time;
    this.starts[at] = this.byteCount;
    this.copy(bytes, start, end);
    this.byteCount += length;
    this.ends[at] = this.byteCount;
    this.tags[at] = tag;
  }

  /** Takes out all records up to and including this time; records of equal times in the order added. */
  release(until: number): void {
    if (this.count === 0) return;
    this.sort();
    const { times, starts, ends, tags, order, count } = this;
    let at = 0;
    for (; at < count; at++) {
      const record = order[at]!;
      const time = times[record]!;
      if (time > until) break;
      if (time < this.released) this.late++;
      else this.released = time;
      this.take(time, this.bytes, starts[record]!, ends[record]!, tags[record]!);
    }
    this.keepFrom(at);
  }

  releaseAll(): void {
    this.release(Number.POSITIVE_INFINITY);
  }

  private releaseHalf(): void {
    this.sort();
    this.release(this.times[this.order[this.count >> 1]!]!);
  }

  /** Sorts by merging sequences that are already in order: about one per buffer. */
  private sort(): void {
    const { times, count } = this;
    let { order, merged } = this;
    const bounds = [0];
    for (let at = 0; at < count; at++) {
      order[at] = at;
      if (at > 0 && times[at]! < times[at - 1]!) bounds.push(at);
    }
    bounds.push(count);
    let runs = bounds.length - 1;
    while (runs > 1) {
      let mergedCount = 0;
      for (let run = 0; run < runs; run += 2) {
        const start = bounds[run]!;
        const middle = bounds[run + 1]!;
        const end = bounds[Math.min(run + 2, runs)]!;
        mergeRuns(times, order, merged, start, middle, end);
        bounds[mergedCount++] = start;
      }
      bounds[mergedCount] = count;
      runs = mergedCount;
      [order, merged] = [merged, order];
    }
    this.order = order;
    this.merged = merged;
  }

  /** Appends a record. For short records a loop over words takes less time than a call. */
  private copy(bytes: Uint8Array, start: number, end: number): void {
    let to = this.byteCount;
    if (end - start > maxLoopLength) {
      this.bytes.set(bytes.subarray(start, end), to);
      return;
    }
    const { view } = this;
    const from = viewOf(bytes);
    let at = start;
    for (; at + 4 <= end; at += 4, to += 4) view.setInt32(to, from.getInt32(at));
    for (; at < end; at++) this.bytes[to++] = bytes[at]!;
  }

  /** Keeps the records from `first` on in the order of time, and moves them to the front. */
  private keepFrom(first: number): void {
    const { count, order, bytes, times, tags, starts, ends } = this;
    const left = count - first;
    this.count = left;
    this.byteCount = 0;
    if (left === 0) return;
    if (this.spare.bytes.length < bytes.length) this.spare.bytes = new Uint8Array(bytes.length);
    if (this.spare.times.length < times.length) {
      this.spare.times = new Float64Array(times.length);
      this.spare.tags = new Float64Array(times.length);
    }
    const { spare } = this;
    this.bytes = spare.bytes;
    this.view = new DataView(this.bytes.buffer);
    this.times = spare.times;
    this.tags = spare.tags;
    this.spare = { bytes, times, tags };
    // The old positions are still needed while records are moved, so `merged` holds the new ones until then.
    const { merged } = this;
    for (let at = 0; at < left; at++) {
      const record = order[first + at]!;
      this.times[at] = times[record]!;
      this.tags[at] = tags[record]!;
      this.copy(bytes, starts[record]!, ends[record]!);
      this.byteCount += ends[record]! - starts[record]!;
      merged[at] = this.byteCount;
    }
    for (let at = 0; at < left; at++) {
      starts[at] = at === 0 ? 0 : merged[at - 1]!;
      ends[at] = merged[at]!;
    }
  }

  private growBytes(minLength: number): void {
    const bytes = new Uint8Array(Math.max(minLength, this.bytes.length * 2));
    bytes.set(this.bytes.subarray(0, this.byteCount));
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer);
  }

  private growRecords(): void {
    const grown = <T extends Float64Array | Int32Array>(array: T, larger: T): T => {
      larger.set(array);
      return larger;
    };
    const length = this.times.length * 2;
    this.times = grown(this.times, new Float64Array(length));
    this.tags = grown(this.tags, new Float64Array(length));
    this.starts = grown(this.starts, new Int32Array(length));
    this.ends = grown(this.ends, new Int32Array(length));
    this.order = new Int32Array(length);
    this.merged = new Int32Array(length);
  }
}

/** Merges two adjacent sequences into one; records of equal times stay in their order. */
export function mergeRuns(
  times: Float64Array,
  from: Int32Array,
  to: Int32Array,
  start: number,
  middle: number,
  end: number,
): void {
  let left = start;
  let right = middle;
  for (let at = start; at < end; at++) {
    const takeLeft = right >= end || (left < middle && times[from[left]!]! <= times[from[right]!]!);
    to[at] = takeLeft ? from[left++]! : from[right++]!;
  }
}
