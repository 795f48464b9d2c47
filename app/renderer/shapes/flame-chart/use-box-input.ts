import type { KeyboardEvent, RefObject } from 'react';
import type { Interval } from '../../lib/interval.ts';
import type { MenuEntry } from '../../lib/menu-entry.ts';
import type { RowMeaning } from '../../meaning/entries.ts';
import type { RowCells } from '../../state/paged-answer.ts';
import { useSession } from '../../state/session.ts';
import { rowsAtOnce, useHeldKeys } from '../../widgets/use-held-keys.ts';
import type { Pointed } from '../use-pointed.ts';
import { type BoxLayout, boxBeside } from './boxes.ts';

interface BoxInput {
  readonly layout: BoxLayout | null;
  /** False while `layout` is not that of the question; keys wait for it. */
  readonly isHere: boolean;
  readonly scroller: RefObject<HTMLElement | null>;
  /** The visible time of a zoomed timeline; null if it shows all. */
  readonly zoom: Interval | null;
  readonly pointed: Pointed;
  readonly meaning: RowMeaning;
  at(row: number): RowCells;
}

/** Keys and menu entries of the boxes: arrows move the focus between boxes, Enter zooms to a box, Esc zooms out. */
export function useBoxInput({ layout, isHere, scroller, zoom, pointed, meaning, at }: BoxInput) {
  const session = useSession();
  const { focus, setFocus } = pointed;
  const isHeld = useHeldKeys(scroller, rowsAtOnce(isHere));
  const zoomTo = (to: Interval | null) => session.zoom.set(to);
  const zoomToBox = (row: number) => {
    if (layout && row >= 0) zoomTo(around(layout.cast.time[row]!, layout.cast.duration[row]!));
  };
  const focusBox = (row: number) => {
    setFocus(row);
    if (row >= 0) meaning.select(at(row));
  };
  const entries = (): readonly MenuEntry[] => [
    ...(focus >= 0
      ? [
          { label: 'Zoom to this box', keys: '↵', run: () => zoomToBox(focus) },
          ...meaning.menu(at(focus)),
          null,
        ]
      : []),
    ...(zoom ? [{ label: 'Zoom out', keys: 'Esc', run: () => zoomTo(null) }] : []),
  ];
  const onKey = (event: KeyboardEvent): boolean => {
    if (!layout) return false;
    const next = boxBeside(layout, focus, event.key);
    if (next >= 0 && event.key !== 'Enter') {
      pointed.setHover(-1);
      focusBox(next);
      session.moment.set(layout.cast.time[next]!);
      return true;
    }
    if (event.key === 'Enter' && focus >= 0) zoomToBox(focus);
    else if ((event.key === 'Escape' || event.key === 'Backspace') && zoom) zoomTo(null);
    else return focus >= 0 && meaning.key(event.key, at(focus));
    return true;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !(isHeld(event) || onKey(event))) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return { zoomTo, zoomToBox, focusBox, entries, onKeyDown };
}

/** The interval of a box with a margin on either side. */
export function around(time: bigint, duration: number): Interval {
  const length = BigInt(Math.max(100, Math.round(duration)));
  return { from: time - length / 20n, to: time + length + length / 20n };
}
