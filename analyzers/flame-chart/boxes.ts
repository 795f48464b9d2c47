/** Rows of a flame chart, at one depth in the order of their times. */
export class Boxes {
  readonly depth: number[] = [];
  /** Id of the frame or name; where several are in the box, the one with the most time. */
  readonly what: number[] = [];
  /** ns since a zero that the caller chooses. */
  readonly start: number[] = [];
  readonly end: number[] = [];
  /** ns of the box covered by `what`. */
  readonly time: number[] = [];
  /** Number of samples or slices in the box. */
  readonly count: number[] = [];

  add(depth: number, what: number, start: number, end: number, time: number, count: number): void {
    this.depth.push(depth);
    this.what.push(what);
    this.start.push(start);
    this.end.push(end);
    this.time.push(time);
    this.count.push(count);
  }

  /** Rows by depth, and at each in the order of their times. */
  inOrder(): Int32Array {
    const starts = new Int32Array(this.depth.reduce((most, each) => Math.max(most, each), 0) + 2);
    for (const depth of this.depth) starts[depth + 1]!++;
    for (let depth = 1; depth < starts.length; depth++) starts[depth]! += starts[depth - 1]!;
    const order = new Int32Array(this.depth.length);
    for (let row = 0; row < order.length; row++) order[starts[this.depth[row]!]!++] = row;
    return order;
  }
}

export function firstAtOrAfter(values: Float64Array, least: number): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle]! < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
