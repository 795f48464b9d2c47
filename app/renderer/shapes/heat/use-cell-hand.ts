import { type KeyboardEvent, type PointerEvent, useCallback, useEffect, useRef } from 'react';
import type { HeatGrid } from '../../../../analyzers/contract.ts';
import { isFocusFree } from '../../lib/focus.ts';
import { useStateOf } from '../../lib/use-state-of.ts';
import { useSession } from '../../state/session.ts';
import { rowsAtOnce, useHeldKeys } from '../../widgets/use-held-keys.ts';
import { useMainGrid } from '../../widgets/use-main-grid.ts';
import { cellAt, type HeatCell, isWithin, type Plot } from './geometry.ts';
import { type CellPair, clicked, dragged, keyed, type Step } from './selecting.ts';

interface CellHandProps {
  readonly grid: HeatGrid;
  readonly plot: Plot;
  readonly cursor: HeatCell | null;
  /** The cell the cursor starts in when an arrow key is pressed and there is no cursor yet. */
  readonly start: HeatCell;
  /** False while the cells are those of a former question; keys wait for the others. */
  readonly isHere: boolean;
  readonly isMain: boolean;
  /** Notification when Find is opened: the picture has no text to search. */
  readonly noTexts: string;
  onCursor(cell: HeatCell): void;
  onSelect(cells: CellPair): void;
}

export type CellHand = ReturnType<typeof useCellHand>;

/** Pointer and keyboard input on a picture of cells: moves the cursor and selects ranges of cells. */
export function useCellHand(props: CellHandProps) {
  const { grid, plot, cursor, start, isHere, isMain, noTexts, onCursor, onSelect } = props;
  const session = useSession();
  const area = useRef<HTMLDivElement>(null);
  const isHeld = useHeldKeys(area, rowsAtOnce(isHere));
  // Indexes of cells are meaningless in another grid.
  const [anchor, setAnchor] = useStateOf<HeatCell | null>(grid, null);
  const [drag, setDrag] = useStateOf<HeatCell | null>(grid, null);
  const [pointer, setPointer] = useStateOf<HeatCell | null>(grid, null);

  useEffect(() => {
    if (isFocusFree()) area.current?.focus({ preventScroll: true });
  }, []);
  const noFind = useCallback(() => session.imports.notify('info', noTexts), [session, noTexts]);
  useMainGrid(isMain, area, noFind);

  const apply = (step: Step) => {
    setAnchor(step.anchor);
    if (step.cursor) onCursor(step.cursor);
    if (step.selected) onSelect(step.selected);
  };
  const cellUnder = (event: PointerEvent) => {
    const box = area.current!.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    return { cell: cellAt(grid, plot, x, y), isInside: isWithin(plot, x, y) };
  };
  const from = drag ?? anchor;
  const to = pointer ?? cursor;
  return {
    anchor,
    /** The cell whose values are shown: the one under the pointer, else the cursor. */
    active: to,
    /** The range that a release or Enter would select now. */
    draft: from && to ? { from, to } : null,
    beginAt: setAnchor,
    /** Has the effect of a click on the cell. */
    choose: (cell: HeatCell) => apply(clicked({ cursor, anchor }, cell, false)),
    area: {
      ref: area,
      onPointerDown: (event: PointerEvent) => {
        const { cell, isInside } = cellUnder(event);
        if (!isInside) return;
        if (event.button !== 0) {
          onCursor(cell);
          return;
        }
        area.current!.setPointerCapture(event.pointerId);
        setDrag(cell);
      },
      onPointerMove: (event: PointerEvent) => {
        const { cell, isInside } = cellUnder(event);
        setPointer(last => (!isInside && !drag ? null : last && isSame(last, cell) ? last : cell));
      },
      onPointerUp: (event: PointerEvent) => {
        if (!drag) return;
        const { cell } = cellUnder(event);
        setDrag(null);
        apply(isSame(drag, cell) ? clicked({ cursor, anchor }, cell, event.shiftKey) : dragged(drag, cell));
      },
      onPointerLeave: () => setPointer(null),
      onKeyDown: (event: KeyboardEvent) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        if (isHeld(event)) {
          event.preventDefault();
          return;
        }
        const step = keyed(grid, { cursor, anchor }, event.key, event.shiftKey, start);
        if (!step) return;
        event.preventDefault();
        // After a key press the cursor, not the resting pointer, decides which cell is active.
        setPointer(null);
        apply(step);
      },
    },
  };
}

function isSame(a: HeatCell, b: HeatCell): boolean {
  return a.column === b.column && a.row === b.row;
}
