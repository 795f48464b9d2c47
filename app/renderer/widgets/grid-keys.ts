import type { KeyboardEvent } from 'react';
import { isTextMarked } from '../lib/focus.ts';

/** Where a key takes the active row; null where the key is none of the grid's. */
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

/** Actions of the keys of a grid. */
export interface GridActions {
  readonly rows: number;
  readonly active: number;
  /** Rows that a page passes. */
  readonly page: number;
  /** Left and right go from cell to cell; in a tree they open and close. */
  readonly hasCells: boolean;
  /** The keys of the view's own; true when it took the key. */
  own?: ((event: KeyboardEvent) => boolean) | undefined;
  open?: ((row: number) => void) | undefined;
  activate(row: number): void;
  /** Chooses the rows from `from`, or from where the range began, to that one. */
  extend(to: number, from?: number): void;
  copy(): void;
  find(): void;
  /** To the next cell, or the one before. */
  moveCell(by: 1 | -1): void;
}

/** @returns whether the key was the grid's */
export function takeKey(event: KeyboardEvent, grid: GridActions): boolean {
  const { key } = event;
  const { rows, active } = grid;
  if (event.ctrlKey || event.metaKey) {
    if (key === 'a' && rows > 0) grid.extend(rows - 1, 0);
    // A text that is marked is copied as anywhere.
    else if (key === 'c' && active >= 0 && !isTextMarked()) grid.copy();
    else return false;
    return true;
  }
  if (grid.own?.(event)) return true;
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

/** The keys of tables and trees, and what they do. */
export const gridKeys: readonly (readonly [keys: string, what: string])[] = [
  ['↑ ↓ PgUp PgDn Home End', 'walk the rows'],
  ['→ ←', 'open and close in a tree; choose the cell in a table'],
  ['*', 'open the heaviest path'],
  ['Enter', 'the first of what can be done with the row'],
  ['/', 'find here'],
  ['Shift+↑ ↓ PgUp PgDn Home End', 'choose several rows'],
  ['Ctrl+A', 'choose all rows'],
  ['Ctrl+C', 'copy the row, or all that are chosen'],
  ['Shift+F10', 'what else can be done with the row'],
  ['Alt+← →', 'on a header: make the column narrower, wider'],
];
