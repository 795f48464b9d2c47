import { grown } from '../../../parsers/kit/intern.ts';

/** Boxes of a flame chart; those of one depth are in the order of time. */
export class Boxes {
  length = 0;
  depth = new Int32Array(1024);
  /** Call node, or id of the name; of a merged box, the one with the most time. */
  what = new Int32Array(1024);
  /** ns since a zero that the caller chooses. */
  start = new Float64Array(1024);
  end = new Float64Array(1024);
  /** ns of the box covered by `what`. */
  time = new Float64Array(1024);
  /** Number of samples or slices in the box. */
  count = new Float64Array(1024);

  add(depth: number, what: number, start: number, end: number, time: number, count: number): void {
    if (this.length === this.what.length) this.grow();
    const row = this.length++;
    this.depth[row] = depth;
    this.what[row] = what;
    this.start[row] = start;
    this.end[row] = end;
    this.time[row] = time;
    this.count[row] = count;
  }

  /** Numbers of the boxes by depth, and by time within a depth. */
  inOrder(): Int32Array {
    const { depth, length } = this;
    let deepest = 0;
    for (let row = 0; row < length; row++) if (depth[row]! > deepest) deepest = depth[row]!;
    const starts = new Int32Array(deepest + 2);
    for (let row = 0; row < length; row++) starts[depth[row]! + 1]!++;
    for (let level = 1; level < starts.length; level++) starts[level]! += starts[level - 1]!;
    const order = new Int32Array(length);
    for (let row = 0; row < length; row++) order[starts[depth[row]!]!++] = row;
    return order;
  }

  private grow(): void {
    this.depth = grown(this.depth, 0);
    this.what = grown(this.what, 0);
    this.start = grown(this.start, 0);
    this.end = grown(this.end, 0);
    this.time = grown(this.time, 0);
    this.count = grown(this.count, 0);
  }
}
