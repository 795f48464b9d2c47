import type { WireScope } from '../../contract.ts';
import type { Cell } from './paged-answer.ts';
import { type ChildrenOf, pathOf, type TreeNode } from './tree-model.ts';

type Ask = (
  params: Record<string, string | number>,
  scope: WireScope,
) => Promise<readonly Record<string, Cell>[]>;

/**
 * Children of a row, by its path. Two levels are asked for, so that a row is known to be a leaf before anybody tries
 * to open it; of the roots, which may be many, only one.
 */
export function childrenFrom(
  ask: Ask,
  params: Record<string, string | number>,
  scope: WireScope,
): ChildrenOf {
  return async row => {
    if (!row) return (await ask({ ...params, depth: 1 }, scope)).map(cells => nodeOf(cells, false));
    const rows = await ask({ ...params, depth: 2, under: JSON.stringify(pathOf(row)) }, scope);
    const parents = new Set(rows.map(({ parent }) => parent));
    // Rows of the first level are those whose parent is not among the rows.
    const ids = new Set(rows.map(({ id }) => id));
    return rows
      .filter(({ parent }) => !ids.has(parent!))
      .map(cells => nodeOf(cells, !parents.has(cells.id!)));
  };
}

function nodeOf(cells: Record<string, Cell>, isLeaf: boolean): TreeNode {
  return {
    function: String(cells.function ?? ''),
    module: String(cells.module ?? ''),
    self: Number(cells.self),
    total: Number(cells.total),
    percent: Number(cells.percent),
    isLeaf,
  };
}
