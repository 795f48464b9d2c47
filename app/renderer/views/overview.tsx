import type { CaptureInfo } from '../../contract.ts';
import { baseName } from '../../wording/names.ts';
import { count, formatDuration, formatInteger, formatPercent } from '../../wording/numbers.ts';
import { formatClock, formatDate } from '../../wording/time.ts';
import { noSamples, whyEmpty } from '../lib/empty.ts';
import { narrowToModule, narrowToProcess, showModule, walkTo } from '../meaning/actions.ts';
import type { Cell } from '../state/paged-answer.ts';
import { narrowedTo } from '../state/scope.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { useRows } from '../state/use-answer.ts';
import { AlsoCapturedCard } from './also-captured-card.tsx';
import { Card, Door, type DoorProps } from './card.tsx';
import { LoggedCard } from './events/logged-card.tsx';
import { Headline } from './headline.tsx';
import { ResourcesCard } from './metrics/resources-card.tsx';

const shownRows = 7;

/** Answers first: what was captured, who was busy, what was not understood. Every line is a door. */
export function Overview() {
  const session = useSession();
  const scope = useStore(session.history.places, places => places.present.scope);
  const workspace = useStore(session.workspace);
  const colours = useStore(session.colours);
  const hasSamples = (workspace?.rows.sample ?? 0) > 0;
  const ask = (question: string) => (hasSamples ? { question, scope } : null);
  const functions = useRows(ask('functions'), 50);
  const modules = useRows(ask('modules'), 500);
  const byProcess = useRows(ask('processes'), 500);
  const processes = merged(byProcess.rows);
  const kinds = useRows(ask('kinds'), shownRows);
  const problems = useRows({ question: 'problems', scope }, 200);
  if (!workspace) return null;
  const text = (row: Record<string, Cell>, name: string) => String(row[name] ?? '[unknown]');
  const modulesBySelf = [...(modules.rows ?? [])].sort((a, b) => Number(b.self) - Number(a.self));
  const whole = byProcess.answer?.head.whole;
  const idle = byProcess.answer?.head.notes.find(note => note.code === 'idle-left-out');
  const asked = [functions, modules, byProcess];
  const isEmpty = asked.every(({ rows }) => rows?.length === 0);
  // What is still being asked is of the scope before: a sentence says nothing of two scopes.
  const isSettled = asked.every(({ isAsking }) => !isAsking);

  return (
    <div className="overview">
      {whole && (processes.length > 0 || idle) && isSettled && functions.rows && modules.rows && (
        <Headline
          functions={functions.rows}
          modules={modulesBySelf}
          processes={processes}
          idle={typeof idle?.data?.percent === 'number' ? idle.data.percent : null}
          whole={whole}
        />
      )}
      {isEmpty && <p className="hint">{whyEmpty(byProcess.answer?.head.notes ?? [], noSamples)}</p>}
      {hasSamples && !isEmpty && (
        <div className="cards is-answers">
          <Card
            title="Busiest functions"
            unit="self %"
            more={() => session.history.go({ view: 'functions' })}
          >
            {functions.rows?.slice(0, shownRows).map(row => (
              <Ranked
                key={`${text(row, 'function')} ${text(row, 'module')}`}
                name={text(row, 'function')}
                isCode
                aside={baseName(text(row, 'module'))}
                percent={Number(row.self_percent)}
                colour={colours.module(text(row, 'module'))}
                hint="Its callers and callees"
                onOpen={() =>
                  walkTo(session, { function: text(row, 'function'), module: text(row, 'module') })
                }
              />
            ))}
          </Card>
          <Card title="Busiest modules" unit="self %" more={() => session.history.go({ view: 'modules' })}>
            {modulesBySelf.slice(0, shownRows).map(row => (
              <Ranked
                key={text(row, 'module')}
                name={baseName(text(row, 'module'))}
                isCode
                percent={Number(row.self_percent)}
                colour={colours.module(text(row, 'module'))}
                hint="Who calls into it (Alt: narrow to it)"
                onOpen={isAlt => (isAlt ? narrowToModule : showModule)(session, text(row, 'module'))}
              />
            ))}
          </Card>
          <Card title="Busiest processes" unit="%" more={() => session.history.go({ view: 'call-tree' })}>
            {processes.slice(0, shownRows).map(({ name, percent }) => (
              <Ranked
                key={name}
                name={name}
                percent={percent}
                colour={colours.process(name)}
                hint="Narrow to it"
                onOpen={() => narrowToProcess(session, name)}
              />
            ))}
          </Card>
        </div>
      )}
      <div className="cards is-pairs">
        {Boolean(workspace.rows.metric) && <ResourcesCard />}
        {Boolean(workspace.rows.event) && <LoggedCard />}
        <AlsoCapturedCard />
        {hasSamples && (
          <Card title="Kinds of samples" unit="samples">
            {kinds.rows?.map(row => (
              <Door
                key={text(row, 'kind')}
                hint="Narrow to this kind"
                onOpen={() => session.narrow({ ...scope, kind: text(row, 'kind') })}
              >
                <code className="grow">{text(row, 'kind')}</code>
                <span className="number">{formatInteger(Number(row.samples))}</span>
              </Door>
            ))}
          </Card>
        )}
        <Card title="Not understood" unit="times" more={() => session.history.go({ view: 'problems' })}>
          {problems.rows?.length === 0 && <p className="card-note">Nothing: every line was understood.</p>}
          {problems.rows
            ?.filter(row => Number(row.count) > 0)
            .slice(0, shownRows)
            .map(row => (
              <Door
                key={`${text(row, 'capture')} ${text(row, 'code')}`}
                hint={text(row, 'message')}
                onOpen={() => session.history.go({ view: 'problems' })}
              >
                <span className={`severity ${text(row, 'severity')}`}>{text(row, 'severity')}</span>
                <span className="grow">{text(row, 'message')}</span>
                <span className="number">{formatInteger(Number(row.count))}</span>
              </Door>
            ))}
        </Card>
      </div>
      <Card title="What was captured">
        {workspace.captures.map(capture => (
          <CaptureLine key={capture.id} capture={capture} />
        ))}
      </Card>
    </div>
  );
}

interface Share {
  readonly name: string;
  readonly amount: number;
  readonly percent: number;
}

/** A process that ran under several ids is one; heaviest first. */
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
  readonly aside?: string;
  readonly percent: number;
  readonly colour: string;
}

function Ranked({ name, isCode, aside, percent, colour, ...door }: RankedProps) {
  return (
    <Door {...door}>
      <span className="ranked-bar" style={{ width: `${Math.min(100, percent)}%`, background: colour }} />
      <span className="swatch" style={{ background: colour }} />
      <span className={isCode ? 'ranked-name is-code' : 'ranked-name'}>{name}</span>
      {aside && <span className="ranked-aside muted">{aside}</span>}
      <span className="number">{formatPercent(percent)}</span>
    </Door>
  );
}

function CaptureLine({ capture }: { capture: CaptureInfo }) {
  const session = useSession();
  const zone = useStore(session.shownZone);
  const { name, formatTitle, host, os, cpus, command, start, duration } = capture;
  const when = start === null ? 'own clock' : `${formatDate(start, zone)} ${formatClock(start, zone, 0)}`;
  const where = [host, os, cpus ? count(cpus, 'CPU') : null].filter(Boolean).join(' · ');
  return (
    <Door
      hint={command ?? `Narrow to ${name}`}
      onOpen={() => session.narrow(narrowedTo(session.history.present.scope, 'captures', capture.id))}
    >
      <span className="capture-line-name ellipsis">{name}</span>
      <span className="capture-line-format muted ellipsis">{formatTitle}</span>
      <span className="grow muted">{where}</span>
      <span className="number">{when}</span>
      <span className="number muted capture-line-length">
        {duration === null ? '' : formatDuration(duration)}
      </span>
    </Door>
  );
}
