/** Slices over time as boxes. Boxes narrower than a pixel are merged with their neighbours. */
import { firstAtOrAfter } from '../../kit/sorted.ts';
import { Boxes } from './boxes.ts';

/** Slices of one level within one pixel. */
class Slot {
  at = 0;
  start = 0;
  end = 0;
  count = 0;
  /** Ids of the names in the pixel, in order of arrival. */
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

/** Merges slices narrower than a pixel, level by level. */
export class Merging {
  private readonly boxes = new Boxes();
  private readonly slots: (Slot | undefined)[] = [];
  /** By depth, the row of the last merged box. */
  private readonly last: (number | undefined)[] = [];

  /**
   * @param minNs ns per pixel
   * @param whats upper bound of the ids of `what`
   */
  constructor(
    private readonly minNs: number,
    private readonly whats: number,
  ) {}

  add(depth: number, what: number, start: number, end: number): void {
    if (end - start >= this.minNs) {
      this.flush(depth);
      this.last[depth] = undefined;
      this.boxes.add(depth, what, start, end, end - start, 1);
      return;
    }
    const at = Math.floor(start / this.minNs);
    const slot = this.slots[depth] ?? new Slot(this.whats);
    this.slots[depth] = slot;
    if (slot.at !== at || slot.whats.length === 0) {
      this.flush(depth);
      slot.begin(at, start);
    }
    slot.end = Math.max(slot.end, end);
    slot.count++;
    slot.add(what, end - start);
  }

  done(): Boxes {
    for (const depth of this.slots.keys()) this.flush(depth);
    return this.boxes;
  }

  private flush(depth: number): void {
    const slot = this.slots[depth];
    if (!slot || slot.whats.length === 0) return;
    const { boxes } = this;
    const { start, end, count } = slot;
    const [what, time] = slot.longest();
    slot.begin(-1, 0);
    const last = this.last[depth];
    if (last !== undefined && boxes.what[last] === what && start - boxes.end[last]! < this.minNs) {
      boxes.end[last] = end;
      boxes.time[last]! += time;
      boxes.count[last]! += count;
      return;
    }
    this.last[depth] = boxes.length;
    boxes.add(depth, what, start, end, time, count);
  }
}

/** Slices of one thread by begin; among those that begin together, the longest first. */
export interface ThreadSlices {
  readonly ts: Float64Array;
  readonly duration: Float64Array;
  readonly name: Int32Array;
  /** Upper bound of `name`. */
  readonly names: number;
  /** The longest duration. */
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
  minNs: number,
): Boxes {
  const boxes = new Merging(minNs, names);
  const ends: number[] = [];
  for (let i = firstAtOrAfter(ts, from - longest); i < ts.length && ts[i]! < to; i++) {
    const end = ts[i]! + duration[i]!;
    let level = 0;
    while (level < ends.length && ends[level]! > ts[i]!) level++;
    ends[level] = end;
    if (end < from) continue;
    boxes.add(level, name[i]!, Math.max(from, ts[i]!), Math.min(to, end));
  }
  return boxes.done();
}
