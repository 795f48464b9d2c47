/**
 * Stacks over time as boxes. Consecutive samples of one stack are a run. Runs narrower than a pixel that begin in
 * the same one are drawn as their heaviest path: level by level the frame with the most time of those under the frame
 * above it. Each pixel then costs its distinct stacks, however deep these are: of 10 M samples with 40 frames each,
 * to choose at each level by itself took five times as long, and drew functions under callers that never called them.
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
  private readonly paths: Int32Array[] = [];
  private readonly start: number[] = [];
  private readonly end: number[] = [];
  private readonly time: number[] = [];
  private readonly count: number[] = [];
  /** Place of a stack in the lists; valid if the list has that stack there. */
  private readonly place: Int32Array;
  private readonly stack: number[] = [];
  /** Per frame of the level that is looked at, ns. */
  private readonly frameTime: Float64Array;

  constructor(private readonly stacks: Stacks) {
    this.place = new Int32Array(stacks.stacks + 1);
    this.frameTime = new Float64Array(stacks.frames);
  }

  add(at: number, stack: number, start: number, end: number, count: number): void {
    this.at = at;
    const known = this.place[stack + 1]!;
    if (this.stack[known] === stack) {
      this.end[known] = end;
      this.time[known]! += end - start;
      this.count[known]! += count;
      return;
    }
    this.place[stack + 1] = this.stack.length;
    this.stack.push(stack);
    this.paths.push(this.stacks.pathOf(stack));
    this.start.push(start);
    this.end.push(end);
    this.time.push(end - start);
    this.count.push(count);
  }

  /** Draws the heaviest path; of frames with the same time, the one that came first. */
  drawTo(open: OpenPath): void {
    if (this.stack.length === 0) return;
    const { paths, frameTime, time } = this;
    let among = [...paths.keys()];
    let depth = 0;
    for (; ; depth++) {
      let [heaviest, most] = [-1, 0];
      for (const at of among) {
        const frame = paths[at]![depth];
        if (frame !== undefined) frameTime[frame]! += time[at]!;
      }
      for (const at of among) {
        const frame = paths[at]![depth];
        if (frame !== undefined && frameTime[frame]! > most) [heaviest, most] = [frame, frameTime[frame]!];
      }
      if (heaviest < 0) break;
      let [start, end, count] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
      const under: number[] = [];
      for (const at of among) {
        const frame = paths[at]![depth];
        if (frame === undefined) continue;
        frameTime[frame] = 0;
        if (frame !== heaviest) continue;
        under.push(at);
        start = Math.min(start, this.start[at]!);
        end = Math.max(end, this.end[at]!);
        count += this.count[at]!;
      }
      open.frame(depth, heaviest, start, end, most, count);
      among = under;
    }
    open.close(depth);
    for (const list of [this.stack, paths, this.start, this.end, time, this.count]) list.length = 0;
  }
}
