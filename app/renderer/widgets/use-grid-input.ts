import { type KeyboardEvent, type RefObject, useCallback, useRef, useState } from 'react';
import type { GridColumn } from './columns.ts';
import { type GridActions, type RowsAtHand, takeKey } from './grid-keys.ts';
import type { ChosenRows } from './use-chosen-rows.ts';
import { useHeldKeys } from './use-held-keys.ts';

/** The column of the active cell, and a function that moves it by a number of columns. */
export function useActiveColumn(columns: readonly GridColumn[]) {
  const [column, setColumn] = useState(0);
  return {
    activeColumn: columns[Math.min(column, columns.length - 1)]?.name ?? '',
    moveCell: (by: number) => setColumn(at => Math.max(0, Math.min(columns.length - 1, at + by))),
  };
}

/** The key handler of a grid. Ignores keys of elements within it, such as the fields of its header. */
export function useGridKeys(scroller: RefObject<HTMLElement | null>, rows: RowsAtHand, actions: GridActions) {
  const isHeld = useHeldKeys(scroller, rows);
  return (event: KeyboardEvent) => {
    if (event.target !== scroller.current || event.altKey) return;
    if (!isHeld(event) && !takeKey(event, actions)) return;
    event.preventDefault();
    event.stopPropagation();
  };
}

export type Point = (row: number, column: string, event: { shiftKey: boolean; button: number }) => void;

/** The cell whose menu opens: the one last pressed, or the active one for the keyboard. */
export function usePointed(
  start: { readonly row: number; readonly column: string },
  chosenRows: ChosenRows,
  onActive: (row: number) => void,
) {
  const at = useRef(start);
  const set = useCallback((row: number, column: string) => {
    at.current = { row, column };
  }, []);
  // A stable function, so that rows that stay in view do not render again.
  const chosenRowsNow = useRef(chosenRows);
  chosenRowsNow.current = chosenRows;
  const onPoint: Point = useCallback(
    (row, column, { shiftKey, button }) => {
      set(row, column);
      if (shiftKey) chosenRowsNow.current.extend(row);
      // A right click on a selected row keeps the selection, to which the menu applies.
      else if (button !== 2 || !chosenRowsNow.current.has(row)) onActive(row);
    },
    [set, onActive],
  );
  return { at, set, onPoint };
}
