import type { RowCells } from '../state/paged-answer.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { useTable } from '../state/use-answer.ts';
import type { PictureProps } from './picture.ts';
import { useMeaning } from './table.tsx';

/** The first `limit` rows of a picture's question, asked in the scope of the window, and what they refer to. */
export function usePictureRows({ question, params }: PictureProps, limit: number) {
  const session = useSession();
  const scope = useStore(session.history.places, places => places.present.scope);
  const { table, answer, isFormer, error } = useTable({ question, params, scope }, limit);
  const columns = answer?.head.columns ?? noColumns;
  const meaning = useMeaning(columns);
  const cellsOf =
    (row: number): RowCells =>
    column =>
      table?.cell(row, column);
  const isHere = table !== null && !isFormer;
  return {
    table,
    rows: answer?.rows ?? 0,
    isAnswered: answer !== null,
    isHere,
    error,
    columns,
    meaning,
    cellsOf,
  };
}

const noColumns: readonly never[] = [];
