/** The callees of each call node, in the order of their numbers. */
export class Callees {
  /** The callees of all nodes: roots first, then by caller; those of one caller are ascending. */
  readonly nodes: Int32Array;
  /** By node + 1, because the roots are the callees of -1: begin in `nodes`; its end is the begin of the next. */
  private readonly starts: Int32Array;

  /**
   * @param parent by node, in preorder: its caller, -1 at a root
   * @param end by node: one past the last node under it
   */
  constructor(
    parent: Int32Array,
    readonly end: Int32Array,
  ) {
    const count = parent.length;
    this.starts = new Int32Array(count + 2);
    for (const caller of parent) this.starts[caller + 2]!++;
    for (let node = 0; node <= count; node++) this.starts[node + 1]! += this.starts[node]!;
    this.nodes = new Int32Array(count);
    const next = this.starts.slice();
    for (let node = 0; node < count; node++) this.nodes[next[parent[node]! + 1]!++] = node;
  }

  /** Index in `nodes` of the callee of `caller` that is `node`, or that `node` is under. */
  index(node: number, caller: number): number {
    let [low, high] = [this.starts[caller + 1]!, this.starts[caller + 2]! - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.nodes[middle]! <= node) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
