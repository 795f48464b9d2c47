/** Stacks and slices over time as boxes. Boxes narrower than a pixel are merged with their neighbours. */

/** Frames or slices of one depth within one pixel. */
class Slot {
  at = 0;
  start = 0;
  end = 0;
  count = 0;
  /** Ids of the frames or names in the pixel, in order of arrival. */
  readonly whats: number[] = [];
  /** ns by id; below 0 for ids not in the pixel. A map per pixel takes four times as long. */
  private readonly times: Float64Array;

  constructor(whats: number) {
    this.times = new Float64Array(whats).fill(-1);
  }

  begin(at: number, start: number): void {
    for (const what of this.whats) this.times[what] = -1;
    this.whats.length = 0;
    this.at = at;
    this.start = start;
    this.end = start;
    this.count = 0;
  }

  add(what: number, time: number): void {
    if (this.times[what]! < 0) {
      this.whats.push(what);
      this.times[what] = time;
    } else this.times[what]! += time;
  }

  /** The id with the most time in the pixel. */
  longest(): readonly [what: number, time: number] {
    let [what, time] = [-1, -1];
    for (const each of this.whats) if (this.times[each]! > time) [what, time] = [each, this.times[each]!];
    return [what, time];
  }
}

/** Boxes in the order in which they ended. */
export class Boxes {
  readonly depth: number[] = [];
  /** Id of the frame or name; for merged boxes, the one with the most time. */
  readonly what: number[] = [];
  /** ns since a zero that the caller chooses. */
  readonly start: number[] = [];
  readonly end: number[] = [];
  /** ns of the box covered by `what`. */
  readonly time: number[] = [];
  /** Number of samples or slices in the box. */
  readonly count: number[] = [];
  /** 1 if the box stands for several. */
  readonly merged: number[] = [];
  private readonly slots: (Slot | undefined)[] = [];
  /** By depth, the row of the last merged box. */
  private readonly last: (number | undefined)[] = [];

  /**
   * @param least ns per pixel
   * @param whats upper bound of the ids of `what`
   */
  constructor(
    private readonly least: number,
    private readonly whats: number,
  ) {}

  add(depth: number, what: number, start: number, end: number, count: number): void {
    if (end - start >= this.least) {
      this.flush(depth);
      this.last[depth] = undefined;
      this.push(depth, what, start, end, end - start, count, 0);
      return;
    }
    const at = Math.floor(start / this.least);
    const slot = this.slots[depth] ?? new Slot(this.whats);
    this.slots[depth] = slot;
    if (slot.at !== at || slot.whats.length === 0) {
      this.flush(depth);
      slot.begin(at, start);
    }
    slot.end = Math.max(slot.end, end);
    slot.count += count;
    slot.add(what, end - start);
  }

  done(): this {
    for (const depth of this.slots.keys()) this.flush(depth);
    return this;
  }

  private flush(depth: number): void {
    const slot = this.slots[depth];
    if (!slot || slot.whats.length === 0) return;
    const { start, end, count } = slot;
    const [what, time] = slot.longest();
    const several = slot.whats.length > 1;
    slot.begin(-1, 0);
    const last = this.last[depth];
    if (last !== undefined && this.what[last] === what && start - this.end[last]! < this.least) {
      this.end[last] = end;
      this.time[last]! += time;
      this.count[last]! += count;
      this.merged[last] = 1;
      return;
    }
    this.last[depth] = this.what.length;
    this.push(depth, what, start, end, time, count, several ? 1 : 0);
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

/** Samples of one thread, by time. */
export interface ThreadSamples {
  readonly ts: Float64Array;
  /** Stack id; -1 if none. */
  readonly stack: Int32Array;
}

/**
 * Merges equal frames of consecutive samples into one box. A sample lasts until the next one, at most `hold`:
 * after that the thread was not running, or no sample was taken.
 *
 * @param pathOf frames of a stack, from the root
 * @param frames upper bound of frame ids
 */
export function sampleBoxes(
  { ts, stack }: ThreadSamples,
  from: number,
  to: number,
  hold: number,
  least: number,
  pathOf: (stack: number) => Int32Array,
  frames: number,
): Boxes {
  const boxes = new Boxes(least, frames);
  const open = { what: [] as number[], start: [] as number[], before: [] as number[] };
  let [depth, seen, end, last] = [0, 0, Number.NEGATIVE_INFINITY, -2];
  const close = (to: number) => {
    while (depth > to) {
      depth--;
      boxes.add(depth, open.what[depth]!, open.start[depth]!, end, seen - open.before[depth]!);
    }
  };
  const first = firstAtOrAfter(ts, from - hold);
  for (let i = first; i < ts.length && ts[i]! < to; i++) {
    const until = Math.min(to, ts[i]! + hold, ts[i + 1] ?? Number.POSITIVE_INFINITY);
    const begin = Math.max(from, ts[i]!);
    if (until <= begin) continue;
    const isNext = begin <= end;
    if (!isNext) close(0);
    if (!isNext || stack[i] !== last) {
      const path = pathOf(stack[i]!);
      let same = 0;
      while (same < depth && same < path.length && open.what[same] === path[same]) same++;
      close(same);
      for (; depth < path.length; depth++) {
        open.what[depth] = path[depth]!;
        open.start[depth] = begin;
        open.before[depth] = seen;
      }
    }
    seen++;
    last = stack[i]!;
    end = until;
  }
  close(0);
  return boxes.done();
}

/** Slices of one thread by begin; of those that begin together, the longest first. */
export interface ThreadSlices {
  readonly ts: Float64Array;
  readonly duration: Float64Array;
  readonly name: Int32Array;
  /** Upper bound of `name`. */
  readonly names: number;
  /** The longest. */
  readonly longest: number;
}

/**
 * Places each slice on the first free level: nested slices lie below each other, and overlapping ones never
 * cover each other.
 */
export function sliceBoxes(
  { ts, duration, name, longest, names }: ThreadSlices,
  from: number,
  to: number,
  least: number,
): Boxes {
  const boxes = new Boxes(least, names);
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
