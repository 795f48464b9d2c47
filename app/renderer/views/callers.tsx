import { useEffect, useMemo, useState } from 'react';
import { baseName } from '../lib/names.ts';
import { formatInteger, formatPercent } from '../lib/numbers.ts';
import type { FunctionRef } from '../state/history.ts';
import type { Cell } from '../state/paged-answer.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { useRows } from '../state/use-answer.ts';
import type { RowCells } from '../widgets/data-grid.tsx';
import { SmallGrid } from '../widgets/small-grid.tsx';
import { frontOf } from '../widgets/table-entries.ts';
import { Waiting } from '../widgets/waiting.tsx';
import { AnswerView } from './answer-view.tsx';
import { functionEntries, functionKey, functionOf, functionOrder, isSame, walkTo } from './function-rows.ts';

/** Callers and callees of one function; a fan of more than this is shown by its heaviest. */
const shownRows = 5000;

/** The butterfly: callers above, the function, callees below. Enter or a double click walks up or down. */
export function Callers() {
  const session = useSession();
  const subject = useStore(session.history.places, places => places.present.subject);
  const selected = useStore(session.selected);
  const at = subject ?? selected;
  return at ? <Butterfly subject={at} /> : <Choice />;
}

/** No function is chosen yet: here are all. */
function Choice() {
  const session = useSession();
  const walk = (row: RowCells) => {
    const subject = functionOf(row);
    if (subject) walkTo(session, subject);
  };
  return (
    <div className="choice">
      <p className="hint">
        Whose callers and callees? Choose with <kbd>Enter</kbd> or a double click; in every other view{' '}
        <kbd>b</kbd> leads here from the selected function.
      </p>
      <AnswerView
        question="functions"
        label="Functions to choose from"
        order={functionOrder}
        isMain
        onOpen={walk}
        onKey={(event, row) => functionKey(session, event, functionOf(row))}
        menu={row => functionEntries(session, functionOf(row))}
        empty="No samples in this scope: take a part of it away above."
      />
    </div>
  );
}

function Butterfly({ subject }: { subject: FunctionRef }) {
  const session = useSession();
  const scope = useStore(session.history.places, places => places.present.scope);
  const { rows, answer, isAsking, error } = useRows(
    { question: 'caller-callee', params: { function: subject.function, module: subject.module }, scope },
    shownRows,
  );
  const parts = useMemo(() => {
    const of = (role: string) => (rows ?? []).filter(row => row.role === role);
    return { callers: of('caller'), self: of('function')[0], callees: of('callee') };
  }, [rows]);

  useEffect(() => {
    if (!answer) return;
    session.front.set(frontOf(session, answer, `Callers and callees of ${subject.function}`));
    session.notes.set(answer.head.notes);
    return () => {
      session.front.set(null);
      session.notes.set([]);
    };
  }, [session, answer, subject.function]);

  if (error) return <p className="failure">{error}</p>;
  if (!answer || !rows) return <Waiting />;
  return (
    <div className="butterfly" data-busy={isAsking || undefined}>
      <Side
        title="Callers"
        answer={answer.head}
        rows={parts.callers}
        none="Nothing calls it: samples begin here."
      />
      <Middle subject={subject} row={parts.self} unit={answer.head.whole?.unit ?? 'samples'} />
      <Side
        title="Callees"
        answer={answer.head}
        rows={parts.callees}
        none="It calls nothing that was seen."
      />
    </div>
  );
}

interface SideProps {
  readonly title: string;
  readonly answer: { readonly columns: Parameters<typeof SmallGrid>[0]['columns'] };
  readonly rows: readonly Record<string, Cell>[];
  readonly none: string;
}

function Side({ title, answer, rows, none }: SideProps) {
  const session = useSession();
  const selected = useStore(session.selected);
  const [active, setActive] = useState(-1);
  return (
    <section className="butterfly-side" aria-label={title}>
      <h2 className="part-title">
        {title} <span className="muted">{formatInteger(rows.length)}</span>
      </h2>
      <SmallGrid
        label={title}
        table="caller-callee"
        columns={answer.columns}
        order={['percent', 'total', 'self', 'function', 'module']}
        without={['role']}
        rows={rows}
        active={active}
        isMain={title === 'Callees'}
        onActive={(at, row) => {
          setActive(at);
          session.select(functionOf(row));
        }}
        onOpen={row => {
          const next = functionOf(row);
          if (next) walkTo(session, next);
          setActive(-1);
        }}
        onKey={(event, row) => functionKey(session, event, functionOf(row))}
        menu={row => functionEntries(session, functionOf(row))}
        isMarked={row => isSame(functionOf(row), selected)}
        empty={none}
      />
    </section>
  );
}

function Middle({
  subject,
  row,
  unit,
}: {
  subject: FunctionRef;
  row: Record<string, Cell> | undefined;
  unit: string;
}) {
  const number = (value: Cell | undefined) => (typeof value === 'number' ? value : 0);
  return (
    <section className="butterfly-middle" aria-label="The function">
      <code className="butterfly-name">{subject.function}</code>
      <span className="muted" title={subject.module}>
        {baseName(subject.module)}
      </span>
      <dl>
        <dt>total</dt>
        <dd>
          {formatInteger(number(row?.total))} {unit} · {formatPercent(number(row?.percent))} %
        </dd>
        <dt>self</dt>
        <dd>{formatInteger(number(row?.self))}</dd>
      </dl>
    </section>
  );
}
