import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react';
import { count } from '../../wording/numbers.ts';
import { isFocusFree, isTextMarked } from '../lib/focus.ts';
import { rowWindow, scrollHeight, scrollTo } from '../lib/rows.ts';
import type { Sort } from '../state/paged-answer.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import type { ArrangedRows } from '../state/use-arranged.ts';
import { type GridColumn, levelsWithin } from './columns.ts';
import { type Copying, copiedCell, copiedRows } from './copied.ts';
import { FindBar } from './find-bar.tsx';
import { GridHeader } from './grid-header.tsx';
import { rowAfter } from './grid-keys.ts';
import { GridRow, type TreeCell } from './grid-row.tsx';
import { copyKeys, type MenuEntry, RowMenu } from './row-menu.tsx';
import { useFitted } from './use-fitted.ts';
import { useScroll } from './use-scroll.ts';
import { useWidth } from './use-width.ts';

export const rowHeight = 25;

/** Rows that the clipboard takes at once; more are exported. */
const mostCopied = 100_000;

export type GridRows = ArrangedRows;

export interface GridFilter {
  /** A search over the columns; empty: all rows are shown. */
  readonly text: string;
  /** Rows there are without it. */
  readonly of: number;
  set(text: string): void;
}

export interface GridProps {
  /** Names the grid for those who cannot see it, and its column layout. */
  readonly label: string;
  readonly table: string;
  readonly columns: readonly GridColumn[];
  readonly rows: GridRows;
  readonly active: number;
  onActive(row: number): void;
  /** Enter or a double click. */
  onOpen?(row: number): void;
  /** What leaves only some of its rows. */
  readonly filter?: GridFilter;
  readonly sort?: Sort | undefined;
  onSort?(sort: Sort): void;
  /** What can be done with a row; that it can be copied follows. */
  menu(row: number, column: string): readonly MenuEntry[];
  /** What can be done with all of the table. */
  whole?(): readonly MenuEntry[];
  /** Rows about the function that is selected elsewhere. */
  isMarked?(row: number): boolean;
  /** What stands in a cell that shows more than its value; undefined for the value. The same function while that holds. */
  draw?(row: number, column: string): ReactNode;
  readonly tree?: { readonly column: string; at(row: number): TreeCell; toggle(row: number): void };
  /** Keys of the view's own; true when it took the key. */
  onKey?(event: KeyboardEvent, row: number): boolean;
  /** Said where there are no rows. */
  readonly empty?: ReactNode;
  readonly isBusy?: boolean;
  /** The grid that `/` and the table commands of the view mean. */
  readonly isMain?: boolean;
  readonly chosen?: { readonly all: readonly GridColumn[] };
}

/**
 * A table or tree of any length: sticky header, keyboard, find, context menu. Only the rows in view exist.
 *
 * An ARIA grid of divisions, since a table element cannot hold a million rows: the grid has the focus and names its
 * active row, so rows and cells need none, and its keys are handled once.
 */
export function Grid(props: GridProps) {
  const { columns, rows, active, onActive, onOpen, tree } = props;
  const session = useSession();
  const zone = useStore(session.shownZone);
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [frame, setFrame] = useState<HTMLElement | null>(null);
  const setScroller = useCallback((element: HTMLDivElement | null) => {
    scroller.current = element;
    setFrame(element);
  }, []);
  const room = useWidth(frame);
  const { top, view } = useScroll(scroller);
  const [column, setColumn] = useState(0);
  const { filter } = props;
  const [find, setFind] = useState<string | null>(filter?.text || null);
  // Where a range of rows begins that ends at the active one; of another active row it says nothing.
  const [range, setRange] = useState({ anchor: -1, active: -1 });
  const anchor = range.active === active && range.anchor < rows.count ? range.anchor : active;
  const [firstChosen, lastChosen] = [Math.min(anchor, active), Math.max(anchor, active)];
  const extend = (to: number, from = anchor) => {
    if (to !== active) onActive(to);
    setRange({ anchor: from < 0 ? to : from, active: to });
  };
  const finding = useRef(0);
  const headHeight = 30;
  const shape = { count: rows.count, height: rowHeight, view: Math.max(0, view - headHeight) };
  const { first, last, top: offset } = rowWindow(shape, top);

  useEffect(() => rows.want(first, last), [rows, first, last]);
  const fitted = useFitted({ table: props.table, columns, rows, first, last, room, zone, tree });
  const levels = levelsWithin(fitted[columns.findIndex(({ name }) => name === tree?.column)] ?? 0);

  const show = useCallback(
    (row: number) => {
      const element = scroller.current;
      if (!element) return;
      const to = { count: rows.count, height: rowHeight, view: element.clientHeight - headHeight };
      let next = scrollTo(to, element.scrollTop, row);
      // Far away, what is around it matters too.
      const half = Math.floor(to.view / rowHeight / 2);
      if (next - element.scrollTop > to.view) next = scrollTo(to, next, Math.min(rows.count - 1, row + half));
      else if (element.scrollTop - next > to.view) next = scrollTo(to, next, Math.max(0, row - half));
      if (next !== element.scrollTop) element.scrollTop = next;
    },
    [rows.count],
  );
  useEffect(() => {
    if (active >= 0) show(active);
  }, [active, show]);

  useEffect(() => {
    if (!props.isMain) return;
    const handle = {
      openFind: () => setFind(text => text ?? ''),
      focus: () => scroller.current?.focus(),
      take: (key: string) => {
        scroller.current?.focus();
        scroller.current?.dispatchEvent(
          new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
        );
      },
    };
    session.mainGrid.set(handle);
    return () => {
      if (session.mainGrid.get() === handle) session.mainGrid.set(null);
    };
  }, [props.isMain, session]);

  const activeColumn = columns[Math.min(column, columns.length - 1)]?.name ?? '';

  // Whoever came here by key goes on by key.
  useEffect(() => {
    if (isFocusFree()) scroller.current?.focus({ preventScroll: true });
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== scroller.current || event.altKey) return;
    const handled = () => {
      event.preventDefault();
      event.stopPropagation();
    };
    if (event.ctrlKey || event.metaKey) {
      if (event.key === 'a' && rows.count > 0) extend(rows.count - 1, 0);
      // A text that is marked is copied as anywhere.
      else if (event.key === 'c' && active >= 0 && !isTextMarked()) void copyChosen();
      else return;
      return handled();
    }
    if (props.onKey?.(event, active)) return handled();
    if (event.key === '/') {
      setFind(text => text ?? '');
      return handled();
    }
    if (event.key === 'Enter' && active >= 0 && onOpen) {
      onOpen(active);
      return handled();
    }
    if (!tree && (event.key === 'ArrowLeft' || event.key === 'ArrowRight')) {
      setColumn(at => Math.max(0, Math.min(columns.length - 1, at + (event.key === 'ArrowLeft' ? -1 : 1))));
      return handled();
    }
    const next = rowAfter(event.key, active, rows.count, Math.max(1, Math.floor(shape.view / rowHeight) - 1));
    if (next === null || rows.count === 0) return;
    if (event.shiftKey) extend(next);
    else onActive(next);
    handled();
  };

  const copying: Copying = {
    zone,
    captureName: session.captureName,
    tree: tree && { column: tree.column, level: row => tree.at(row).level },
  };
  const isChosen = (row: number) => row >= firstChosen && row <= lastChosen;
  const copyRows = (first: number, last: number) =>
    session.attempt(async () => {
      const length = last - first + 1;
      if (length > mostCopied) {
        session.imports.notify(
          'info',
          `${count(length, 'row')} are too many to copy: export the table as CSV.`,
        );
        return;
      }
      const cells = (await rows.load?.(first, length)) ?? rows.cell;
      await session.shell.copy(copiedRows(columns, first, last, cells, copying));
    });
  const copyChosen = () => copyRows(firstChosen, lastChosen);
  const copyEntries = (row: number, name: string): readonly MenuEntry[] => {
    const of = columns.find(each => each.name === name);
    const isRange = isChosen(row) && lastChosen > firstChosen;
    return [
      null,
      ...(of
        ? [
            {
              label: 'Copy cell',
              run: () => void session.shell.copy(copiedCell(rows.cell(row, name), of, copying)),
            },
          ]
        : []),
      {
        label: isRange ? `Copy ${count(lastChosen - firstChosen + 1, 'row')}` : 'Copy row',
        keys: copyKeys,
        run: () => void (isRange ? copyChosen() : copyRows(row, row)),
      },
    ];
  };

  const menuRow = useRef({ row: active, column: activeColumn });
  const pointAt = useCallback((row: number, name: string) => {
    menuRow.current = { row, column: name };
  }, []);
  // The same functions from frame to frame: rows that were in view before are not drawn again.
  const chosen = useRef({ isChosen, extend });
  chosen.current = { isChosen, extend };
  const onPoint = useCallback(
    (row: number, name: string, { shiftKey, button }: { shiftKey: boolean; button: number }) => {
      pointAt(row, name);
      if (shiftKey) chosen.current.extend(row);
      // The menu is of all that is chosen.
      else if (button !== 2 || !chosen.current.isChosen(row)) onActive(row);
    },
    [pointAt, onActive],
  );

  return (
    <div className="grid-frame" data-busy={props.isBusy || undefined}>
      {find !== null && (
        <FindBar
          text={find}
          onText={to => {
            setFind(to);
            if (filter && filter.text !== '') filter.set(to);
          }}
          filter={filter && { isOn: filter.text !== '', left: rows.count, of: filter.of }}
          onFilter={isOn => filter?.set(isOn ? find : '')}
          onFind={async (text, backwards, fromHere) => {
            finding.current++;
            const mine = finding.current;
            const from = Math.max(0, active) + (fromHere ? 0 : backwards ? -1 : 1);
            let row = await rows.find(text, from, backwards);
            // Around the end, once.
            if (row < 0) row = await rows.find(text, backwards ? rows.count - 1 : 0, backwards);
            // Whoever typed on asked for something else.
            if (mine === finding.current && row >= 0) onActive(row);
            return row >= 0;
          }}
          onClose={() => {
            setFind(null);
            filter?.set('');
            scroller.current?.focus();
          }}
        />
      )}
      <RowMenu
        entries={() => {
          const { row, column: name } = menuRow.current;
          return [
            ...props.menu(row, name),
            ...(row >= 0 ? copyEntries(row, name) : []),
            ...(props.whole?.() ?? []),
          ];
        }}
        onKeyboard={() => pointAt(active, tree?.column ?? activeColumn)}
      >
        <div
          ref={setScroller}
          className="grid"
          role={tree ? 'treegrid' : 'grid'}
          aria-label={props.label}
          aria-rowcount={rows.count + 1}
          aria-colcount={columns.length}
          aria-multiselectable
          aria-busy={props.isBusy || undefined}
          aria-activedescendant={active >= first && active < last ? `${id}-${active}` : undefined}
          tabIndex={0}
          onKeyDown={onKeyDown}
          style={{
            // What is left over stays blank on the right, so that what belongs together stands together.
            '--columns': `${fitted.map(width => `${width}px`).join(' ')} minmax(0, 1fr)`,
            '--least': `${fitted.reduce((sum, width) => sum + width, 0)}px`,
          }}
        >
          <GridHeader
            table={props.table}
            columns={columns}
            all={props.chosen?.all ?? columns}
            sort={props.sort}
            onSort={props.onSort}
          />
          <div role="rowgroup" className="grid-body" style={{ height: scrollHeight(shape) }}>
            <div role="presentation" className="grid-window" style={{ transform: `translateY(${offset}px)` }}>
              {Array.from({ length: last - first }, (_, i) => {
                const row = first + i;
                return (
                  <GridRow
                    key={row}
                    id={`${id}-${row}`}
                    row={row}
                    columns={columns}
                    rows={rows}
                    zone={zone}
                    colours={session.colours}
                    captureName={session.captureName}
                    isActive={row === active}
                    isChosen={isChosen(row)}
                    isMarked={props.isMarked?.(row) ?? false}
                    activeColumn={tree ? null : activeColumn}
                    tree={tree}
                    levels={levels}
                    find={find}
                    draw={props.draw}
                    onPoint={onPoint}
                    onOpen={onOpen}
                  />
                );
              })}
            </div>
          </div>
        </div>
      </RowMenu>
      {rows.count === 0 && (
        <div className="grid-empty">
          {filter?.text ? `No row is found by “${filter.text}”.` : props.empty}
        </div>
      )}
    </div>
  );
}
