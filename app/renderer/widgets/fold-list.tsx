import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef } from 'react';
import { formatInteger } from '../../wording/numbers.ts';
import { rowAfter } from './grid-keys.ts';
import { useScroll } from './use-scroll.ts';

/** A row of a list with groups. */
export type GroupedRow<T> =
  | {
      readonly kind: 'group';
      readonly key: string;
      readonly level: number;
      readonly title: string;
      readonly about: string;
      readonly count: number;
      readonly isOpen: boolean;
    }
  | { readonly kind: 'item'; readonly key: string; readonly level: number; readonly item: T };

interface FoldListProps<T> {
  readonly label: string;
  readonly rows: readonly GroupedRow<T>[];
  /** px */
  heightOf(row: GroupedRow<T>): number;
  readonly active: string | null;
  onActive(row: GroupedRow<T>): void;
  /** Enter or a double click on an item. */
  onOpen(item: T): void;
  onFold(key: string, isOpen: boolean): void;
  /** Content of an item's row. */
  draw(item: T): ReactNode;
  readonly empty: ReactNode;
}

const pageRows = 10;
/** px beyond the visible part in which rows are rendered. */
const overscan = 120;

/** A list of any length with groups that open and close; only the rows in view are rendered. Its role is `tree`. */
export function FoldList<T>(props: FoldListProps<T>) {
  const { rows, heightOf, active, onActive, onOpen, onFold } = props;
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const { top, view } = useScroll(scroller);
  const tops = useMemo(() => {
    const all = [0];
    for (const row of rows) all.push(all.at(-1)! + heightOf(row));
    return all;
  }, [rows, heightOf]);
  const first = lastAtMost(tops, top - overscan);
  const last = Math.min(rows.length, lastAtMost(tops, top + view + overscan) + 1);
  const at = rows.findIndex(({ key }) => key === active);

  useEffect(() => {
    const element = scroller.current;
    if (!element || at < 0) return;
    if (tops[at]! < element.scrollTop) element.scrollTop = tops[at]!;
    else if (tops[at + 1]! > element.scrollTop + element.clientHeight)
      element.scrollTop = tops[at + 1]! - element.clientHeight;
  }, [at, tops]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== scroller.current || event.ctrlKey || event.metaKey || event.altKey) return;
    const row = rows[at];
    const to = rowAfter(event.key, at, rows.length, pageRows);
    const isFold = row?.kind === 'group' && (event.key === 'ArrowLeft' || event.key === 'ArrowRight');
    if (isFold) onFold(row.key, event.key === 'ArrowRight');
    else if (row && event.key === 'ArrowLeft') {
      const parent = rows.slice(0, at).findLast(each => each.level < row.level);
      if (parent) onActive(parent);
    } else if (row && event.key === 'Enter') {
      if (row.kind === 'group') onFold(row.key, !row.isOpen);
      else onOpen(row.item);
    } else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
      openMenu(document.getElementById(`${id}-${at}`));
    } else if (to !== null && rows[to]) onActive(rows[to]!);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div
      ref={scroller}
      className="fold-list"
      role="tree"
      aria-label={props.label}
      tabIndex={0}
      aria-activedescendant={at >= first && at < last ? `${id}-${at}` : undefined}
      onKeyDown={onKeyDown}
    >
      <div role="presentation" className="fold-list-body" style={{ height: tops.at(-1) }}>
        {rows.slice(first, last).map((row, i) => (
          <FoldRow
            key={row.key}
            {...{ ...props, row }}
            id={`${id}-${first + i}`}
            isActive={first + i === at}
            top={tops[first + i]!}
          />
        ))}
      </div>
      {rows.length === 0 && <p className="panel-hint fold-list-empty">{props.empty}</p>}
    </div>
  );
}

interface FoldRowProps<T>
  extends Pick<FoldListProps<T>, 'heightOf' | 'onActive' | 'onOpen' | 'onFold' | 'draw'> {
  readonly row: GroupedRow<T>;
  readonly id: string;
  readonly isActive: boolean;
  /** px */
  readonly top: number;
}

function FoldRow<T>({ row, id, isActive, top, heightOf, onActive, onOpen, onFold, draw }: FoldRowProps<T>) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus and names its active item
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the keys
    <div
      id={id}
      role="treeitem"
      aria-level={row.level + 1}
      aria-selected={isActive}
      {...(row.kind === 'group' && { 'aria-expanded': row.isOpen })}
      className={`fold-row is-${row.kind}${isActive ? ' is-active' : ''}`}
      style={{ top, height: heightOf(row), paddingInlineStart: 14 + 10 * row.level }}
      onClick={event => {
        // Clicks in the menu of the row bubble here as well.
        if (!event.currentTarget.contains(event.target as Node)) return;
        onActive(row);
        if (row.kind === 'group') onFold(row.key, !row.isOpen);
      }}
      onDoubleClick={() => row.kind === 'item' && onOpen(row.item)}
    >
      {row.kind === 'item' ? draw(row.item) : <GroupTitle row={row} />}
    </div>
  );
}

function GroupTitle({ row }: { row: Extract<GroupedRow<never>, { kind: 'group' }> }) {
  return (
    <>
      <span className="twist" data-state={row.isOpen ? 'open' : 'closed'} aria-hidden="true" />
      <span className="fold-title" title={[row.title, row.about].filter(Boolean).join(' · ')}>
        <bdi>{row.title}</bdi>
      </span>
      {row.about && <span className="fold-about muted">{row.about}</span>}
      <span className="number muted">{formatInteger(row.count)}</span>
    </>
  );
}

/** The last index whose value is at most `to`; 0 before the first. */
function lastAtMost(ascending: readonly number[], to: number): number {
  let low = 0;
  let high = ascending.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (ascending[middle]! <= to) low = middle;
    else high = middle - 1;
  }
  return low;
}

function openMenu(row: HTMLElement | null): void {
  const box = row?.getBoundingClientRect();
  const target = row?.firstElementChild;
  if (box && target)
    target.dispatchEvent(
      new MouseEvent('contextmenu', {
        bubbles: true,
        cancelable: true,
        clientX: box.left + box.width / 2,
        clientY: box.bottom,
      }),
    );
}
