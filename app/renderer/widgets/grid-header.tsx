import { ContextMenu } from 'radix-ui';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { headingText } from '../../pictures/columns.ts';
import type { Sort } from '../state/paged-answer.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { descendsFirst, type GridColumn, minWidth } from './columns.ts';
import { ContextContent } from './menu-content.tsx';

interface GridHeaderProps {
  readonly table: string;
  readonly columns: readonly GridColumn[];
  /** Including hidden ones. */
  readonly all: readonly GridColumn[];
  readonly sort: Sort | undefined;
  readonly onSort: ((sort: Sort) => void) | undefined;
}

export function GridHeader({ table, columns, all, sort, onSort }: GridHeaderProps) {
  const session = useSession();
  const layout = session.layouts.of(table);
  const hidden = useStore(layout, value => value.hidden);
  const setWidth = (name: string, width: number) =>
    layout.update(value => ({ ...value, widths: { ...value.widths, [name]: Math.max(minWidth, width) } }));
  const toggle = (name: string) =>
    layout.update(value => ({
      ...value,
      hidden: value.hidden.includes(name)
        ? value.hidden.filter(each => each !== name)
        : [...value.hidden, name],
    }));

  return (
    <ContextMenu.Root modal={false}>
      <ContextMenu.Trigger asChild>
        <div role="rowgroup" className="grid-head">
          <div role="row" className="grid-row" aria-rowindex={1}>
            {columns.map((column, i) => (
              <HeaderCell
                key={column.name}
                column={column}
                index={i + 1}
                sort={sort?.column === column.name ? sort : undefined}
                onSort={onSort}
                onWidth={width => setWidth(column.name, width)}
              />
            ))}
          </div>
        </div>
      </ContextMenu.Trigger>
      <ContextContent aria-label="Columns">
        <ContextMenu.Label className="menu-label">Columns</ContextMenu.Label>
        {all.map(column => (
          <ContextMenu.CheckboxItem
            key={column.name}
            className="menu-item"
            checked={!hidden.includes(column.name)}
            disabled={columns.length === 1 && !hidden.includes(column.name)}
            onSelect={event => event.preventDefault()}
            onCheckedChange={() => toggle(column.name)}
          >
            <ContextMenu.ItemIndicator className="menu-check">✓</ContextMenu.ItemIndicator>
            {headingText(column)}
          </ContextMenu.CheckboxItem>
        ))}
        <ContextMenu.Separator className="menu-separator" />
        <ContextMenu.Item className="menu-item" onSelect={() => session.layouts.reset(table)}>
          Reset the columns
        </ContextMenu.Item>
      </ContextContent>
    </ContextMenu.Root>
  );
}

interface HeaderCellProps {
  readonly column: GridColumn;
  readonly index: number;
  readonly sort: Sort | undefined;
  readonly onSort: ((sort: Sort) => void) | undefined;
  onWidth(width: number): void;
}

function HeaderCell({ column, index, sort, onSort, onWidth }: HeaderCellProps) {
  const cell = useRef<HTMLDivElement>(null);
  const width = () => cell.current?.getBoundingClientRect().width ?? column.width;
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return;
    event.preventDefault();
    onWidth(width() + (event.key === 'ArrowLeft' ? -16 : 16));
  };
  const ariaSort = sort ? (sort.descending ? 'descending' : 'ascending') : undefined;
  return (
    <div
      ref={cell}
      role="columnheader"
      aria-colindex={index}
      aria-sort={ariaSort}
      className={`cell ${column.kind}`}
      title={`${column.about}${onSort ? '\nClick to sort, right-click to choose columns, Alt+← → to resize.' : ''}`}
    >
      {onSort ? (
        <button
          type="button"
          onKeyDown={onKeyDown}
          onClick={() =>
            onSort({ column: column.name, descending: sort ? !sort.descending : descendsFirst(column) })
          }
        >
          {headingText(column)}
          {sort && (
            <span aria-hidden="true" className="sort-arrow">
              {sort.descending ? '▾' : '▴'}
            </span>
          )}
        </button>
      ) : (
        <span>{headingText(column)}</span>
      )}
      <Resizer onStart={width} onWidth={onWidth} />
    </div>
  );
}

function Resizer({ onStart, onWidth }: { onStart(): number; onWidth(width: number): void }) {
  const from = useRef<{ x: number; width: number } | null>(null);
  const down = (event: PointerEvent) => {
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    from.current = { x: event.clientX, width: onStart() };
  };
  return (
    <span
      className="resizer"
      aria-hidden="true"
      onPointerDown={down}
      onPointerMove={event => from.current && onWidth(from.current.width + event.clientX - from.current.x)}
      onPointerUp={() => {
        from.current = null;
      }}
    />
  );
}
