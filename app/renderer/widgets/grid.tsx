import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react';
import type { Zone } from '../../wording/time.ts';
import { isFocusFree } from '../lib/focus.ts';
import type { Sort } from '../state/paged-answer.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import type { ArrangedRows } from '../state/use-arranged.ts';
import { type GridColumn, levelsWithin } from './columns.ts';
import { type GridFilter, GridFind } from './grid-find.tsx';
import { GridHeader } from './grid-header.tsx';
import { takeKey } from './grid-keys.ts';
import { GridRow, type TreeCell } from './grid-row.tsx';
import { type MenuEntry, RowMenu } from './row-menu.tsx';
import { type ChosenRows, useChosenRows } from './use-chosen-rows.ts';
import { useFitted } from './use-fitted.ts';
import { useMainGrid } from './use-main-grid.ts';
import { useRowCopy } from './use-row-copy.ts';
import { type RowsInView, useRowsInView } from './use-rows-in-view.ts';

export type GridRows = ArrangedRows;

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
  /** Filter that keeps only some of its rows. */
  readonly filter?: GridFilter;
  readonly sort?: Sort | undefined;
  onSort?(sort: Sort): void;
  /** Menu entries of a row; entries for copying follow them. */
  menu(row: number, column: string): readonly MenuEntry[];
  /** Menu entries of the whole table. */
  whole?(): readonly MenuEntry[];
  /** Rows about the function that is selected elsewhere. */
  isMarked?(row: number): boolean;
  /**
   * Content of a cell that shows more than its value; undefined to show the value. Must be a stable function.
   */
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
  const { columns, rows, active, onActive, onOpen, tree, filter } = props;
  const session = useSession();
  const zone = useStore(session.shownZone);
  const inView = useRowsInView(rows, active);
  const { scroller, first, last, width: room } = inView;
  const id = useId();
  const fitted = useFitted({ table: props.table, columns, rows, first, last, room, zone, tree });
  const levels = levelsWithin(fitted[columns.findIndex(({ name }) => name === tree?.column)] ?? 0);
  const chosen = useChosenRows(rows.count, active, onActive);
  const copy = useRowCopy(columns, rows, chosen, {
    zone,
    tree: tree && { column: tree.column, level: row => tree.at(row).level },
  });
  const [column, setColumn] = useState(0);
  const activeColumn = columns[Math.min(column, columns.length - 1)]?.name ?? '';
  const [find, setFind] = useState<string | null>(filter?.text || null);
  const openFind = useCallback(() => setFind(text => text ?? ''), []);
  useMainGrid(props.isMain ?? false, scroller, openFind);
  const pointed = usePointed({ row: active, column: activeColumn }, chosen, onActive);

  // Keep keyboard focus for people who came by key.
  useEffect(() => {
    if (isFocusFree()) scroller.current?.focus({ preventScroll: true });
  }, [scroller]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== scroller.current || event.altKey) return;
    const isTaken = takeKey(event, {
      rows: rows.count,
      active,
      page: inView.page,
      hasCells: !tree,
      own: props.onKey && (each => props.onKey!(each, active)),
      open: onOpen,
      activate: onActive,
      extend: chosen.extend,
      copy: copy.chosen,
      find: openFind,
      moveCell: by => setColumn(at => Math.max(0, Math.min(columns.length - 1, at + by))),
    });
    if (!isTaken) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const entries = () => {
    const { row, column: name } = pointed.at.current;
    return [
      ...props.menu(row, name),
      ...(row >= 0 ? copy.entries(row, name) : []),
      ...(props.whole?.() ?? []),
    ];
  };

  return (
    <div className="grid-frame" data-busy={props.isBusy || undefined}>
      {find !== null && (
        <GridFind
          {...{ rows, active, onActive, filter }}
          text={find}
          onText={setFind}
          onClose={() => {
            setFind(null);
            scroller.current?.focus();
          }}
        />
      )}
      <RowMenu entries={entries} onKeyboard={() => pointed.set(active, tree?.column ?? activeColumn)}>
        <div
          ref={inView.setScroller}
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
            // Spare width stays blank on the right, so that columns stay close together.
            '--columns': `${fitted.map(width => `${width}px`).join(' ')} minmax(0, 1fr)`,
            '--least': `${fitted.reduce((sum, width) => sum + width, 0)}px`,
          }}
        >
          <GridHeader
            {...{ columns, all: props.chosen?.all ?? columns, sort: props.sort, onSort: props.onSort }}
            table={props.table}
          />
          <GridBody
            {...{ ...props, id, inView, find, zone, levels, activeColumn }}
            chosenRows={chosen}
            onPoint={pointed.onPoint}
          />
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

type Point = (row: number, column: string, event: { shiftKey: boolean; button: number }) => void;

/** The cell that the pointer or the keyboard means: its menu opens. */
function usePointed(
  start: { readonly row: number; readonly column: string },
  chosen: ChosenRows,
  onActive: (row: number) => void,
) {
  const at = useRef(start);
  const set = useCallback((row: number, column: string) => {
    at.current = { row, column };
  }, []);
  // The same function from frame to frame: rows that were in view before are not drawn again.
  const now = useRef(chosen);
  now.current = chosen;
  const onPoint: Point = useCallback(
    (row, column, { shiftKey, button }) => {
      set(row, column);
      if (shiftKey) now.current.extend(row);
      // The menu is of all that is chosen.
      else if (button !== 2 || !now.current.has(row)) onActive(row);
    },
    [set, onActive],
  );
  return { at, set, onPoint };
}

interface BodyProps extends GridProps {
  /** Rows are named by it. */
  readonly id: string;
  readonly inView: RowsInView;
  readonly chosenRows: ChosenRows;
  readonly find: string | null;
  readonly zone: Zone;
  readonly levels: number;
  readonly activeColumn: string;
  readonly onPoint: Point;
}

/** The rows in view. */
function GridBody(props: BodyProps) {
  const { id, columns, rows, tree, zone, levels, find, inView } = props;
  const { colours, captureName } = useSession();
  const { first, last } = inView;
  return (
    <div role="rowgroup" className="grid-body" style={{ height: inView.height }}>
      <div
        role="presentation"
        className="grid-window"
        style={{ transform: `translateY(${inView.offset}px)` }}
      >
        {Array.from({ length: last - first }, (_, i) => {
          const row = first + i;
          return (
            <GridRow
              key={row}
              id={`${id}-${row}`}
              {...{ row, columns, rows, zone, colours, captureName, tree, levels, find }}
              isActive={row === props.active}
              isChosen={props.chosenRows.has(row)}
              isMarked={props.isMarked?.(row) ?? false}
              activeColumn={tree ? null : props.activeColumn}
              draw={props.draw}
              onPoint={props.onPoint}
              onOpen={props.onOpen}
            />
          );
        })}
      </div>
    </div>
  );
}
