import type { Scope } from '../../contract.ts';
import type { Cell } from './paged-answer.ts';
import type { ChildrenOf, TreeNode } from './tree-model.ts';

type Row = Readonly<Record<string, Cell>>;
/** Rows of an answer from `first` on, as many as may come at once, and how many it has. */
type Ask = (
  params: Record<string, string | number | boolean>,
  scope: Scope,
  first: number,
) => Promise<{ readonly rows: readonly Row[]; readonly count: number }>;

/**
 * Levels that come along when a row is opened: those below open at once, and the heaviest path of forty calls takes
 * ten questions. Of the roots, which may be many, one level comes, and so it is where there are too many rows.
 */
const levels = 4;

/** Asks for what is under a row. */
export function childrenFrom(
  ask: Ask,
  params: Readonly<Record<string, string | number | boolean>>,
  scope: Scope,
): ChildrenOf {
  return async (row, first) => {
    const under = row ? { node: row.node.node } : {};
    if (row && first === 0) {
      const { rows, count } = await ask({ ...params, depth: levels, ...under }, scope, 0);
      const nodes = nested(rows, levels);
      if (rows.length === count) return { nodes, count: nodes.length };
    }
    const { rows, count } = await ask({ ...params, depth: 1, ...under }, scope, first);
    return { nodes: nested(rows, 1), count };
  };
}

/** Rows as nodes within nodes. What is under the last of `depth` levels is not known. */
export function nested(rows: readonly Row[], depth: number): TreeNode[] {
  const under = new Map<Cell, Row[]>();
  const ids = new Set(rows.map(({ id }) => id));
  for (const row of rows) {
    // Rows of the first level name a parent that did not come along, or none.
    const parent = ids.has(row.parent!) ? row.parent! : null;
    const siblings = under.get(parent);
    if (siblings) siblings.push(row);
    else under.set(parent, [row]);
  }
  const nodesUnder = (parent: Cell, level: number): TreeNode[] =>
    (under.get(parent) ?? []).map(row => {
      const isLast = level === depth;
      const children = isLast ? undefined : nodesUnder(row.id!, level + 1);
      return { ...nodeOf(row), isLeaf: children?.length === 0, ...(children ? { children } : {}) };
    });
  return nodesUnder(null, 1);
}

function nodeOf(row: Row): Omit<TreeNode, 'isLeaf' | 'children'> {
  return {
    node: Number(row.node),
    type: String(row.type),
    function: String(row.function ?? ''),
    module: String(row.module ?? ''),
    self: Number(row.self),
    total: Number(row.total),
    percent: Number(row.percent),
  };
}
