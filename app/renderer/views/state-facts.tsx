import { formatDuration } from '../../wording/numbers.ts';
import { goToMoment } from '../meaning/actions.ts';
import type { ChosenInterval } from '../state/chosen-interval.ts';
import type { Cell } from '../state/paged-answer.ts';
import { type Session, useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { useRows } from '../state/use-answer.ts';
import { nameOf } from '../timeline/pictures/wakeups.ts';
import { When } from './when.tsx';

type Row = Readonly<Record<string, Cell>>;

/** Enough rows for one thread and its neighbouring states. */
const maxRows = 50;

/**
 * Details of one state of a thread: since when, on which CPU, which threads used the CPU, which thread woke it,
 * and what came next. Each step is a link.
 */
export function StateFacts({ interval, tid }: { readonly interval: ChosenInterval; readonly tid: number }) {
  const session = useSession();
  const captures = useStore(session.history.places, places => places.present.scope.captures);
  const at = { from: interval.at, to: interval.at + 1n };
  const { rows, error } = useRows(
    { question: 'state-at', scope: { ...at, threads: [tid], ...(captures && { captures }) } },
    maxRows,
  );
  if (error) return <p className="panel-hint">{error}</p>;
  if (!rows) return null;
  const stateRow = rows.findIndex(({ role }) => role === 'state');
  const state = rows[stateRow];
  if (!state) return <p className="panel-hint">Nothing is known of thread {tid} at that moment.</p>;
  const stateBefore = stateRow > 0 ? rows[stateRow - 1] : undefined;
  const rest = rows.slice(stateRow + 1);
  const next = rest.findIndex(({ role }) => role === 'state' || role === 'before');
  const mine = next < 0 ? rest : rest.slice(0, next);
  const statesAfter = mine.filter(({ role }) => role === 'after');
  const ran = mine.filter(({ role }) => role === 'ran');
  return (
    <>
      <p className="inspector-name">
        <b>{threadName(state)}</b> {stateWords(state)}
      </p>
      <dl className="facts">
        <When from={state.time as bigint} duration={Number(state.duration)} />
        {isKnown(state.cpu) && (
          <>
            <dt>{state.state === 'ready' ? 'CPU, then' : 'CPU'}</dt>
            <dd>{state.cpu}</dd>
          </>
        )}
        {ran.map(row => (
          <Ran key={`${row.tid}`} row={row} />
        ))}
        {isKnown(state.waker_tid) && (
          <>
            <dt>woken by</dt>
            <dd>
              <Step
                label={nameOf(state.waker === null ? undefined : String(state.waker), state.waker_tid)}
                tid={state.waker_tid}
                at={endOf(state)}
              />
            </dd>
          </>
        )}
        {stateBefore && <Neighbour word="before" row={stateBefore} />}
        {statesAfter.map(row => (
          <Neighbour key={String(row.time)} word="then" row={row} />
        ))}
      </dl>
    </>
  );
}

/** A thread that used the CPU while this one was ready. */
function Ran({ row }: { readonly row: Row }) {
  return (
    <>
      <dt>ran there</dt>
      <dd>
        {isKnown(row.tid) && typeof row.time === 'bigint' ? (
          <Step label={threadName(row)} tid={row.tid} at={row.time} />
        ) : (
          'no thread, or unknown'
        )}{' '}
        {formatDuration(Number(row.duration))}
      </dd>
    </>
  );
}

function Neighbour({ word, row }: { readonly word: string; readonly row: Row }) {
  return (
    <>
      <dt>{word}</dt>
      <dd>
        <Step label={stateWords(row)} tid={Number(row.tid)} at={row.time as bigint} />{' '}
        {isKnown(row.duration) && `for ${formatDuration(row.duration)}`}
      </dd>
    </>
  );
}

interface StepProps {
  readonly label: string;
  readonly tid: number;
  readonly at: bigint;
}

/** Shows the state of a thread at a moment. */
function Step({ label, tid, at }: StepProps) {
  const session = useSession();
  return (
    <button type="button" className="link" onClick={() => stepTo(session, tid, at)}>
      {label}
    </button>
  );
}

function stepTo(session: Session, tid: number, at: bigint): void {
  goToMoment(session, at);
  session.chooseInterval({ from: at, to: at + 1n, at, about: { kind: 'state', tid } });
}

const isKnown = (value: Cell | undefined): value is number =>
  typeof value === 'number' && !Number.isNaN(value);

const threadName = ({ process, tid }: Row): string =>
  nameOf(process === null ? undefined : String(process), Number(tid ?? Number.NaN));

const stateWords = ({ state, reason }: Row): string =>
  reason ? `${String(state)}: ${String(reason)}` : String(state);

/** The last moment of the state, at which it was ended. */
const endOf = ({ time, duration }: Row): bigint =>
  (time as bigint) + BigInt(Math.max(0, Math.round(Number(duration ?? 0))));
