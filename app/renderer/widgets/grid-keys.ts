import type { KeyboardEvent } from 'react';
import { commandKeys } from '../../commands.ts';
import { hasTextSelection } from '../lib/focus.ts';
import { rowKeys } from '../meaning/row-keys.ts';

/** The row that a key makes active; null for other keys. */
export function rowAfter(key: string, active: number, rows: number, page: number): number | null {
  const clamp = (row: number) => Math.max(0, Math.min(rows - 1, row));
  switch (key) {
    case 'ArrowDown':
      return clamp(active + 1);
    case 'ArrowUp':
      return clamp(active - 1);
    case 'PageDown':
      return clamp(active + page);
    case 'PageUp':
      return clamp(active - page);
    case 'Home':
      return clamp(0);
    case 'End':
      return clamp(rows - 1);
    default:
      return null;
  }
}

/** The current state of a grid. */
export interface RowsAtHand {
  /** True while the rows are those of a former question or order. */
  readonly isFormer: boolean;
  /** True while more rows may follow the last. */
  readonly isPartial: boolean;
  /** False while the active row is being fetched. */
  readonly isActiveHere: boolean;
}

/** True if a key of a grid must wait: to move, for the rows that were asked for; to act, for the active row. */
export function isEarly(key: string, { isFormer, isPartial, isActiveHere }: RowsAtHand): boolean {
  if (isMove(key)) return isFormer || (isPartial && key === 'End');
  if (isSideways(key)) return isFormer || !isActiveHere;
  return isOfRow(key) && !isActiveHere;
}

/** True if a key must wait because keys before it do. Keys that leave the grid need not. */
export const isInOrder = (key: string): boolean => isMove(key) || isOfRow(key);

const isMove = (key: string) => rowAfter(key, 0, 1, 1) !== null;
/** True for keys that open and close rows of a tree. */
const isSideways = (key: string) => ['ArrowLeft', 'ArrowRight', '*'].includes(key);
const isOfRow = (key: string) =>
  key in rowKeys || key === commandKeys['new-finding'] || key === 'Enter' || isSideways(key);

/** Actions of the keys of a grid. */
export interface GridActions {
  readonly rows: number;
  readonly active: number;
  /** Rows that Page Up and Page Down move by. */
  readonly page: number;
  /** True if Left and Right move between cells; in a tree they open and close rows. */
  readonly hasCells: boolean;
  /** Keys of the view; true if the key was handled. */
  onOwnKey?: ((event: KeyboardEvent) => boolean) | undefined;
  open?: ((row: number) => void) | undefined;
  activate(row: number): void;
  /** Selects the rows from `from` (default: the begin of the range) to `to`. */
  extend(to: number, from?: number): void;
  copy(): void;
  find(): void;
  /** Moves to the next or the previous cell. */
  moveCell(by: 1 | -1): void;
}

/** @returns true if the key was handled */
export function takeKey(event: KeyboardEvent, grid: GridActions): boolean {
  const { key } = event;
  const { rows, active } = grid;
  if (event.ctrlKey || event.metaKey) {
    if (key === 'a' && rows > 0) grid.extend(rows - 1, 0);
    // The browser copies selected text.
    else if (key === 'c' && active >= 0 && !hasTextSelection()) grid.copy();
    else return false;
    return true;
  }
  if (grid.onOwnKey?.(event)) return true;
  if (key === '/') grid.find();
  else if (key === 'Enter' && active >= 0 && grid.open) grid.open(active);
  else if (grid.hasCells && (key === 'ArrowLeft' || key === 'ArrowRight'))
    grid.moveCell(key === 'ArrowLeft' ? -1 : 1);
  else {
    const next = rowAfter(key, active, rows, grid.page);
    if (next === null || rows === 0) return false;
    if (event.shiftKey) grid.extend(next);
    else grid.activate(next);
  }
  return true;
}

/** Keys of tables and trees, and their actions. */
export const gridKeys: readonly (readonly [keys: string, what: string])[] = [
  ['↑ ↓ PgUp PgDn Home End', 'move between rows'],
  ['→ ←', 'open and close in a tree; move between cells in a table'],
  ['*', 'open the heaviest path'],
  ['Enter', 'run the first action of the row'],
  ['/', 'find in this table'],
  ['Shift+↑ ↓ PgUp PgDn Home End', 'select several rows'],
  ['Ctrl+A', 'select all rows'],
  ['Ctrl+C', 'copy the selected rows'],
  ['Shift+F10', 'show all actions of the row'],
  ['Alt+← →', 'on a header: make the column narrower, wider'],
];
