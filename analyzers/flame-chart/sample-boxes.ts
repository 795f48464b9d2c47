/**
 * Stacks over time as boxes. Consecutive samples of one stack are a run. Runs narrower than a pixel that begin in
 * the same one are drawn as their heaviest path: level by level the frame with the most time of those under the frame
 * above it. To choose at each level by itself took 3.7 times the processor time, of 625,000 samples of 40 frames each
 * that all differ, and drew functions under callers that never called them.
 */
import { Boxes, firstAtOrAfter } from './boxes.ts';

/** Samples of one thread, by time. */
export interface ThreadSamples {
  readonly ts: Float64Array;
  /** Stack id; -1 if none. */
  readonly stack: Int32Array;
}

export interface Stacks {
  /** Frames of a stack, from the root. */
  pathOf(stack: number): Int32Array;
  /** Upper bound of stack ids. */
  readonly stacks: number;
  /** Upper bound of frame ids. */
  readonly frames: number;
}

/**
 * A sample lasts until the next one, at most `hold`: after that the thread was not running, or no sample was taken.
 *
 * @param least ns per pixel
 */
export function sampleBoxes(
  { ts, stack }: ThreadSamples,
  from: number,
  to: number,
  hold: number,
  least: number,
  stacks: Stacks,
): Boxes {
  const open = new OpenPath(least);
  const pixel = new Pixel(stacks);
  const run = { stack: -2, start: 0, end: Number.NEGATIVE_INFINITY, count: 0 };
  const endRun = () => {
    if (run.count === 0) return;
    const at = Math.floor(run.start / least);
    const isWide = run.end - run.start >= least;
    if (isWide || pixel.at !== at) pixel.drawTo(open);
    if (isWide) open.stack(stacks.pathOf(run.stack), run.start, run.end, run.count);
    else pixel.add(at, run.stack, run.start, run.end, run.count);
  };
  for (let i = firstAtOrAfter(ts, from - hold); i < ts.length && ts[i]! < to; i++) {
    const until = Math.min(to, ts[i]! + hold, ts[i + 1] ?? Number.POSITIVE_INFINITY);
    const begin = Math.max(from, ts[i]!);
    if (until <= begin) continue;
    if (begin > run.end || stack[i] !== run.stack) {
      endRun();
      run.stack = stack[i]!;
      run.start = begin;
      run.count = 0;
    }
    run.end = until;
    run.count++;
  }
  endRun();
  pixel.drawTo(open);
  return open.done();
}

/** The boxes that later samples may go on with: one per level. */
class OpenPath {
  private readonly boxes = new Boxes();
  private readonly what: number[] = [];
  private readonly start: number[] = [];
  private readonly end: number[] = [];
  private readonly time: number[] = [];
  private readonly count: number[] = [];
  private depth = 0;

  /** @param gap boxes of one frame that are less than this apart are one, ns */
  constructor(private readonly gap: number) {}

  stack(path: Int32Array, start: number, end: number, count: number): void {
    for (let depth = 0; depth < path.length; depth++)
      this.frame(depth, path[depth]!, start, end, end - start, count);
    this.close(path.length);
  }

  /** Levels of one path come from the root, and after the last of them `close`. */
  frame(depth: number, what: number, start: number, end: number, time: number, count: number): void {
    const goesOn =
      depth < this.depth &&
      this.what[depth] === what &&
      (start <= this.end[depth]! || start - this.end[depth]! < this.gap);
    if (goesOn) {
      this.end[depth] = end;
      this.time[depth]! += time;
      this.count[depth]! += count;
      return;
    }
    this.close(depth);
    this.what[depth] = what;
    this.start[depth] = start;
    this.end[depth] = end;
    this.time[depth] = time;
    this.count[depth] = count;
    this.depth = depth + 1;
  }

  close(to: number): void {
    const { what, start, end, time, count } = this;
    while (this.depth > to) {
      const depth = --this.depth;
      this.boxes.add(depth, what[depth]!, start[depth]!, end[depth]!, time[depth]!, count[depth]!);
    }
  }

  done(): Boxes {
    this.close(0);
    return this.boxes;
  }
}

/** The runs that begin in one pixel, added up by stack. */
class Pixel {
  at = Number.NaN;
  /** Stacks in the pixel. */
  private length = 0;
  private readonly stack: number[] = [];
  private readonly paths: Int32Array[] = [];
  private readonly start: number[] = [];
  private readonly end: number[] = [];
  private readonly time: number[] = [];
  private readonly count: number[] = [];
  /** Place of a stack in these lists, where the list has that stack there. */
  private readonly place: Int32Array;
  /** By frame of the level that is looked at, ns. */
  private readonly frameTime: Float64Array;
  /** Places of the stacks that have the path so far. */
  private readonly among: number[] = [];

  constructor(private readonly stacks: Stacks) {
    this.place = new Int32Array(stacks.stacks + 1);
    this.frameTime = new Float64Array(stacks.frames);
  }

  add(at: number, stack: number, start: number, end: number, count: number): void {
    this.at = at;
    const known = this.place[stack + 1]!;
    if (known < this.length && this.stack[known] === stack) {
      this.end[known] = end;
      this.time[known]! += end - start;
      this.count[known]! += count;
      return;
    }
    const next = this.length++;
    this.place[stack + 1] = next;
    this.stack[next] = stack;
    this.paths[next] = this.stacks.pathOf(stack);
    this.start[next] = start;
    this.end[next] = end;
    this.time[next] = end - start;
    this.count[next] = count;
  }

  /** Draws the heaviest path; of frames with the same time, the one that came first. */
  drawTo(open: OpenPath): void {
    if (this.length === 0) return;
    const { among } = this;
    for (let at = 0; at < this.length; at++) among[at] = at;
    let left = this.length;
    let depth = 0;
    while (left > 0) {
      const frame = this.heaviest(depth, left);
      if (frame < 0) break;
      const time = this.frameTime[frame]!;
      left = this.drawFrame(open, depth, frame, time, left);
      depth++;
    }
    open.close(depth);
    this.length = 0;
  }

  /** The frame with the most time at a depth; -1 if all stacks end above. `frameTime` is that of all its frames. */
  private heaviest(depth: number, left: number): number {
    const { among, paths, time, frameTime } = this;
    for (let i = 0; i < left; i++) {
      const path = paths[among[i]!]!;
      if (depth < path.length) frameTime[path[depth]!]! += time[among[i]!]!;
    }
    let [found, most] = [-1, 0];
    for (let i = 0; i < left; i++) {
      const path = paths[among[i]!]!;
      if (depth >= path.length || frameTime[path[depth]!]! <= most) continue;
      found = path[depth]!;
      most = frameTime[found]!;
    }
    return found;
  }

  /** Leaves the stacks that have the frame; gives back how many. */
  private drawFrame(open: OpenPath, depth: number, frame: number, time: number, left: number): number {
    const { among, paths, frameTime } = this;
    let [start, end, count, under] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, 0];
    for (let i = 0; i < left; i++) {
      const at = among[i]!;
      const path = paths[at]!;
      if (depth >= path.length) continue;
      frameTime[path[depth]!] = 0;
      if (path[depth] !== frame) continue;
      among[under++] = at;
      if (this.start[at]! < start) start = this.start[at]!;
      if (this.end[at]! > end) end = this.end[at]!;
      count += this.count[at]!;
    }
    open.frame(depth, frame, start, end, time, count);
    return under;
  }
}
