import { useEffect, useState } from 'react';
import type { Cell } from './paged-answer.ts';
import { useSession } from './session.ts';
import { useStore } from './store.ts';
import { useAnswer } from './use-answer.ts';

const noRows: readonly Record<string, Cell>[] = [];

/**
 * The first rows of an answer in which a text contains `filter`, largest `column` first. It is asked only if there are
 * rows of `table`.
 */
export function useFiltered(
  question: string,
  filter: string,
  limit: number,
  { table = 'sample', column = 'total' } = {},
): readonly Record<string, Cell>[] {
  const session = useSession();
  const scope = useStore(session.history.places, places => places.present.scope);
  const hasRows = useStore(session.workspace, workspace => (workspace?.rows[table] ?? 0) > 0);
  const { answer } = useAnswer(hasRows ? { question, scope } : null);
  const [rows, setRows] = useState(noRows);
  useEffect(() => {
    if (!answer || filter === '') {
      setRows(noRows);
      return;
    }
    let isCurrent = true;
    void session.attempt(async () => {
      const read = await answer.read(0, limit, { filter, sort: { column, descending: true } });
      if (isCurrent) setRows(read.records());
    });
    return () => {
      isCurrent = false;
    };
  }, [session, answer, filter, limit, column]);
  return rows;
}
