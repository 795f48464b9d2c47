import { type KeyboardEvent, useMemo, useState } from 'react';
import { useStore } from '../state/store.ts';
import { cellOf, type TreeModel, type TreeNode, type TreeRow } from '../state/tree-model.ts';
import type { GridRows } from './grid.tsx';

interface TreeInput {
  readonly model: TreeModel;
  readonly active: TreeRow | null;
  onActive(row: TreeRow): void;
  onKey(event: KeyboardEvent, row: TreeRow): boolean;
}

/** The visible rows of a tree as rows of a grid, the active one by number, and the keys that open and close rows. */
export function useTreeRows({ model, active: activeRow, onActive, onKey: onOtherKey }: TreeInput) {
  const visible = useStore(model.rows);
  const [opening, setOpening] = useState(0);
  // Rows are opened by questions; the keys after one that opens rows wait for them.
  const openBy = (work: Promise<unknown>) => {
    setOpening(n => n + 1);
    void work.finally(() => setOpening(n => n - 1));
  };
  const [last, setLast] = useState({ model, row: -1 });
  const rows = useMemo<GridRows>(
    () => ({
      count: visible.length,
      cell: (row, column) => cellOf(visible[row]!, column),
      want: () => undefined,
      find: async (text, after, backwards) => {
        const match = findIn(visible, text, after, backwards);
        if (match >= 0 || backwards) return match;
        // The row may be in a branch that was never opened.
        const visibleRows = new Set(visible);
        const row = await model.reveal((node, at) => !visibleRows.has(at) && hasText(node, text));
        return row ? model.rows.get().indexOf(row) : -1;
      },
    }),
    [visible, model],
  );
  // If the active row is hidden in a closed branch, the row at its former number is active.
  const found = activeRow ? visible.indexOf(activeRow) : -1;
  const active = found >= 0 ? found : Math.min(last.model === model ? last.row : -1, visible.length - 1);
  const activate = (row: number) => {
    setLast({ model, row });
    // Not `visible`: find may have opened rows since the last rendering.
    const target = model.rows.get()[row];
    if (target) onActive(target);
  };

  const onKey = (event: KeyboardEvent, at: number): boolean => {
    const row = visible[Math.max(0, at)];
    if (!row) return false;
    switch (event.key) {
      case 'ArrowRight':
        if (model.isLeaf(row)) return true;
        if (model.isOpen(row)) activate(at + 1);
        else openBy(model.open(row));
        return true;
      case 'ArrowLeft':
        if (model.isOpen(row)) model.close(row);
        else if (row.parent) activate(visible.indexOf(row.parent));
        return true;
      case '*':
        openBy(model.openHeaviestPath(row).then(onActive));
        return true;
      default:
        return onOtherKey(event, row);
    }
  };
  return { visible, rows, active, activate, onKey, isOpening: opening > 0 };
}

function findIn(rows: readonly TreeRow[], text: string, after: number, backwards: boolean): number {
  for (let at = after; at >= 0 && at < rows.length; at += backwards ? -1 : 1)
    if (!rows[at]!.isMore && hasText(rows[at]!.node, text)) return at;
  return -1;
}

function hasText({ function: name, module }: TreeNode, text: string): boolean {
  const folded = text.toLowerCase();
  return name.toLowerCase().includes(folded) || module.toLowerCase().includes(folded);
}
