import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useId, useState } from 'react';
import { isFocusFree } from '../lib/focus.ts';
import type { MenuEntry } from '../lib/menu-entry.ts';
import type { Sort } from '../state/paged-answer.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import type { ArrangedRows } from '../state/use-arranged.ts';
import { type GridColumn, levelsWithin } from './columns.ts';
import { GridBody } from './grid-body.tsx';
import { type GridFilter, GridFind } from './grid-find.tsx';
import { GridHeader } from './grid-header.tsx';
import type { TreeCell } from './grid-row.tsx';
import { RowMenu } from './row-menu.tsx';
import { useChosenRows } from './use-chosen-rows.ts';
import { useFitted } from './use-fitted.ts';
import { useActiveColumn, useGridKeys, usePointed } from './use-grid-input.ts';
import { useMainGrid } from './use-main-grid.ts';
import { useRowCopy } from './use-row-copy.ts';
import { useRowsInView } from './use-rows-in-view.ts';

export type GridRows = ArrangedRows;

export interface GridProps {
  /** Accessible name, also used in messages. */
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
  /** True for rows that refer to the selected function. */
  isMarked?(row: number): boolean;
  /**
   * Content of a cell that shows more than its value; undefined to show the value. Must be a stable function.
   */
  draw?(row: number, column: string): ReactNode;
  readonly tree?: { readonly column: string; at(row: number): TreeCell; toggle(row: number): void };
  /** Keys of the view; true if the key was handled. */
  onKey?(event: KeyboardEvent, row: number): boolean;
  /** Text for a grid without rows. */
  readonly empty?: ReactNode;
  readonly isBusy?: boolean;
  /** True while the rows are those of a former question, so that keys wait for the new ones. */
  readonly isFormer?: boolean;
  /** True while the rows that a key asked for are not there, so that the keys after it wait. */
  readonly areKeysHeld?: boolean;
  /** True while more rows may follow the last, which End waits for. */
  readonly isPartial?: boolean;
  /** True for the main grid of the view: `/` and the table commands apply to it. */
  readonly isMain?: boolean;
  readonly chosen?: { readonly all: readonly GridColumn[] };
}

/**
 * A table or tree of any length: sticky header, keyboard, find, context menu. Only the rows in view are rendered.
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
  const chosenRows = useChosenRows(rows.count, active, onActive);
  const copy = useRowCopy(columns, rows, chosenRows, {
    zone,
    tree: tree && { column: tree.column, level: row => tree.at(row).level },
  });
  const { activeColumn, moveCell } = useActiveColumn(columns);
  const [find, setFind] = useState<string | null>(filter?.text || null);
  const openFind = useCallback(() => setFind(text => text ?? ''), []);
  useMainGrid(props.isMain ?? false, scroller, openFind);
  const pointed = usePointed({ row: active, column: activeColumn }, chosenRows, onActive);

  // A view opened by key gets the keyboard focus.
  useEffect(() => {
    if (isFocusFree()) scroller.current?.focus({ preventScroll: true });
  }, [scroller]);

  const isFormer = (props.isFormer || rows.isFormer) ?? false;
  const atHand = {
    isFormer: isFormer || (props.areKeysHeld ?? false),
    isPartial: props.isPartial ?? false,
    isActiveHere: active < 0 || rows.cell(active, columns[0]?.name ?? '') !== undefined,
  };
  const onKeyDown = useGridKeys(scroller, atHand, {
    rows: rows.count,
    active,
    page: inView.page,
    hasCells: !tree,
    onOwnKey: props.onKey && (each => props.onKey!(each, active)),
    open: onOpen,
    activate: onActive,
    extend: chosenRows.extend,
    copy: copy.chosen,
    find: openFind,
    moveCell,
  });
  const entries = () => {
    const { row, column: name } = pointed.at.current;
    return [
      ...props.menu(row, name),
      ...(row >= 0 ? copy.entries(row, name) : []),
      ...(props.whole?.() ?? []),
    ];
  };

  return (
    <div className="grid-frame" data-former={isFormer || undefined}>
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
          aria-busy={props.isBusy || isFormer || undefined}
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
            chosenRows={chosenRows}
            onPoint={pointed.onPoint}
          />
        </div>
      </RowMenu>
      {rows.count === 0 && !isFormer && (
        <div className="grid-empty">{filter?.text ? `No row matches “${filter.text}”.` : props.empty}</div>
      )}
    </div>
  );
}
