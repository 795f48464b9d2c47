import { grown } from '../../parsers/kit/intern.ts';

/**
 * The paths of all stacks of a flame chart, concatenated in one array. With one typed array for each of 20,000 stacks,
 * drawing takes 1.5 times as long, because each access to a frame follows two more pointers.
 */
export class Paths {
  /** Frames of all paths added so far, each from its root. */
  frames = new Int32Array(4096);
  private length = 0;
  /** By stack id + 1, because the id -1 is no stack: begin of the path in `frames`; -1 if it has not been added yet. */
  private readonly starts: Int32Array;
  private readonly ends: Int32Array;

  /**
   * @param stacks upper bound of stack ids
   * @param frameIds upper bound of frame ids
   * @param pathOf frames of a stack, from its root
   */
  constructor(
    readonly stacks: number,
    readonly frameIds: number,
    private readonly pathOf: (stack: number) => ArrayLike<number>,
  ) {
    this.starts = new Int32Array(stacks + 1).fill(-1);
    this.ends = new Int32Array(stacks + 1);
  }

  /** Begin of the path of a stack in `frames`; adds the path if it is new. */
  start(stack: number): number {
    const start = this.starts[stack + 1]!;
    return start < 0 ? this.add(stack) : start;
  }

  /** End of the path; valid after a call of `start` for the stack. */
  end(stack: number): number {
    return this.ends[stack + 1]!;
  }

  private add(stack: number): number {
    const path = stack < 0 ? [] : this.pathOf(stack);
    const start = this.length;
    const end = start + path.length;
    if (end > this.frames.length) this.frames = grown(this.frames, end);
    for (let at = start; at < end; at++) this.frames[at] = path[at - start]!;
    this.length = end;
    this.starts[stack + 1] = start;
    this.ends[stack + 1] = end;
    return start;
  }
}
