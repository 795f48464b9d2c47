/**
 * A window over records that buffers of several CPUs hold each in its own order: they come out in the order of time.
 *
 * Records are copied. The reader says up to which time no earlier one can follow; where the window is full, the older half
 * comes out before that, and a record that then turns out to have been earlier is counted as {@link ReorderWindow.late}.
 */

/** Takes a record out of the window. `tag`: as it was added with. The bytes are valid during the call. */
export type TakeRecord = (time: number, bytes: Uint8Array, start: number, end: number, tag: number) => void;

/** Most bytes that wait; 1 MB a CPU is what profilers hold. */
const defaultMost = 64 << 20;

export class ReorderWindow {
  /** Records that came out after a later one. */
  late = 0;
  private bytes = new Uint8Array(1 << 20);
  private byteCount = 0;
  private count = 0;
  private times = new Float64Array(1 << 12);
  private starts = new Int32Array(1 << 12);
  private ends = new Int32Array(1 << 12);
  private tags = new Float64Array(1 << 12);
  /** Places of records by time, and where they are merged into. */
  private order = new Int32Array(1 << 12);
  private merged = new Int32Array(1 << 12);
  private released = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly take: TakeRecord,
    private readonly most = defaultMost,
  ) {}

  add(time: number, bytes: Uint8Array, start: number, end: number, tag: number): void {
    const length = end - start;
    if (this.byteCount + length > this.most && this.count > 0) this.releaseHalf();
    if (this.byteCount + length > this.bytes.length) this.growBytes(this.byteCount + length);
    if (this.count === this.times.length) this.growRecords();
    const at = this.count++;
    this.times[at] = time;
    this.starts[at] = this.byteCount;
    this.bytes.set(bytes.subarray(start, end), this.byteCount);
    this.byteCount += length;
    this.ends[at] = this.byteCount;
    this.tags[at] = tag;
  }

  /** Takes out all records up to and including this time; of equal times in the order added. */
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
    this.keep(at);
  }

  releaseAll(): void {
    this.release(Number.POSITIVE_INFINITY);
  }

  private releaseHalf(): void {
    this.sort();
    this.release(this.times[this.order[this.count >> 1]!]!);
  }

  /** Merges runs that are in order already: one of each buffer. */
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
      let kept = 0;
      for (let run = 0; run < runs; run += 2) {
        const start = bounds[run]!;
        const middle = bounds[run + 1]!;
        const end = bounds[Math.min(run + 2, runs)]!;
        mergeRuns(times, order, merged, start, middle, end);
        bounds[kept++] = start;
      }
      bounds[kept] = count;
      runs = kept;
      [order, merged] = [merged, order];
    }
    this.order = order;
    this.merged = merged;
  }

  /** Those from `first` on in the order of time stay, at the front. */
  private keep(first: number): void {
    const { count, order } = this;
    const left = count - first;
    this.count = left;
    if (left === 0) {
      this.byteCount = 0;
      return;
    }
    const staying = order.slice(first, count);
    const bytes = new Uint8Array(this.bytes.length);
    const [times, starts, ends, tags] = [this.times, this.starts, this.ends, this.tags].map(array =>
      Float64Array.from(staying, record => array[record]!),
    ) as [Float64Array, Float64Array, Float64Array, Float64Array];
    let end = 0;
    for (let at = 0; at < left; at++) {
      bytes.set(this.bytes.subarray(starts[at]!, ends[at]!), end);
      this.starts[at] = end;
      end += ends[at]! - starts[at]!;
      this.ends[at] = end;
    }
    this.times.set(times);
    this.tags.set(tags);
    this.bytes = bytes;
    this.byteCount = end;
  }

  private growBytes(least: number): void {
    const bytes = new Uint8Array(Math.max(least, this.bytes.length * 2));
    bytes.set(this.bytes.subarray(0, this.byteCount));
    this.bytes = bytes;
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

/** Two neighbouring runs into one; of equal times those of the first come first. */
function mergeRuns(
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
