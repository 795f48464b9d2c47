/** The call tree from the roots down. */
import type { Functions } from '../stacks/functions.ts';
import { heaviestLast } from '../stacks/heaviest.ts';
import type { Limits, Path, TreeRows } from '../stacks/tree-rows.ts';
import type { WeightedNodes } from './weighted.ts';

/** Adds the children of `parent` (-1: the roots) that have weight to the end of `into`, the heaviest last. */
function pushChildren({ nodes, total }: WeightedNodes, parent: number, into: number[]): void {
  const { end } = nodes;
  const first = into.length;
  const last = parent < 0 ? nodes.count : end[parent]!;
  for (let node = parent + 1; node < last; node = end[node]!) if (total[node]! > 0) into.push(node);
  heaviestLast(into, total, first);
}

/** The nodes along `path`, from a root down, as far as samples in scope follow it. */
export function nodesAlong(samples: WeightedNodes, path: Path): number[] {
  const { func, functions } = samples.nodes;
  const along: number[] = [];
  for (const [name, module] of path) {
    const under: number[] = [];
    pushChildren(samples, along.at(-1) ?? -1, under);
    const next = under.findLast(node => isNamed(functions, func[node]!, name, module));
    if (next === undefined) break;
    along.push(next);
  }
  return along;
}

/** @param module empty: any */
function isNamed(functions: Functions, func: number, name: string, module: string): boolean {
  return (
    functions.names[functions.name[func]!] === name &&
    (module === '' || functions.modules[functions.module[func]!] === module)
  );
}

/**
 * The nodes of each function of `path`, which may begin anywhere: the outermost calls of its first function, the calls of the second by these, and so on as far
 * as samples in scope follow it.
 */
export function nodesAnywhere(samples: WeightedNodes, path: Path): number[][] {
  const { nodes, total } = samples;
  const along: number[][] = [];
  for (const [name, module] of path) {
    const isIt = (node: number) => isNamed(nodes.functions, nodes.func[node]!, name, module);
    const before = along.at(-1);
    let found: number[] = [];
    if (before) found = childrenOf(samples, before).filter(isIt);
    else
      for (let node = 0; node < nodes.count; ) {
        const isFound = total[node]! > 0 && isIt(node);
        if (isFound) found.push(node);
        node = isFound ? nodes.end[node]! : node + 1;
      }
    if (found.length === 0) break;
    along.push(found);
  }
  return along;
}

function childrenOf(samples: WeightedNodes, parents: readonly number[]): number[] {
  const children: number[] = [];
  for (const node of parents) pushChildren(samples, node, children);
  return children;
}

/** The weight of several nodes, of which none is under another. */
export const sumOf = (weights: Float64Array, nodes: readonly number[]): number =>
  nodes.reduce((sum, node) => sum + weights[node]!, 0);

/** Like {@link addTopDown} for the calls under several nodes, which are merged by function. */
export function addMerged(
  samples: WeightedNodes,
  from: readonly number[],
  rows: TreeRows,
  least: number,
  parentRow: number,
  baseDepth: number,
): void {
  const { nodes, self, total } = samples;
  const groupsUnder = (parents: readonly number[], parent: number, depth: number) => {
    const byFunction = new Map<number, number[]>();
    for (const node of childrenOf(samples, parents)) {
      const known = byFunction.get(nodes.func[node]!);
      if (known) known.push(node);
      else byFunction.set(nodes.func[node]!, [node]);
    }
    return [...byFunction.values()]
      .map(group => ({ group, weight: sumOf(total, group), parent, depth }))
      .sort((a, b) => a.weight - b.weight);
  };
  const waiting = groupsUnder(from, parentRow, baseDepth);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { group, weight, parent, depth } = next;
    if (weight < least) {
      rows.leaveOut(weight, parent);
      continue;
    }
    const row = rows.add(parent, depth, nodes.func[group[0]!]!, sumOf(self, group), weight, 0);
    for (const each of groupsUnder(group, row, depth + 1)) waiting.push(each);
  }
}

/** The node at the end of `path`, or undefined if no sample in scope follows it. -1 for the empty path. */
export function descend(samples: WeightedNodes, path: Path): number | undefined {
  const along = nodesAlong(samples, path);
  return along.length === path.length ? (along.at(-1) ?? -1) : undefined;
}

/** Upper bound of the rows under `from` if there are no limits; else unknown. */
export function roomFor({ nodes, total }: WeightedNodes, from: number, limits: Limits): number | undefined {
  if (limits.levels !== Infinity || limits.least > 0) return undefined;
  const end = from < 0 ? nodes.count : nodes.end[from]!;
  let rows = 0;
  for (let node = from + 1; node < end; node++) if (total[node]! > 0) rows++;
  return rows;
}

/** Marks the end of the children of a row on the stack. */
const childrenEnd = -1;

/**
 * Adds what is under `from` (-1: everything) to `rows`, under a row of a depth. No recursion: stacks may be deep.
 *
 * @param ids id of call node -1, see `NodeIds.base`
 */
export function addTopDown(
  samples: WeightedNodes,
  from: number,
  rows: TreeRows,
  { levels, least }: Limits,
  ids: number,
  under: { readonly row: number; readonly depth: number } = { row: 0, depth: 0 },
): void {
  const { self, total } = samples;
  const { func } = samples.nodes;
  // A stack of the nodes still to be shown, the next one last; `childrenEnd` lies below the children of each row.
  const nodes: number[] = [];
  const path = [under.row];
  pushChildren(samples, from, nodes);
  while (nodes.length > 0) {
    const node = nodes.pop()!;
    if (node === childrenEnd) {
      path.pop();
      continue;
    }
    if (total[node]! < least) {
      rows.leaveOut(total[node]!, path.at(-1)!);
      continue;
    }
    const depth = under.depth + path.length - 1;
    const row = rows.add(path.at(-1)!, depth, func[node]!, self[node]!, total[node]!, ids + node + 1);
    if (depth + 1 < levels && total[node]! > self[node]!) {
      nodes.push(childrenEnd);
      path.push(row);
      pushChildren(samples, node, nodes);
    }
  }
}
