/** The call tree from the roots down. */
import { heaviestLast } from './heaviest.ts';
import type { Limits, Path, TreeRows } from './tree-rows.ts';
import type { WeightedNodes } from './weighted.ts';

/** Adds the children of `parent` (-1: the roots) that have weight to the end of `into`, the heaviest last. */
function pushChildren({ nodes, total }: WeightedNodes, parent: number, into: number[]): void {
  const { end } = nodes;
  const first = into.length;
  const last = parent < 0 ? nodes.count : end[parent]!;
  for (let node = parent + 1; node < last; node = end[node]!) if (total[node]! > 0) into.push(node);
  heaviestLast(into, total, first);
}

/** The node at the end of `path`, or undefined where nothing in scope goes that way. -1 for the empty path. */
export function descend(of: WeightedNodes, path: Path): number | undefined {
  const { func, functions } = of.nodes;
  let at = -1;
  for (const [name, module] of path) {
    const under: number[] = [];
    pushChildren(of, at, under);
    const next = under.find(node => {
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

/** How many rows there are at most under `from`, where all are wanted; else unknown. */
export function roomFor({ nodes, total }: WeightedNodes, from: number, limits: Limits): number | undefined {
  if (limits.levels !== Infinity || limits.least > 0) return undefined;
  const end = from < 0 ? nodes.count : nodes.end[from]!;
  let rows = 0;
  for (let node = from + 1; node < end; node++) if (total[node]! > 0) rows++;
  return rows;
}

/** No node. */
const childrenEnd = -1;

/** Adds what is under `from` (-1: everything) to `rows`, under the row `parentRow`. No recursion: stacks may be deep. */
export function addTopDown(
  of: WeightedNodes,
  from: number,
  rows: TreeRows,
  { levels, least }: Limits,
  parentRow = 0,
  baseDepth = 0,
): void {
  const { self, total } = of;
  const { func } = of.nodes;
  // What is still to be shown, next one last; under the children of each row stands where they end.
  const nodes: number[] = [];
  const path = [parentRow];
  pushChildren(of, from, nodes);
  while (nodes.length > 0) {
    const node = nodes.pop()!;
    if (node === childrenEnd) {
      path.pop();
      continue;
    }
    if (total[node]! < least) {
      rows.leaveOut(total[node]!);
      continue;
    }
    const depth = baseDepth + path.length - 1;
    const row = rows.add(path.at(-1)!, depth, func[node]!, self[node]!, total[node]!);
    if (depth + 1 < levels && total[node]! > self[node]!) {
      nodes.push(childrenEnd);
      path.push(row);
      pushChildren(of, node, nodes);
    }
  }
}
