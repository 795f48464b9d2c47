import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { isFocusFree } from '../../lib/focus.ts';
import { formatExact } from '../../lib/time.ts';
import { type Interval, intervalOf, withInterval } from '../../state/scope.ts';
import { useSession } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { type MenuEntry, RowMenu } from '../../widgets/row-menu.tsx';
import type { Size } from '../../widgets/use-size.ts';
import { cellAt, cellOfTime, type HeatCell, intervalBetween, intervalOfCell, isWithin } from './geometry.ts';
import { HeatChart } from './heat-chart.tsx';
import type { DrawnHeat } from './option.ts';
import { Overlay } from './overlay.tsx';
import { cellText, spanText } from './readout.ts';
import { clicked, dragged, keyed, type Step } from './selecting.ts';

interface HeatMapProps {
  readonly heat: DrawnHeat;
  readonly size: Size;
  readonly label: string;
  readonly unit: string;
  readonly isMain: boolean;
  /** What can be done with the picture as a whole. */
  readonly entries: readonly MenuEntry[];
  /** Says what is under the pointer or the cursor; null where that is nothing. */
  onRead(text: string | null): void;
}

/** The cells, and what a person does on them. The cursor is the marked moment, which the timeline shows too. */
export function HeatMap({ heat, size, label, unit, isMain, entries, onRead }: HeatMapProps) {
  const { matrix, plot, zone } = heat;
  const { grid } = matrix;
  const session = useSession();
  const scope = useStore(session.history.places, places => places.present.scope);
  const moment = useStore(session.moment);
  const area = useRef<HTMLDivElement>(null);
  const [anchor, setAnchor] = useState<HeatCell | null>(null);
  const [drag, setDrag] = useState<HeatCell | null>(null);
  const [pointer, setPointer] = useState<HeatCell | null>(null);
  const cursor = moment === null ? null : cellOfTime(grid, moment);
  const selected = intervalOf(scope);
  const start = (selected && cellOfTime(grid, selected.from)) ?? { column: 0, row: 0 };

  const from = drag ?? anchor;
  const to = pointer ?? cursor;
  const draft = from && to && (drag || anchor) ? intervalBetween(grid, from, to) : null;
  const text =
    from && to ? spanText(matrix, from, to, zone, unit) : to ? cellText(matrix, to, zone, unit) : null;
  useEffect(() => onRead(text), [text, onRead]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: cells of another grid are other cells
  useEffect(() => {
    setAnchor(null);
    setDrag(null);
    setPointer(null);
  }, [grid]);

  const narrow = (interval: Interval | null) => session.narrow(withInterval(scope, interval));
  const take = ({ cursor, anchor, selected }: Step) => {
    setAnchor(anchor);
    if (cursor) session.moment.set(intervalOfCell(grid, cursor).from);
    if (selected) narrow(selected);
  };
  const cellUnder = (event: PointerEvent) => {
    const box = area.current!.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    return { cell: cellAt(grid, plot, x, y), isInside: isWithin(plot, x, y) };
  };
  const down = (event: PointerEvent) => {
    const { cell, isInside } = cellUnder(event);
    if (!isInside) return;
    if (event.button !== 0) {
      session.moment.set(intervalOfCell(grid, cell).from);
      return;
    }
    area.current!.setPointerCapture(event.pointerId);
    setDrag(cell);
  };
  const move = (event: PointerEvent) => {
    const { cell, isInside } = cellUnder(event);
    setPointer(last => (!isInside && !drag ? null : last && isSame(last, cell) ? last : cell));
  };
  const up = (event: PointerEvent) => {
    if (!drag) return;
    const { cell } = cellUnder(event);
    setDrag(null);
    if (isSame(drag, cell)) take(clicked(grid, { cursor, anchor }, cell, event.shiftKey));
    else take(dragged(grid, drag, cell));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = keyed(grid, { cursor, anchor }, event.key, event.shiftKey, start);
    if (!step) return;
    event.preventDefault();
    // The pointer that was left lying there no longer says which cell is meant.
    setPointer(null);
    take(step);
  };

  useEffect(() => {
    if (isFocusFree()) area.current?.focus({ preventScroll: true });
    if (!isMain) return;
    const handle = {
      openFind: () => session.imports.notify('info', 'A heat map has no texts to find.'),
      focus: () => area.current?.focus(),
      take: (key: string) => {
        area.current?.focus();
        area.current?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
      },
    };
    session.mainGrid.set(handle);
    return () => {
      if (session.mainGrid.get() === handle) session.mainGrid.set(null);
    };
  }, [isMain, session]);

  const menu = (): readonly MenuEntry[] => {
    if (!cursor) return entries;
    const cell = intervalOfCell(grid, cursor);
    const column = {
      from: grid.from + BigInt(cursor.column) * grid.width,
      to: grid.from + BigInt(cursor.column + 1) * grid.width,
    };
    return [
      anchor
        ? {
            label: 'Narrow from the first cell to this',
            keys: '↵',
            run: () => take(clicked(grid, { cursor, anchor }, cursor, false)),
          }
        : { label: 'Begin a selection here', keys: '↵', run: () => setAnchor(cursor) },
      { label: 'Narrow to this cell', run: () => narrow(cell) },
      { label: 'Narrow to this column', run: () => narrow(column) },
      ...(selected
        ? [
            { label: 'Flame graph of the selected time', run: () => session.history.go({ view: 'flame' }) },
            { label: 'Take the time out of the scope', run: () => narrow(null) },
          ]
        : []),
      null,
      {
        label: 'Copy the time of this cell',
        run: () => void session.shell.copy(`${formatExact(cell.from, zone)} – ${formatExact(cell.to, zone)}`),
      },
      ...entries,
    ];
  };

  return (
    <RowMenu
      entries={menu}
      label="What to do with this cell"
      onKeyboard={() => cursor ?? take({ cursor: start, anchor, selected: null })}
    >
      <div
        ref={area}
        className="heat-map"
        role="application"
        aria-roledescription="heat map"
        aria-label={`${label}: arrows move, Enter chooses the first and the last cell of a time`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard moves over the cells
        tabIndex={0}
        onPointerDown={down}
        onPointerMove={move}
        onPointerUp={up}
        onPointerLeave={() => setPointer(null)}
        onKeyDown={onKeyDown}
      >
        <HeatChart heat={heat} size={size} />
        <Overlay
          matrix={matrix}
          plot={plot}
          selection={draft ?? selected}
          cursor={pointer ?? cursor}
          anchor={anchor}
        />
      </div>
    </RowMenu>
  );
}

function isSame(a: HeatCell, b: HeatCell): boolean {
  return a.column === b.column && a.row === b.row;
}
