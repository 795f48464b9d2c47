/** The call tree from the roots down. */
import type { CallNodes } from './call-nodes.ts';
import type { Limits, Path, TreeRows } from './tree-rows.ts';

/** Call nodes with the weights of one part of the samples. */
export interface WeightedNodes {
  readonly nodes: CallNodes;
  readonly self: Float64Array;
  readonly total: Float64Array;
}

/** Children of `parent` (-1: the roots), heaviest first. */
export function children({ nodes, total }: WeightedNodes, parent: number): Int32Array {
  const { end } = nodes;
  const found: number[] = [];
  const last = parent < 0 ? nodes.count : end[parent]!;
  for (let node = parent + 1; node < last; node = end[node]!) if (total[node]! > 0) found.push(node);
  return Int32Array.from(found).sort((a, b) => total[b]! - total[a]! || a - b);
}

/** The node at the end of `path`, or undefined where nothing in scope goes that way. -1 for the empty path. */
export function descend(of: WeightedNodes, path: Path): number | undefined {
  const { func, functions } = of.nodes;
  let at = -1;
  for (const [name, module] of path) {
    const next = children(of, at).find(node => {
      const own = func[node]!;
      return (
        functions.names[functions.name[own]!] === name && functions.modules[functions.module[own]!] === module
      );
    });
    if (next === undefined) return undefined;
    at = next;
  }
  return at;
}

/** Adds what is under `from` (-1: everything) to `rows`, under the row `parentRow`. No recursion: stacks may be deep. */
export function addTopDown(
  of: WeightedNodes,
  from: number,
  rows: TreeRows,
  { levels, least }: Limits,
  parentRow = 0,
  baseDepth = 0,
): void {
  const { func } = of.nodes;
  const open = [{ nodes: children(of, from), next: 0, row: parentRow }];
  for (;;) {
    const level = open.at(-1);
    if (!level) return;
    if (level.next === level.nodes.length) {
      open.pop();
      continue;
    }
    const node = level.nodes[level.next++]!;
    const total = of.total[node]!;
    if (total < least) {
      rows.leaveOut(total);
      continue;
    }
    const depth = baseDepth + open.length - 1;
    const row = rows.add(level.row, depth, func[node]!, of.self[node]!, total);
    if (depth + 1 < levels && total > of.self[node]!) open.push({ nodes: children(of, node), next: 0, row });
  }
}
