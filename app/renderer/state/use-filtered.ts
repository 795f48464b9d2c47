import { useEffect, useState } from 'react';
import type { Cell, PagedAnswer } from './paged-answer.ts';
import { useSession } from './session.ts';
import { useStore } from './store.ts';
import { useAnswer } from './use-answer.ts';

const noRows: readonly Record<string, Cell>[] = [];
const nothingRead = { answer: null as PagedAnswer | null, filter: '', rows: noRows };

export interface FilteredRows {
  readonly rows: readonly Record<string, Cell>[];
  /** False while the rows are those of an earlier filter or scope. */
  readonly isCurrent: boolean;
}

/**
 * The first rows of an answer in which a text contains `filter`, largest `column` first. It is asked only if there are
 * rows of `table`.
 */
export function useFiltered(
  question: string,
  filter: string,
  limit: number,
  { table = 'sample', column = 'total' } = {},
): FilteredRows {
  const session = useSession();
  const scope = useStore(session.history.places, places => places.present.scope);
  const hasRows = useStore(session.workspace, workspace => (workspace?.rows[table] ?? 0) > 0);
  const { answer, isAsking } = useAnswer(hasRows ? { question, scope } : null);
  const [read, setRead] = useState(nothingRead);
  useEffect(() => {
    if (!answer || filter === '') return;
    let isWanted = true;
    void session.attempt(async () => {
      let rows = noRows;
      try {
        rows = (await answer.read(0, limit, { filter, sort: { column, descending: true } })).records();
      } finally {
        if (isWanted) setRead({ answer, filter, rows });
      }
    });
    return () => {
      isWanted = false;
    };
  }, [session, answer, filter, limit, column]);
  if (!hasRows || filter === '') return nothingFound;
  const isRead = !answer || (read.answer === answer && read.filter === filter);
  return { rows: read.rows, isCurrent: !isAsking && isRead };
}

const nothingFound: FilteredRows = { rows: noRows, isCurrent: true };
