import type { CaptureInfo } from '../../contract.ts';
import { baseName } from '../../wording/names.ts';
import { formatInteger, formatPercent } from '../../wording/numbers.ts';
import { whyEmpty } from '../lib/empty.ts';
import { machinesOf } from '../lib/machines.ts';
import { narrowToModule, revealIn, showModule, walkTo } from '../meaning/actions.ts';
import type { FunctionRef } from '../state/history.ts';
import type { Cell } from '../state/paged-answer.ts';
import { useSession } from '../state/session.ts';
import { useSettled } from '../state/settling.ts';
import { useStore } from '../state/store.ts';
import { useRows } from '../state/use-answer.ts';
import { RecordFacts } from '../views/events/record-facts.tsx';
import { IntervalFacts } from '../views/interval-facts.tsx';
import { CaptureFacts } from './capture-facts.tsx';

/** Long enough that moving through a table with the arrow keys does not ask at every row. */
const settleMs = 90;
const shownNeighbours = 8;
const noCaptures: readonly CaptureInfo[] = [];

/** Details of the selection: a function with its weight, callers and callees, each a link; a capture; the interval chosen on the timeline; or the selected record. */
export function Inspector() {
  const session = useSession();
  const selected = useStore(session.selected);
  const inspected = useStore(session.capture);
  const captures = useStore(session.workspace, workspace => workspace?.captures ?? noCaptures);
  const hasSamples = useStore(session.workspace, workspace => Boolean(workspace?.rows.sample));
  const interval = useStore(session.interval);
  const capture = captures.find(({ id }) => id === inspected);
  const shown = useSettled(selected, settleMs);
  const isOfEvents = useStore(session.history.places, places => places.present.view === 'events');
  const event = useSettled(useStore(session.events.selected), settleMs);
  return (
    <aside className="panel inspector" aria-label="Inspector">
      <h2 className="panel-title">Inspector</h2>
      {capture ? (
        <CaptureFacts capture={capture} />
      ) : interval ? (
        <IntervalFacts interval={interval} />
      ) : isOfEvents && event ? (
        <RecordFacts event={event} />
      ) : shown ? (
        <Facts shown={shown} />
      ) : (
        <>
          <p className="panel-hint">
            {hasSamples
              ? 'Select a function to see its weight, its callers and its callees.'
              : 'Select a capture, an interval on the timeline, or an event under Events to see its details.'}
          </p>
          <Machines />
        </>
      )}
    </aside>
  );
}

/** The machines of the captures in scope, shown while nothing is selected. */
function Machines() {
  const session = useSession();
  const captures = useStore(session.workspace, workspace => workspace?.captures ?? noCaptures);
  const scope = useStore(session.history.places, places => places.present.scope);
  const machines = machinesOf(captures.filter(({ id }) => !scope.captures || scope.captures.includes(id)));
  return machines.map(({ host, os, cpus, commands }) => (
    <section key={host}>
      <h3 className="panel-title">Captured on {host}</h3>
      <dl className="facts">
        {os && (
          <>
            <dt>system</dt>
            <dd>{os}</dd>
          </>
        )}
        {cpus !== null && (
          <>
            <dt>CPUs</dt>
            <dd>{formatInteger(cpus)}</dd>
          </>
        )}
      </dl>
      {commands.length > 0 && <h3 className="panel-title">With</h3>}
      {commands.map(command => (
        <p key={command} className="inspector-name">
          <code>{command}</code>
        </p>
      ))}
    </section>
  ));
}

function Facts({ shown }: { shown: FunctionRef }) {
  const session = useSession();
  const scope = useStore(session.history.places, places => places.present.scope);
  const colours = useStore(session.colours);
  const { rows, answer, isFormer, error } = useRows(
    { question: 'caller-callee', params: { function: shown.function, module: shown.module }, scope },
    500,
  );
  const functionRow = rows?.find(row => row.role === 'function');
  const unit = answer?.head.whole?.unit ?? 'samples';
  const whole = answer?.head.whole?.amount ?? 0;
  const self = Number(functionRow?.self ?? 0);
  const former = isFormer || undefined;
  return (
    <>
      <p className="inspector-name">
        <code>{shown.function}</code>
      </p>
      <dl className="facts">
        <dt>module</dt>
        <dd>
          <button
            type="button"
            className="link"
            title={shown.module}
            onClick={() => showModule(session, shown.module)}
          >
            <span className="swatch" style={{ background: colours.module(shown.module) }} />
            {baseName(shown.module)}
          </button>
        </dd>
        {functionRow && (
          <>
            <dt>total</dt>
            <dd className="selected-values" data-former={former} title={`${functionRow.total} ${unit}`}>
              {formatInteger(Number(functionRow.total))} · {formatPercent(Number(functionRow.percent))} %
            </dd>
            <dt>self</dt>
            <dd className="selected-values" data-former={former} title={`${self} ${unit}`}>
              {formatInteger(self)} · {formatPercent(whole ? (100 * self) / whole : 0)} %
            </dd>
          </>
        )}
      </dl>
      {error && <p className="panel-hint">{error}</p>}
      <div className="selected-values" data-former={former}>
        <Neighbours
          title="Callers"
          rows={rows}
          side="caller"
          emptyText={whyEmpty(answer?.head.notes ?? [], 'Samples begin here.')}
        />
        <Neighbours
          title="Callees"
          rows={rows}
          side="callee"
          emptyText={whyEmpty(answer?.head.notes ?? [], 'No callees were sampled.')}
        />
      </div>
      <div className="inspector-doors">
        <button type="button" className="button" onClick={() => walkTo(session, shown)}>
          Callers and callees <kbd>b</kbd>
        </button>
        <button type="button" className="button" onClick={() => revealIn(session, shown, 'call-tree')}>
          Show in the call tree
        </button>
        <button type="button" className="button" onClick={() => narrowToModule(session, shown.module)}>
          Narrow to its module
        </button>
      </div>
    </>
  );
}

interface NeighboursProps {
  readonly title: string;
  readonly rows: readonly Record<string, Cell>[] | null;
  readonly side: string;
  readonly emptyText: string;
}

/** Name that functions of many modules share, so the module is shown with it. */
const unnamed = '[unknown]';

function Neighbours({ title, rows, side, emptyText }: NeighboursProps) {
  const session = useSession();
  const colours = useStore(session.colours);
  const neighbours = (rows ?? []).filter(row => row.role === side);
  return (
    <div>
      <h3 className="panel-title">{title}</h3>
      {rows && neighbours.length === 0 && <p className="panel-hint">{emptyText}</p>}
      <ul className="neighbours">
        {neighbours.slice(0, shownNeighbours).map(row => {
          const to = { function: String(row.function), module: String(row.module) };
          return (
            <li key={`${to.function} ${to.module}`}>
              <button type="button" title={`${to.function}\n${to.module}`} onClick={() => session.select(to)}>
                <span className="swatch" style={{ background: colours.module(to.module) }} />
                <code>{to.function}</code>
                {to.function === unnamed && <span className="ellipsis muted">{baseName(to.module)}</span>}
                <span className="number">{formatInteger(Number(row.total))}</span>
              </button>
            </li>
          );
        })}
      </ul>
      {neighbours.length > shownNeighbours && (
        <p className="panel-hint">and {formatInteger(neighbours.length - shownNeighbours)} more</p>
      )}
    </div>
  );
}
