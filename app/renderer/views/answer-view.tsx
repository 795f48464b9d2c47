import { useEffect } from 'react';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { useAnswer } from '../state/use-answer.ts';
import { DataGrid, type DataGridProps } from '../widgets/data-grid.tsx';
import { frontOf } from '../widgets/table-entries.ts';
import { Waiting } from '../widgets/waiting.tsx';

interface AnswerViewProps extends Omit<DataGridProps, 'answer' | 'table' | 'isBusy'> {
  readonly question: string;
  readonly params?: Readonly<Record<string, string | number | boolean>>;
}

/** A question, asked in the scope of the window, as a table. */
export function AnswerView({ question, params, ...grid }: AnswerViewProps) {
  const session = useSession();
  const scope = useStore(session.history.places, places => places.present.scope);
  const { answer, isAsking, error } = useAnswer({ question, scope, ...(params ? { params } : {}) });
  const { isMain, label } = grid;

  useEffect(() => {
    if (!isMain || !answer) return;
    session.front.set(frontOf(session, answer, label));
    session.notes.set(answer.head.notes);
    return () => {
      session.front.set(null);
      session.notes.set([]);
    };
  }, [session, answer, isMain, label]);

  if (error) return <p className="failure">{error}</p>;
  if (!answer) return <Waiting />;
  return <DataGrid key={question} {...grid} table={question} answer={answer} isBusy={isAsking} />;
}
