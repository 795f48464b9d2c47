import type { KeyboardEvent } from 'react';
import type { AnswerColumn } from '../../../analyzers/contract.ts';
import type { MenuEntry } from '../lib/menu-entry.ts';
import { type Front, useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import type { TreeModel, TreeRow } from '../state/tree-model.ts';
import { type ColumnChoice, gridColumns, hiddenColumns } from './columns.ts';
import { Grid } from './grid.tsx';
import { wholeEntries } from './table-entries.ts';
import { useTreeRows } from './use-tree-rows.ts';

interface TreeGridProps {
  readonly label: string;
  readonly table: string;
  readonly model: TreeModel;
  /** The tree with all its levels. */
  readonly whole: Front;
  readonly columns: readonly AnswerColumn[];
  readonly choice: ColumnChoice;
  readonly isBusy: boolean;
  /** True while the rows are those of a former question. */
  readonly isFormer: boolean;
  readonly isMain: boolean;
  readonly empty: string;
  readonly active: TreeRow | null;
  onActive(row: TreeRow): void;
  onOpen(row: TreeRow): void;
  onKey(event: KeyboardEvent, row: TreeRow): boolean;
  menu(row: TreeRow): readonly MenuEntry[];
  isMarked(row: TreeRow): boolean;
}

/** A tree of any size: the rows under a row are requested when it is opened. */
export function TreeGrid(props: TreeGridProps) {
  const { model, table } = props;
  const session = useSession();
  const hidden = hiddenColumns(props.columns, props.choice);
  const layout = useStore(session.layouts.of(table, { widths: {}, hidden }));
  const { visible, rows, active, activate, onKey, isOpening } = useTreeRows(props);
  const error = useStore(model.error);

  const all = gridColumns(props.columns, layout, props.choice);
  const columns = all.filter(column => column.name === 'function' || !layout.hidden.includes(column.name));
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
        const opened = visible[row];
        if (opened) props.onOpen(opened);
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
      isFormer={props.isFormer}
      areKeysHeld={isOpening}
      isMain={props.isMain}
    />
  );
}
