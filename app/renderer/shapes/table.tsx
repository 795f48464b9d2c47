import { type KeyboardEvent, type ReactNode, useMemo } from 'react';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { useAnswer } from '../state/use-answer.ts';
import { functionKey, functionOf, isSame, rowEntries } from '../views/function-rows.ts';
import { DataGrid, type RowCells } from '../widgets/data-grid.tsx';
import type { MenuEntry } from '../widgets/row-menu.tsx';
import { frontOf } from '../widgets/table-entries.ts';
import { Waiting } from '../widgets/waiting.tsx';
import type { Picture, PictureProps } from './picture.ts';
import { useFront } from './use-front.ts';

interface TableProps extends PictureProps {
  /** Instead of what is usual for a row. */
  onRow?(row: RowCells): void;
  onOpen?(row: RowCells): void;
  onKey?(event: KeyboardEvent, row: RowCells): boolean;
  menu?(row: RowCells): readonly MenuEntry[];
  isMarked?(row: RowCells): boolean;
  draw?(row: RowCells, column: string): ReactNode;
}

/** An answer as rows: sorted and searched by the engine, fetched as they come into view. */
export function Table(props: TableProps) {
  const { question, params, label, isMain, empty, columns, ...on } = props;
  const session = useSession();
  const scope = useStore(session.history.places, places => places.present.scope);
  const selected = useStore(session.selected);
  const { answer, isAsking, error } = useAnswer({ question, params, scope });
  const front = useMemo(
    () => (isMain && answer ? frontOf(session, answer, label) : null),
    [session, isMain, answer, label],
  );
  useFront(answer, front);

  if (error) return <p className="failure">{error}</p>;
  if (!answer) return <Waiting />;
  return (
    <DataGrid
      key={question}
      label={label}
      table={question}
      answer={answer}
      isBusy={isAsking}
      isMain={isMain}
      empty={empty}
      {...columns}
      onRow={row => {
        const subject = functionOf(row);
        if (subject) session.select(subject);
      }}
      onKey={(event, row) => functionKey(session, event, functionOf(row))}
      menu={row => rowEntries(session, row)}
      isMarked={row => isSame(functionOf(row), selected)}
      {...on}
    />
  );
}

export const table: Picture = { roles: {}, component: Table };
