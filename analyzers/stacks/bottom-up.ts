/**
 * The inverted tree: from the functions where samples were taken up to who called them.
 *
 * A node of it is a set of call nodes: the callers reached, each with the weight of the leaves it was reached from.
 * It is made level by level as it is opened, so that only what is shown is paid for.
 */
import { heaviestLast } from './heaviest.ts';
import type { Limits, Path, TreeRows } from './tree-rows.ts';
import { nextNode, type WeightedNodes } from './weighted.ts';

/**
 * One function of one level: for each call node it stands for, that one's caller (-1 at a root) and the weight that
 * came up to it. The arrays are shared by the functions of a level, each having the part `from … to - 1`: a view of its
 * own per function would cost more than everything else here.
 */
export interface Group {
  readonly func: number;
  readonly total: number;
  readonly callers: Int32Array;
  readonly weights: Float64Array;
  readonly from: number;
  readonly to: number;
}

export class BottomUp {
  /** Scratch: functions present, empty between calls; by function, all zero between calls. */
  private readonly present: number[] = [];
  private readonly count: Int32Array;
  private readonly weight: Float64Array;

  constructor(private readonly of: WeightedNodes) {
    this.count = new Int32Array(of.nodes.functions.count);
    this.weight = new Float64Array(of.nodes.functions.count);
  }

  /** Adds everything under the end of `path` to `rows`; a path no sample took adds nothing. */
  addTo(rows: TreeRows, path: Path, limits: Limits): void {
    const along = this.along(path);
    if (along.length === path.length) this.addUnder(rows, along.at(-1), limits);
  }

  /** The groups along `path`, from a root on, as far as anything in scope goes that way. */
  along(path: Path): Group[] {
    const { functions } = this.of.nodes;
    const along: Group[] = [];
    let groups = path.length > 0 ? this.roots() : [];
    for (const [name, module] of path) {
      const next = groups.find(
        ({ func }) =>
          functions.names[functions.name[func]!] === name &&
          functions.modules[functions.module[func]!] === module,
      );
      if (!next) break;
      along.push(next);
      if (along.length < path.length) groups = this.callers(next);
    }
    return along;
  }

  /**
   * Adds the callers of `from`, or all roots without it, and what is above them, under the row `parentRow`. Levels and
   * depths count from `baseDepth`.
   */
  addUnder(
    rows: TreeRows,
    from: Group | undefined,
    { levels, least }: Limits,
    parentRow = 0,
    baseDepth = 0,
  ): void {
    const atRoots = from === undefined;
    const open = [{ groups: from ? this.callers(from) : this.roots(), next: 0, row: parentRow }];
    for (;;) {
      const at = open.at(-1);
      if (!at) return;
      const group = at.groups[at.next++];
      if (!group) {
        open.pop();
        continue;
      }
      if (group.total < least) {
        rows.leaveOut(group.total, at.row);
        continue;
      }
      const depth = baseDepth + open.length - 1;
      // Only the function that was running has the time to itself; its callers merely waited for it.
      const self = atRoots && open.length === 1 ? group.total : 0;
      const row = rows.add(at.row, depth, group.func, self, group.total);
      if (depth + 2 < levels) open.push({ groups: this.callers(group), next: 0, row });
      else if (depth + 1 < levels) this.addCallers(group, rows, row, depth + 1, least);
    }
  }

  /** Adds the callers of `group` where nothing is shown above them: then only their sums matter, not their nodes. */
  private addCallers(group: Group, rows: TreeRows, row: number, depth: number, least: number): void {
    const { present, weight } = this;
    const { func } = this.of.nodes;
    const { callers, weights, from, to } = group;
    for (let i = from; i < to; i++) {
      const caller = callers[i]!;
      if (caller < 0) continue;
      const own = func[caller]!;
      if (weight[own] === 0) present.push(own);
      weight[own]! += weights[i]!;
    }
    heaviestLast(present, weight);
    for (let own = present.pop(); own !== undefined; own = present.pop()) {
      if (weight[own]! < least) rows.leaveOut(weight[own]!, row);
      else rows.add(row, depth, own, 0, weight[own]!);
      weight[own] = 0;
    }
  }

  /** Functions that samples were taken in, heaviest first. */
  private roots(): Group[] {
    const { self, nodes } = this.of;
    const leaves = new Int32Array(nodes.count);
    const weights = new Float64Array(nodes.count);
    let length = 0;
    for (let node = 0; node < nodes.count; node = nextNode(this.of, node)) {
      if (self[node] === 0) continue;
      leaves[length] = node;
      weights[length++] = self[node]!;
    }
    return this.byFunction(leaves, weights, length);
  }

  /** Who called what `group` stands for, heaviest first. Samples that have no caller end there. */
  private callers({ callers, weights, from, to }: Group): Group[] {
    const above = new Int32Array(to - from);
    const weight = new Float64Array(to - from);
    let length = 0;
    for (let i = from; i < to; i++) {
      const caller = callers[i]!;
      if (caller < 0) continue;
      // Nodes come in order, so those of one caller often follow each other: keep them as one.
      if (length > 0 && above[length - 1] === caller) weight[length - 1]! += weights[i]!;
      else {
        above[length] = caller;
        weight[length++] = weights[i]!;
      }
    }
    return this.byFunction(above, weight, length);
  }

  /** Splits the first `length` nodes by function, heaviest first (a counting sort, which keeps the order of nodes). */
  private byFunction(nodes: Int32Array, weights: Float64Array, length: number): Group[] {
    const { func, parent } = this.of.nodes;
    const { present, count, weight } = this;
    const callers = new Int32Array(length);
    const sortedWeights = new Float64Array(length);
    for (let i = 0; i < length; i++) {
      const own = func[nodes[i]!]!;
      if (count[own]!++ === 0) present.push(own);
      weight[own]! += weights[i]!;
    }
    heaviestLast(present, weight);
    const groups: Group[] = [];
    let from = 0;
    for (let own = present.pop(); own !== undefined; own = present.pop()) {
      const to = from + count[own]!;
      groups.push({ func: own, total: weight[own]!, callers, weights: sortedWeights, from, to });
      count[own] = from;
      weight[own] = 0;
      from = to;
    }
    for (let i = 0; i < length; i++) {
      const at = count[func[nodes[i]!]!]!++;
      callers[at] = parent[nodes[i]!]!;
      sortedWeights[at] = weights[i]!;
    }
    for (const { func } of groups) count[func] = 0;
    return groups;
  }
}
