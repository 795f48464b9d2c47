import type { Scope } from '../../contract.ts';
import type { Cell, Table } from './table.ts';
import type { ChildrenOf, TreeNode } from './tree-model.ts';

/** Fetches rows of an answer from `first` on, up to the limit per request, and their total number. */
type Ask = (
  params: Record<string, string | number | boolean>,
  scope: Scope,
  first: number,
) => Promise<{ readonly table: Table; readonly count: number }>;

/**
 * Levels fetched when a row is opened, so that those below open at once, and the heaviest path of forty calls takes
 * ten questions. Only one level is fetched for the roots, which may be many, and if there are too many rows.
 */
const levels = 4;

/** Asks for the children of a row. */
export function childrenFrom(
  ask: Ask,
  params: Readonly<Record<string, string | number | boolean>>,
  scope: Scope,
): ChildrenOf {
  return async (row, first) => {
    const parentParam = row ? { node: row.node.node } : {};
    if (row && first === 0) {
      const { table, count } = await ask({ ...params, depth: levels, ...parentParam }, scope, 0);
      const nodes = nested(table, levels);
      if (table.rows === count) return { nodes, count: nodes.length };
    }
    const { table, count } = await ask({ ...params, depth: 1, ...parentParam }, scope, first);
    return { nodes: nested(table, 1), count };
  };
}

/** Rows as nested nodes. Children below `depth` levels are unknown. */
export function nested(table: Table, depth: number): TreeNode[] {
  const ids = table.numbers('id');
  const known = new Set<Cell | undefined>(ids);
  /** Row numbers by parent id; rows of the first level have a parent that was not fetched, or none. */
  const childrenOf = new Map<Cell | undefined, number[]>();
  for (let row = 0; row < table.rows; row++) {
    const parent = table.cell(row, 'parent');
    const above = known.has(parent) ? parent : null;
    const siblings = childrenOf.get(above);
    if (siblings) siblings.push(row);
    else childrenOf.set(above, [row]);
  }
  const nodesUnder = (above: Cell | undefined, level: number): TreeNode[] =>
    (childrenOf.get(above) ?? []).map(row => {
      const isLast = level === depth;
      const children = isLast ? undefined : nodesUnder(ids[row]!, level + 1);
      return { ...nodeOf(table, row), isLeaf: children?.length === 0, ...(children ? { children } : {}) };
    });
  return nodesUnder(null, 1);
}

function nodeOf(table: Table, row: number): Omit<TreeNode, 'isLeaf' | 'children'> {
  const cell = (column: string) => table.cell(row, column);
  return {
    node: Number(cell('node')),
    type: String(cell('type')),
    function: String(cell('function') ?? ''),
    module: String(cell('module') ?? ''),
    self: Number(cell('self')),
    total: Number(cell('total')),
    percent: Number(cell('percent')),
  };
}
