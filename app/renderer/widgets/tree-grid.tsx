import { type KeyboardEvent, useMemo, useState } from 'react';
import type { AnswerColumn } from '../../../analyzers/contract.ts';
import type { ColumnChoice } from '../shapes/picture.ts';
import { type Front, useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { cellOf, type TreeModel, type TreeNode, type TreeRow } from '../state/tree-model.ts';
import { gridColumns } from './columns.ts';
import { Grid, type GridRows } from './grid.tsx';
import type { MenuEntry } from './row-menu.tsx';
import { wholeEntries } from './table-entries.ts';

interface TreeGridProps {
  readonly label: string;
  readonly table: string;
  readonly model: TreeModel;
  /** The tree with all its levels. */
  readonly whole: Front;
  readonly columns: readonly AnswerColumn[];
  readonly choice: ColumnChoice;
  readonly isBusy: boolean;
  readonly isMain: boolean;
  readonly empty: string;
  readonly active: TreeRow | null;
  onActive(row: TreeRow): void;
  onOpen(row: TreeRow): void;
  onKey(event: KeyboardEvent, row: TreeRow): boolean;
  menu(row: TreeRow): readonly MenuEntry[];
  isMarked(row: TreeRow): boolean;
}

/** A tree of any size: what is under a row is asked for when it is opened. */
export function TreeGrid(props: TreeGridProps) {
  const { model, table } = props;
  const session = useSession();
  const layout = useStore(session.layouts.of(table));
  const visible = useStore(model.rows);
  const error = useStore(model.error);
  const [lastActive, setLastActive] = useState(-1);

  const all = gridColumns(props.columns, layout, props.choice);
  const columns = all.filter(column => column.name === 'function' || !layout.hidden.includes(column.name));
  const rows = useMemo<GridRows>(
    () => ({
      count: visible.length,
      cell: (row, column) => cellOf(visible[row]!, column),
      want: () => undefined,
      find: async (text, after, backwards) => {
        const found = findIn(visible, text, after, backwards);
        if (found >= 0 || backwards) return found;
        // A row that is not open may lie in a branch that was never opened.
        const shown = new Set(visible);
        const row = await model.reveal((node, at) => !shown.has(at) && hasText(node, text));
        return row ? model.rows.get().indexOf(row) : -1;
      },
    }),
    [visible, model],
  );
  // The row that was active may be hidden in a branch that was closed: then its place is kept.
  const found = props.active ? visible.indexOf(props.active) : -1;
  const active = found >= 0 ? found : Math.min(lastActive, visible.length - 1);
  const activate = (row: number) => {
    setLastActive(row);
    // Not `visible`: finding may have opened rows since that was drawn.
    const of = model.rows.get()[row];
    if (of) props.onActive(of);
  };

  const onKey = (event: KeyboardEvent, at: number): boolean => {
    const row = visible[Math.max(0, at)];
    if (!row) return false;
    switch (event.key) {
      case 'ArrowRight':
        if (model.isLeaf(row)) return true;
        if (model.isOpen(row)) activate(at + 1);
        else void model.open(row);
        return true;
      case 'ArrowLeft':
        if (model.isOpen(row)) model.close(row);
        else if (row.parent) activate(visible.indexOf(row.parent));
        return true;
      case '*':
        void model.openHeaviestPath(row).then(props.onActive);
        return true;
      default:
        return props.onKey(event, row);
    }
  };

  if (error) return <p className="failure">{error}</p>;
  return (
    <Grid
      label={props.label}
      table={table}
      columns={columns}
      chosen={{ all }}
      rows={rows}
      active={active}
      onActive={activate}
      onOpen={row => {
        const of = visible[row];
        if (of) props.onOpen(of);
      }}
      onKey={onKey}
      menu={at => {
        const row = visible[at];
        if (!row) return [];
        return [
          ...props.menu(row),
          null,
          {
            label: 'Open the heaviest path',
            keys: '*',
            run: () => void model.openHeaviestPath(row).then(props.onActive),
          },
        ];
      }}
      whole={() => wholeEntries(session, props.whole)}
      isMarked={row => props.isMarked(visible[row]!)}
      tree={{
        column: 'function',
        at: at => {
          const row = visible[at]!;
          return {
            level: row.level,
            isLeaf: model.isLeaf(row),
            isOpen: model.isOpen(row),
            place: row.place,
            siblings: row.siblings,
          };
        },
        toggle: at => void model.toggle(visible[at]!),
      }}
      empty={props.empty}
      isBusy={props.isBusy}
      isMain={props.isMain}
    />
  );
}

function findIn(rows: readonly TreeRow[], text: string, after: number, backwards: boolean): number {
  for (let at = after; at >= 0 && at < rows.length; at += backwards ? -1 : 1)
    if (!rows[at]!.isMore && hasText(rows[at]!.node, text)) return at;
  return -1;
}

function hasText({ function: name, module }: TreeNode, text: string): boolean {
  const folded = text.toLowerCase();
  return name.toLowerCase().includes(folded) || module.toLowerCase().includes(folded);
}
