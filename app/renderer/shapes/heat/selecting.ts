/** How cells are selected: by dragging, by the first and the last of them, by keys. */
import type { HeatGrid } from '../../../../analyzers/contract.ts';
import { type HeatCell, moved } from './geometry.ts';

export interface Selecting {
  /** Where the keyboard is, and where a click was last. */
  readonly cursor: HeatCell | null;
  /** The first cell, while the last is not chosen. */
  readonly anchor: HeatCell | null;
}

/** The first cell of a selection and the last; a picture says what is between them. */
export interface CellPair {
  readonly from: HeatCell;
  readonly to: HeatCell;
}

export interface Step extends Selecting {
  /** What was selected by this step, for the scope. */
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
 * A key: arrows move the cursor, with Shift they extend a selection from where it was; Enter chooses the first cell and
 * then the last; Escape lets go of the first.
 *
 * @param start where the cursor is put by the first key
 * @returns null for keys that mean nothing here
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
