/**
 * Stacks over time as boxes. Consecutive samples of one stack are a run. Runs narrower than a pixel that begin in
 * the same one are drawn as their heaviest path: level by level the frame with the most time of those under the frame
 * above it. To choose at each level by itself took 3.7 times the processor time, of 625,000 samples of 40 frames each
 * that all differ, and drew functions under callers that never called them.
 */
import { Boxes, firstAtOrAfter } from './boxes.ts';
import type { Paths } from './paths.ts';

/** Samples of one thread, by time. */
export interface ThreadSamples {
  readonly ts: Float64Array;
  /** Stack id; -1 if none. */
  readonly stack: Int32Array;
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
  paths: Paths,
): Boxes {
  const open = new OpenPath(least);
  const pixel = new Pixel(paths);
  // The run so far.
  let of = -2;
  let start = 0;
  let end = Number.NEGATIVE_INFINITY;
  let count = 0;
  const endRun = () => {
    if (count === 0) return;
    const at = Math.floor(start / least);
    const isWide = end - start >= least;
    if (isWide || pixel.at !== at) pixel.drawTo(open);
    if (isWide) open.stack(paths, of, start, end, count);
    else pixel.add(at, of, start, end, count);
  };
  for (let i = firstAtOrAfter(ts, from - hold); i < ts.length && ts[i]! < to; i++) {
    const at = ts[i]!;
    const begin = Math.max(from, at);
    let until = Math.min(at + hold, to);
    if (i + 1 < ts.length && ts[i + 1]! < until) until = ts[i + 1]!;
    if (until <= begin) continue;
    if (begin > end || stack[i] !== of) {
      endRun();
      of = stack[i]!;
      start = begin;
      count = 0;
    }
    end = until;
    count++;
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

  stack(paths: Paths, stack: number, start: number, end: number, count: number): void {
    const first = paths.start(stack);
    const depths = paths.end(stack) - first;
    for (let depth = 0; depth < depths; depth++)
      this.frame(depth, paths.frames[first + depth]!, start, end, end - start, count);
    this.close(depths);
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
  /** Number of stacks in the pixel. */
  private length = 0;
  private stack = new Int32Array(64);
  /** Where the path of each begins and ends in `paths.frames`. */
  private path = new Int32Array(64);
  private pathEnd = new Int32Array(64);
  private start = new Float64Array(64);
  private end = new Float64Array(64);
  private time = new Float64Array(64);
  private count = new Float64Array(64);
  /** Places of the stacks that have the path so far. */
  private among = new Int32Array(64);
  /** Place of a stack in these lists, where the list has that stack there. */
  private readonly place: Int32Array;
  /** By frame of the level that is looked at, ns; else 0. */
  private readonly frameTime: Float64Array;
  /** Frames of that level, as they come. */
  private readonly frames: number[] = [];

  constructor(private readonly paths: Paths) {
    this.place = new Int32Array(paths.stacks + 1);
    this.frameTime = new Float64Array(paths.frameIds);
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
    if (this.length === this.stack.length) this.resize(2 * this.length);
    const next = this.length++;
    this.place[stack + 1] = next;
    this.stack[next] = stack;
    this.path[next] = this.paths.start(stack);
    this.pathEnd[next] = this.paths.end(stack);
    this.start[next] = start;
    this.end[next] = end;
    this.time[next] = end - start;
    this.count[next] = count;
  }

  /** Draws the heaviest path; of frames with the same time, the one that came first. */
  drawTo(open: OpenPath): void {
    if (this.length === 0) return;
    const { among, frameTime, frames, path, pathEnd, start, end, time, count } = this;
    const all = this.paths.frames;
    for (let at = 0; at < this.length; at++) among[at] = at;
    let left = this.length;
    let depth = 0;
    for (; ; depth++) {
      frames.length = 0;
      for (let i = 0; i < left; i++) {
        const at = among[i]!;
        const place = path[at]! + depth;
        if (place >= pathEnd[at]!) continue;
        const frame = all[place]!;
        if (frameTime[frame] === 0) frames.push(frame);
        frameTime[frame]! += time[at]!;
      }
      let [heaviest, most] = [-1, 0];
      for (const frame of frames) {
        if (frameTime[frame]! > most) {
          heaviest = frame;
          most = frameTime[frame]!;
        }
        frameTime[frame] = 0;
      }
      if (heaviest < 0) break;
      let [first, last, samples, under] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, 0];
      for (let i = 0; i < left; i++) {
        const at = among[i]!;
        const place = path[at]! + depth;
        if (place >= pathEnd[at]! || all[place] !== heaviest) continue;
        among[under++] = at;
        if (start[at]! < first) first = start[at]!;
        if (end[at]! > last) last = end[at]!;
        samples += count[at]!;
      }
      open.frame(depth, heaviest, first, last, most, samples);
      left = under;
    }
    open.close(depth);
    this.length = 0;
  }

  private resize(room: number): void {
    const ints = (of: Int32Array) => {
      const larger = new Int32Array(room);
      larger.set(of);
      return larger;
    };
    const numbers = (of: Float64Array) => {
      const larger = new Float64Array(room);
      larger.set(of);
      return larger;
    };
    this.stack = ints(this.stack);
    this.path = ints(this.path);
    this.pathEnd = ints(this.pathEnd);
    this.among = ints(this.among);
    this.start = numbers(this.start);
    this.end = numbers(this.end);
    this.time = numbers(this.time);
    this.count = numbers(this.count);
  }
}
