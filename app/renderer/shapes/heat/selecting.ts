/** Selection of cells: by dragging, by clicking the first and the last cell, or by keys. */
import type { HeatGrid } from '../../../../analyzers/contract.ts';
import { type HeatCell, moved } from './geometry.ts';

export interface Selecting {
  /** The cell of the keyboard, or of the last click. */
  readonly cursor: HeatCell | null;
  /** The first cell of a selection while the last is not selected. */
  readonly anchor: HeatCell | null;
}

/** The first and the last cell of a selection; each picture defines the cells between them. */
export interface CellPair {
  readonly from: HeatCell;
  readonly to: HeatCell;
}

export interface Step extends Selecting {
  /** The range that this step selected, for the scope. */
  readonly selected: CellPair | null;
}

/** A click: the first cell, then the last; with Shift the last at once. */
export function clicked({ cursor, anchor }: Selecting, cell: HeatCell, isShift: boolean): Step {
  const first = anchor ?? (isShift ? cursor : null);
  if (!first) return { cursor: cell, anchor: cell, selected: null };
  return dragged(first, cell);
}

/** A drag over some cells. */
export function dragged(from: HeatCell, to: HeatCell): Step {
  return { cursor: to, anchor: null, selected: { from, to } };
}

/**
 * A key: arrows move the cursor, with Shift they extend a selection from its former cell; Enter selects the first cell and
 * then the last; Escape deselects the first.
 *
 * @param start the cell of the cursor after the first arrow key
 * @returns null for other keys
 */
export function keyed(
  grid: HeatGrid,
  { cursor, anchor }: Selecting,
  key: string,
  isShift: boolean,
  start: HeatCell,
): Step | null {
  if (key === 'Escape') return anchor && { cursor, anchor: null, selected: null };
  if (key === 'Enter' || key === ' ') return clicked({ cursor, anchor }, cursor ?? start, isShift);
  const next = cursor ? moved(grid, cursor, key) : moved(grid, start, key) && start;
  return next && { cursor: next, anchor: anchor ?? (isShift ? (cursor ?? start) : null), selected: null };
}
