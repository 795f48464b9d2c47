import { type ReactNode, useEffect, useRef } from 'react';
import { baseName } from '../../wording/names.ts';
import { formatPercent } from '../../wording/numbers.ts';
import { visible } from '../../wording/visible.ts';
import { noSamples, whyEmpty } from '../lib/empty.ts';
import { narrowToModule, narrowToProcess, showModule, walkTo } from '../meaning/actions.ts';
import type { Cell } from '../state/paged-answer.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { useRows } from '../state/use-answer.ts';
import { Card, Door, type DoorProps, shownRows } from './card.tsx';
import { Headline } from './headline.tsx';

/** Summary of CPU samples: a sentence, and the busiest functions, modules and processes. */
export function Sampled() {
  const session = useSession();
  const scope = useStore(session.history.places, places => places.present.scope);
  const functions = useRows({ question: 'functions', scope }, 50);
  const modules = useRows({ question: 'modules', scope }, 500);
  const byProcess = useRows({ question: 'processes', scope }, 500);
  const results = [functions, modules, byProcess];
  const processes = merged(byProcess.rows);
  const modulesBySelf = [...(modules.rows ?? [])].sort((a, b) => Number(b.self) - Number(a.self));
  const whole = byProcess.answer?.head.whole;
  const notes = byProcess.answer?.head.notes ?? [];
  const idle = notes.find(note => note.code === 'idle-left-out');
  const headline = useSettledLast(
    results.every(({ rows, isAsking }) => rows !== null && !isAsking),
    whole && (processes.length > 0 || idle) ? (
      <Headline
        functions={functions.rows ?? []}
        modules={modulesBySelf}
        processes={processes}
        idle={typeof idle?.data?.percent === 'number' ? idle.data.percent : null}
        whole={whole}
      />
    ) : null,
  );
  if (results.every(({ rows }) => rows?.length === 0))
    return <p className="hint">{whyEmpty(notes, noSamples)}</p>;
  return (
    <>
      {headline}
      <div className="cards is-answers">
        <FunctionsCard rows={functions.rows} />
        <ModulesCard rows={modulesBySelf} />
        <ProcessesCard processes={processes} />
      </div>
    </>
  );
}

/** The sentence must not mix two scopes: until all its answers belong to the new one, it is the former sentence. */
function useSettledLast(isSettled: boolean, sentence: ReactNode): ReactNode {
  const last = useRef<ReactNode>(null);
  useEffect(() => {
    if (isSettled) last.current = sentence;
  });
  return isSettled ? sentence : last.current;
}

type Rows = readonly Record<string, Cell>[];

const text = (row: Record<string, Cell>, name: string): string => String(row[name] ?? '[unknown]');

function FunctionsCard({ rows }: { rows: Rows | null }) {
  const session = useSession();
  const colours = useStore(session.colours);
  return (
    <Card title="Busiest functions" unit="self %" more={() => session.history.go({ view: 'functions' })}>
      {rows?.slice(0, shownRows).map(row => {
        const ref = { function: text(row, 'function'), module: text(row, 'module') };
        return (
          <Ranked
            key={`${ref.function} ${ref.module}`}
            name={ref.function}
            isCode
            detail={baseName(ref.module)}
            percent={Number(row.self_percent)}
            colour={colours.module(ref.module)}
            hint="Show its callers and callees"
            onOpen={() => walkTo(session, ref)}
          />
        );
      })}
    </Card>
  );
}

function ModulesCard({ rows }: { rows: Rows }) {
  const session = useSession();
  const colours = useStore(session.colours);
  return (
    <Card title="Busiest modules" unit="self %" more={() => session.history.go({ view: 'modules' })}>
      {rows.slice(0, shownRows).map(row => (
        <Ranked
          key={text(row, 'module')}
          name={baseName(text(row, 'module'))}
          isCode
          percent={Number(row.self_percent)}
          colour={colours.module(text(row, 'module'))}
          hint="Show its callers (Alt: narrow to the module)"
          onOpen={isAlt => (isAlt ? narrowToModule : showModule)(session, text(row, 'module'))}
        />
      ))}
    </Card>
  );
}

function ProcessesCard({ processes }: { processes: readonly Share[] }) {
  const session = useSession();
  const colours = useStore(session.colours);
  return (
    <Card title="Busiest processes" unit="%" more={() => session.history.go({ view: 'call-tree' })}>
      {processes.slice(0, shownRows).map(({ name, percent }) => (
        <Ranked
          key={name}
          name={name}
          percent={percent}
          colour={colours.process(name)}
          hint="Narrow to this process"
          onOpen={() => narrowToProcess(session, name)}
        />
      ))}
    </Card>
  );
}

interface Share {
  readonly name: string;
  readonly amount: number;
  readonly percent: number;
}

/** Merges processes of the same name; heaviest first. */
function merged(rows: readonly Record<string, Cell>[] | null): Share[] {
  const byName = new Map<string, Share>();
  for (const { process, samples, percent } of rows ?? []) {
    const name = String(process ?? '[unknown]');
    const before = byName.get(name) ?? { name, amount: 0, percent: 0 };
    const [amount, share] = [before.amount + Number(samples), before.percent + Number(percent)];
    byName.set(name, { name, amount, percent: share });
  }
  return [...byName.values()].sort((a, b) => b.amount - a.amount);
}

interface RankedProps extends Omit<DoorProps, 'children'> {
  readonly name: string;
  readonly isCode?: boolean;
  readonly detail?: string;
  readonly percent: number;
  readonly colour: string;
}

function Ranked({ name, isCode, detail, percent, colour, ...door }: RankedProps) {
  return (
    <Door {...door}>
      <span className="ranked-bar" style={{ width: `${Math.min(100, percent)}%`, background: colour }} />
      <span className="swatch" style={{ background: colour }} />
      <span className={isCode ? 'ranked-name is-code' : 'ranked-name'}>{visible(name)}</span>
      {detail && <span className="ranked-aside muted">{detail}</span>}
      <span className="number">{formatPercent(percent)}</span>
    </Door>
  );
}
