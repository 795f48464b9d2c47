/**
 * The inverted tree: from the functions where samples were taken up to their callers.
 *
 * A node of it is a set of call nodes: the callers reached, each with the weight of the leaves it was reached from.
 * It is computed level by level as it is opened, so that only shown rows cost time.
 */
import { heaviestLast } from '../stacks/heaviest.ts';
import { type NodeIds, unknownNode } from '../stacks/node-ids.ts';
import type { Limits, TreeRows } from '../stacks/tree-rows.ts';
import { nextNode, type WeightedNodes } from './weighted.ts';

/**
 * One function of one level. For each of its call nodes: the caller (-1 at a root), a leaf from which the node was
 * reached, and the weight. The functions of a level share the arrays, each using `from … to - 1`, because a view
 * per function would cost more than everything else here.
 */
export interface Group {
  readonly func: number;
  readonly total: number;
  /** 0 for the functions that samples were taken in. */
  readonly level: number;
  readonly callers: Int32Array;
  readonly leaves: Int32Array;
  readonly weights: Float64Array;
  readonly from: number;
  readonly to: number;
}

export class BottomUp {
  /** Scratch of `byFunction`: the functions present; empty between calls. */
  private readonly present: number[] = [];
  private readonly count: Int32Array;
  private readonly weight: Float64Array;
  private readonly leaf: Int32Array;

  /** @param ids makes the ids of rows from a leaf and the number of levels above it; null: no ids */
  constructor(
    private readonly samples: WeightedNodes,
    private readonly ids: NodeIds | null,
  ) {
    this.count = new Int32Array(samples.nodes.functions.count);
    this.weight = new Float64Array(samples.nodes.functions.count);
    this.leaf = new Int32Array(samples.nodes.functions.count);
  }

  /** Adds everything under the end of a path of functions to `rows`; a path without samples adds nothing. */
  addTo(rows: TreeRows, path: readonly number[], limits: Limits): void {
    const along = this.along(path);
    if (along.length === path.length) this.addUnder(rows, along.at(-1), limits);
  }

  /** The functions from a root to the row with this id. */
  opened(id: number): number[] {
    const { func, parent, count } = this.samples.nodes;
    const { node, place: level } = this.ids!.open(id);
    const path: number[] = [];
    for (let at = node; path.length <= level; at = parent[at]!) {
      if (at < 0 || at >= count) throw unknownNode(id);
      path.push(func[at]!);
    }
    return path;
  }

  /** The groups along `path`, from a root on, as far as samples in scope follow it. */
  along(path: readonly number[]): Group[] {
    const along: Group[] = [];
    let groups = path.length > 0 ? this.roots() : [];
    for (const functionId of path) {
      const next = groups.find(({ func }) => func === functionId);
      if (!next) break;
      along.push(next);
      if (along.length < path.length) groups = this.callers(next);
    }
    return along;
  }

  /**
   * Adds the callers of `from` (all roots without it) and their callers under the row `parentRow`. Levels and
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
      // Only the function that was running has self time; its callers waited for it.
      const self = atRoots && open.length === 1 ? group.total : 0;
      const row = rows.add(at.row, depth, group.func, self, group.total, this.idOf(group));
      if (depth + 2 < levels) open.push({ groups: this.callers(group), next: 0, row });
      else if (depth + 1 < levels) this.addCallers(group, rows, row, depth + 1, least);
    }
  }

  /** Adds the callers of `group` at the last level shown, for which only their sums are needed, not their nodes. */
  private addCallers(group: Group, rows: TreeRows, row: number, depth: number, least: number): void {
    const { present, weight, leaf } = this;
    const { func } = this.samples.nodes;
    const { callers, weights, leaves, from, to } = group;
    const ids = this.ids?.base(group.level + 1);
    for (let i = from; i < to; i++) {
      const caller = callers[i]!;
      if (caller < 0) continue;
      const functionId = func[caller]!;
      if (weight[functionId] === 0) {
        present.push(functionId);
        leaf[functionId] = leaves[i]!;
      }
      weight[functionId]! += weights[i]!;
    }
    heaviestLast(present, weight);
    for (let functionId = present.pop(); functionId !== undefined; functionId = present.pop()) {
      if (weight[functionId]! < least) rows.leaveOut(weight[functionId]!, row);
      else
        rows.add(
          row,
          depth,
          functionId,
          0,
          weight[functionId]!,
          ids === undefined ? 0 : ids + leaf[functionId]! + 1,
        );
      weight[functionId] = 0;
    }
  }

  private idOf({ level, leaves, from }: Group): number {
    return this.ids ? this.ids.base(level) + leaves[from]! + 1 : 0;
  }

  /** Functions that samples were taken in, heaviest first. */
  private roots(): Group[] {
    const { self, nodes } = this.samples;
    const leaves = new Int32Array(nodes.count);
    const weights = new Float64Array(nodes.count);
    let length = 0;
    for (let node = 0; node < nodes.count; node = nextNode(this.samples, node)) {
      if (self[node] === 0) continue;
      leaves[length] = node;
      weights[length++] = self[node]!;
    }
    return this.byFunction(0, leaves, leaves, weights, length);
  }

  /** Callers of `group`, heaviest first. Samples without a caller end here. */
  private callers({ level, callers, leaves, weights, from, to }: Group): Group[] {
    const above = new Int32Array(to - from);
    const leaf = new Int32Array(to - from);
    const weight = new Float64Array(to - from);
    let length = 0;
    for (let i = from; i < to; i++) {
      const caller = callers[i]!;
      if (caller < 0) continue;
      // Nodes are in order, so those of one caller are often adjacent: merge them.
      if (length > 0 && above[length - 1] === caller) weight[length - 1]! += weights[i]!;
      else {
        above[length] = caller;
        leaf[length] = leaves[i]!;
        weight[length++] = weights[i]!;
      }
    }
    return this.byFunction(level + 1, above, leaf, weight, length);
  }

  /** Splits the first `length` nodes by function, heaviest first (a counting sort, which keeps the order of nodes). */
  private byFunction(
    level: number,
    nodes: Int32Array,
    leaves: Int32Array,
    weights: Float64Array,
    length: number,
  ): Group[] {
    const { func, parent } = this.samples.nodes;
    const { present, count, weight } = this;
    const callers = new Int32Array(length);
    const sortedLeaves = new Int32Array(length);
    const sortedWeights = new Float64Array(length);
    for (let i = 0; i < length; i++) {
      const functionId = func[nodes[i]!]!;
      if (count[functionId]!++ === 0) present.push(functionId);
      weight[functionId]! += weights[i]!;
    }
    heaviestLast(present, weight);
    const groups: Group[] = [];
    let from = 0;
    for (let functionId = present.pop(); functionId !== undefined; functionId = present.pop()) {
      const to = from + count[functionId]!;
      groups.push({
        func: functionId,
        total: weight[functionId]!,
        level,
        callers,
        leaves: sortedLeaves,
        weights: sortedWeights,
        from,
        to,
      });
      count[functionId] = from;
      weight[functionId] = 0;
      from = to;
    }
    for (let i = 0; i < length; i++) {
      const at = count[func[nodes[i]!]!]!++;
      callers[at] = parent[nodes[i]!]!;
      sortedLeaves[at] = leaves[i]!;
      sortedWeights[at] = weights[i]!;
    }
    for (const { func } of groups) count[func] = 0;
    return groups;
  }
}
