import './sql.css';

import { useMemo, useRef } from 'react';
import type { Shape } from '../../../../analyzers/contract.ts';
import { readSqlError } from '../../../../analyzers/questions/sql/sql-error.ts';
import { count, formatDuration } from '../../../wording/numbers.ts';
import { lacking } from '../../shapes/picture.ts';
import { shapes } from '../../shapes/shapes.ts';
import { useSession } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { type CurrentAnswer, useAnswer, useRows } from '../../state/use-answer.ts';
import { CodeEditor, type CodeEditorHandle } from '../../widgets/code-editor/code-editor.tsx';
import { Parts } from '../../widgets/parts.tsx';
import { SavedMenu } from '../../widgets/saved-menu.tsx';
import { SplitRows } from '../../widgets/split-rows.tsx';
import { sqlExamples } from './examples.ts';

import { completionOf, language } from './language.ts';
import { StatementHistory } from './statement-history.tsx';

const maxColumns = 5000;

/** One SELECT over the workspace, and its result as rows, or as a picture if its columns allow one. */
export function SqlView() {
  const session = useSession();
  const scope = useStore(session.history.places, places => places.present.scope);
  const query = useStore(session.sql.lastRun);
  const params = useMemo(() => ({ select: query }), [query]);
  const current = useAnswer(query === '' ? null : { question: 'sql', params, scope });
  return (
    <SplitRows
      name="SQL"
      above={<Written current={current} />}
      below={
        query === '' || current.error ? (
          <Examples />
        ) : (
          <Drawn params={params} columns={current.answer?.head.columns ?? []} />
        )
      }
      proposed={height => Math.min(170, 0.4 * height)}
    />
  );
}

/** The editor, the error of the last run, and the buttons. */
function Written({ current }: { readonly current: CurrentAnswer }) {
  const { answer, isAsking, error } = current;
  const session = useSession();
  const { sql } = session;
  const text = useStore(sql.text);
  const query = useStore(sql.lastRun);
  const editor = useRef<CodeEditorHandle>(null);
  const { rows } = useRows({ question: 'sql-tables', scope: {} }, maxColumns);
  const complete = useMemo(() => completionOf(rows ?? []), [rows]);
  // Null once the text has changed, because the position of the error no longer applies.
  const wrong = error !== null && text.trim() === query ? readSqlError(error) : null;
  const lead = text.length - text.trimStart().length;
  const stop = () => {
    if (!isAsking) return false;
    sql.lastRun.set('');
    return true;
  };
  return (
    <section className="sql-written" aria-label="SELECT">
      <CodeEditor
        label="SQL"
        text={text}
        language={language}
        complete={complete}
        hint="SELECT … FROM samples, events, metrics, states …   Ctrl+Space shows what there is"
        hasLines
        handle={editor}
        wrongAt={wrong?.from == null ? null : wrong.from + lead}
        wrong={wrong?.message ?? null}
        onText={to => sql.text.set(to)}
        onSubmit={to => sql.run(to)}
        onEscape={stop}
      />
      <div className="sql-bar">
        {isAsking ? (
          <button type="button" className="button" onClick={stop}>
            Stop <kbd>Esc</kbd>
          </button>
        ) : (
          <button
            type="button"
            className="button is-primary"
            disabled={text.trim() === ''}
            onClick={() => sql.run(text)}
          >
            Run <kbd>Ctrl+Enter</kbd>
          </button>
        )}
        <SavedMenu
          kind="sql"
          text={text}
          example="Slow statements by process"
          onOpen={one => sql.run(one.text)}
        />
        <StatementHistory />
        <Pictures current={current} />
        <output className="sql-state">
          {isAsking
            ? 'Running …'
            : error !== null
              ? ''
              : answer && `${count(answer.rows, 'row')} · ${formatDuration(answer.head.elapsed)}`}
        </output>
        {error !== null && !isAsking && (
          <p className="failure sql-wrong" role="alert">
            {readSqlError(error).message}
          </p>
        )}
      </div>
    </section>
  );
}

/** The pictures available for results. */
const pictures: readonly { readonly id: Shape; readonly title: string }[] = [
  { id: 'table', title: 'Table' },
  { id: 'series', title: 'Lines' },
  { id: 'bars', title: 'Bars' },
  { id: 'scatter', title: 'Points' },
];

function Pictures({ current: { answer } }: { readonly current: CurrentAnswer }) {
  const session = useSession();
  const shape = useStore(session.sql.shape);
  const able = pictures.filter(({ id }) => answer && lacking(shapes[id], answer.head.columns).length === 0);
  if (able.length < 2) return null;
  return (
    <Parts
      label="Rows as"
      parts={able}
      current={able.some(({ id }) => id === shape) ? shape : 'table'}
      onChange={to => session.sql.shape.set(to)}
    />
  );
}

interface DrawnProps {
  readonly params: { readonly select: string };
  readonly columns: Parameters<typeof lacking>[1];
}

function Drawn({ params, columns }: DrawnProps) {
  const session = useSession();
  const shape = useStore(session.sql.shape);
  const isAble = columns.length > 0 && lacking(shapes[shape], columns).length === 0;
  const { component: Picture } = shapes[isAble ? shape : 'table'];
  return (
    <Picture
      question="sql"
      params={params}
      label="Rows of the SELECT"
      isMain
      empty="The SELECT gives no rows."
    />
  );
}

function Examples() {
  const session = useSession();
  const rows = useStore(session.workspace, workspace => workspace?.rows ?? noCounts);
  const offered = sqlExamples.filter(({ needs }) => (rows[needs] ?? 0) > 0);
  return (
    <section className="sql-examples" aria-label="Examples">
      <p className="muted">
        SQL of DuckDB over everything that was read. It changes nothing and sees no file. To begin with:
      </p>
      <ul>
        {offered.map(({ title, select }) => (
          <li key={title}>
            <button type="button" className="link" onClick={() => session.sql.run(select)}>
              {title}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

const noCounts: Readonly<Record<string, number>> = {};
