import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { rowWindow, scrollHeight, scrollTo } from '../lib/rows.ts';
import type { ArrangedRows } from '../state/use-arranged.ts';
import { useScroll } from './use-scroll.ts';
import { useWidth } from './use-width.ts';

export const rowHeight = 25;
const headHeight = 30;

export interface RowsInView {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly setScroller: (element: HTMLDivElement | null) => void;
  /** px. */
  readonly width: number;
  readonly first: number;
  /** Exclusive. */
  readonly last: number;
  /** Top of row `first` within the scrolled content, px. */
  readonly offset: number;
  /** Height of all rows, px. */
  readonly height: number;
  /** Rows that Page Up and Page Down move by. */
  readonly page: number;
}

/** Requests the rows in view (`rows.want`), and keeps the active row in view. */
export function useRowsInView(rows: ArrangedRows, active: number): RowsInView {
  const scroller = useRef<HTMLDivElement>(null);
  const [frame, setFrame] = useState<HTMLElement | null>(null);
  const setScroller = useCallback((element: HTMLDivElement | null) => {
    scroller.current = element;
    setFrame(element);
  }, []);
  const width = useWidth(frame);
  const { top, view } = useScroll(scroller);
  const shape = { count: rows.count, height: rowHeight, view: Math.max(0, view - headHeight) };
  const { first, last, top: offset } = rowWindow(shape, top);
  useEffect(() => rows.want(first, last), [rows, first, last]);
  useEffect(() => {
    if (active >= 0 && scroller.current) show(scroller.current, rows.count, active);
  }, [active, rows.count]);
  const page = Math.max(1, Math.floor(shape.view / rowHeight) - 1);
  return { scroller, setScroller, width, first, last, offset, height: scrollHeight(shape), page };
}

function show(element: HTMLElement, count: number, row: number): void {
  const to = { count, height: rowHeight, view: element.clientHeight - headHeight };
  let next = scrollTo(to, element.scrollTop, row);
  // A jump of more than a screen centers the row, so that rows on both sides of it show.
  const half = Math.floor(to.view / rowHeight / 2);
  if (next - element.scrollTop > to.view) next = scrollTo(to, next, Math.min(count - 1, row + half));
  else if (element.scrollTop - next > to.view) next = scrollTo(to, next, Math.max(0, row - half));
  if (next !== element.scrollTop) element.scrollTop = next;
}
