/** Stacks and slices over time as boxes: of those narrower than a pixel one stands for its neighbours. */

/** What is narrower than a pixel, of one depth and one pixel. */
interface Slot {
  readonly at: number;
  readonly start: number;
  end: number;
  count: number;
  readonly times: Map<number, number>;
}

/** Boxes in the order in which they ended. */
export class Boxes {
  readonly depth: number[] = [];
  /** What is in the box; of several what is there for the longest time. */
  readonly what: number[] = [];
  /** ns since some zero. */
  readonly start: number[] = [];
  readonly end: number[] = [];
  /** ns of it in which that is there. */
  readonly time: number[] = [];
  /** Samples or slices in it. */
  readonly count: number[] = [];
  /** 1 of boxes that stand for several. */
  readonly merged: number[] = [];
  private readonly slots: (Slot | undefined)[] = [];
  /** By depth, the row of the last box that stands for several. */
  private readonly last: (number | undefined)[] = [];

  /** @param least ns of a pixel */
  constructor(private readonly least: number) {}

  add(depth: number, what: number, start: number, end: number, count: number): void {
    if (end - start >= this.least) {
      this.flush(depth);
      this.last[depth] = undefined;
      this.push(depth, what, start, end, end - start, count, 0);
      return;
    }
    const at = Math.floor(start / this.least);
    let slot = this.slots[depth];
    if (slot?.at !== at) {
      this.flush(depth);
      slot = { at, start, end, count: 0, times: new Map() };
      this.slots[depth] = slot;
    }
    slot.end = Math.max(slot.end, end);
    slot.count += count;
    slot.times.set(what, (slot.times.get(what) ?? 0) + end - start);
  }

  done(): this {
    for (const depth of this.slots.keys()) this.flush(depth);
    return this;
  }

  private flush(depth: number): void {
    const slot = this.slots[depth];
    if (!slot) return;
    this.slots[depth] = undefined;
    let [what, time] = [-1, -1];
    for (const [each, of] of slot.times) if (of > time) [what, time] = [each, of];
    const last = this.last[depth];
    if (last !== undefined && this.what[last] === what && slot.start - this.end[last]! < this.least) {
      this.end[last] = slot.end;
      this.time[last]! += time;
      this.count[last]! += slot.count;
      this.merged[last] = 1;
      return;
    }
    this.last[depth] = this.what.length;
    this.push(depth, what, slot.start, slot.end, time, slot.count, slot.times.size > 1 ? 1 : 0);
  }

  private push(
    depth: number,
    what: number,
    start: number,
    end: number,
    time: number,
    count: number,
    merged: number,
  ): void {
    this.depth.push(depth);
    this.what.push(what);
    this.start.push(start);
    this.end.push(end);
    this.time.push(time);
    this.count.push(count);
    this.merged.push(merged);
  }
}

/** The samples of one thread in the order of their times. */
export interface ThreadSamples {
  readonly ts: Float64Array;
  /** -1 without a stack. */
  readonly stack: Int32Array;
}

/**
 * Frames that are the same in consecutive samples are one box. A sample speaks until the next, and no longer than `hold`: then the
 * thread was not running, or nobody looked.
 *
 * @param pathOf what stands at each depth of a stack, from its root on
 */
export function sampleBoxes(
  { ts, stack }: ThreadSamples,
  from: number,
  to: number,
  hold: number,
  least: number,
  pathOf: (stack: number) => Int32Array,
): Boxes {
  const boxes = new Boxes(least);
  const open: { what: number; start: number; count: number }[] = [];
  let end = Number.NEGATIVE_INFINITY;
  let before = -2;
  const close = (depth: number) => {
    while (open.length > depth) {
      const { what, start, count } = open.pop()!;
      boxes.add(open.length, what, start, end, count);
    }
  };
  const first = firstAtOrAfter(ts, from - hold);
  for (let i = first; i < ts.length && ts[i]! < to; i++) {
    const until = Math.min(to, ts[i]! + hold, ts[i + 1] ?? Number.POSITIVE_INFINITY);
    const begin = Math.max(from, ts[i]!);
    if (until <= begin) continue;
    const isNext = begin <= end;
    if (!isNext) close(0);
    if (!isNext || stack[i] !== before) {
      const path = pathOf(stack[i]!);
      let same = 0;
      while (same < open.length && same < path.length && open[same]!.what === path[same]) same++;
      close(same);
      for (let depth = same; depth < path.length; depth++)
        open.push({ what: path[depth]!, start: begin, count: 0 });
    }
    for (const each of open) each.count++;
    before = stack[i]!;
    end = until;
  }
  close(0);
  return boxes.done();
}

/** The slices of one thread by when they began, of those that began at once the longest first. */
export interface ThreadSlices {
  readonly ts: Float64Array;
  readonly duration: Float64Array;
  readonly name: Int32Array;
  /** The longest. */
  readonly longest: number;
}

/**
 * Each on the first level that is free: slices that lie within each other stand under each other, and those that only overlap do not
 * cover each other.
 */
export function sliceBoxes(
  { ts, duration, name, longest }: ThreadSlices,
  from: number,
  to: number,
  least: number,
): Boxes {
  const boxes = new Boxes(least);
  const ends: number[] = [];
  for (let i = firstAtOrAfter(ts, from - longest); i < ts.length && ts[i]! < to; i++) {
    const end = ts[i]! + duration[i]!;
    let level = 0;
    while (level < ends.length && ends[level]! > ts[i]!) level++;
    ends[level] = end;
    if (end < from) continue;
    boxes.add(level, name[i]!, Math.max(from, ts[i]!), Math.min(to, end), 1);
  }
  return boxes.done();
}

function firstAtOrAfter(values: Float64Array, least: number): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle]! < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
