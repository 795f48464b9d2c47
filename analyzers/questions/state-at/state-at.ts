import type { Columns } from '../../../workspace/query.ts';
import { type AnswerColumn, type Ask, nullWide, type Scope } from '../../contract.ts';
import { answer, counted, texts } from '../../kit/answer.ts';
import { threadFacts } from '../../kit/catalog.ts';
import * as column from '../../kit/columns.ts';
import { firstOnly, onceEach } from '../../kit/notes.ts';
import { howMany } from '../../kit/params.ts';
import { textsById } from '../../kit/texts.ts';
import { withIds } from '../../kit/with-ids.ts';
import { nextCpu, nobody, reason, state, threadColumns, wakerColumns } from '../../states/columns.ts';
import { statesAt, statesIn, wordId } from '../../states/in-scope.ts';
import { placeOf, recordedPlaces, unrecordedIn } from '../../states/recorded.ts';
import { type Span, sinceSql, spanOf } from '../../time/span.ts';

const roles = ['before', 'state', 'after', 'ran'] as const;
type Role = (typeof roles)[number];

const columns: readonly AnswerColumn[] = [
  {
    name: 'role',
    kind: 'text',
    about:
      'state: the state at that moment; before: the state before it; after: the states after it, until the thread ran; ran: the threads that used the CPU while it was ready.',
  },
  {
    ...column.process,
    about: `${column.process.about} For ran: null if the CPU was idle, or if unknown, as the column state says, or for the threads that are not listed.`,
  },
  column.pid,
  column.tid,
  {
    name: 'time',
    kind: 'time',
    about: 'Begin of the whole state; for ran, when that thread first used the CPU.',
  },
  { name: 'duration', kind: 'duration', about: 'Duration of the whole state; null if no end was recorded.' },
  {
    ...state,
    about: `${state.about} For ran: idle if no thread ran on the CPU, so that something else held the thread back, such as a limit on its CPU time.`,
  },
  reason,
  nextCpu,
  ...wakerColumns,
];

interface Row {
  readonly role: Role;
  readonly capture: number;
  readonly thread: number;
  readonly state: number;
  readonly reason: number;
  readonly cpu: number;
  readonly waker: number;
  /** ns since the span begins. */
  readonly since: number;
  /** ns since the zero of its capture. */
  readonly ts: number;
  readonly duration: number;
}

/** In place of the id of a state: no thread ran. */
const idleCpu = -2;

/** Number of states read after a state: a wait is followed by ready, and ready by running. */
const maxAfter = 4;
/** Maximum number of rows of the type `ran`. */
const maxRunning = 5;

export const stateAt = withIds('wait', {
  id: 'state-at',
  title: 'State at a moment',
  question:
    'What was a thread doing when the scope begins: since when, for how long, who woke it, and what came next?',
  needs: ['state'],
  params: {
    top: howMany('Number of threads to show.', 10, 100),
  },
  shape: 'table',
  columns,
  async answer(ask, params, scope) {
    const span = await spanOf(ask, scope, 1);
    const at: Scope = { ...span.scope, from: span.from, to: span.from + 1n };
    const within = await statesAt(ask, at);
    const top = Math.floor(params.top);
    const result = await ask.query.columns(
      `SELECT ${rowSql(span)} FROM ${within.from} WHERE ${within.where} ORDER BY s.thread, since LIMIT ${top + 1}`,
      within.params,
      ask.cancel,
    );
    const isMore = result.length > top;
    const [running, ready] = [await wordId(ask, 'running'), await wordId(ask, 'ready')];
    const unknown = await wordId(ask, 'unknown');
    const rows: Row[] = [];
    for (const row of rowsOf(result, 'state').slice(0, top)) {
      rows.push(...(await neighbours(ask, span, row, 'before')), row);
      const after = await neighbours(ask, span, row, 'after');
      const ran = after.findIndex(each => each.state === running);
      rows.push(...(ran < 0 ? after.slice(0, 1) : after.slice(0, ran + 1)));
      if (row.state === ready && row.cpu >= 0)
        rows.push(...(await ranInstead(ask, span, row, running, unknown)));
    }
    const facts = new Map((await threadFacts(ask)).map(each => [each.id, each]));
    const threadsOf = (get: (row: Row) => number) =>
      threadColumns(rows.map(row => facts.get(get(row)) ?? nobody));
    const words = await textsById(
      ask,
      rows.flatMap(row => [row.state, row.reason]),
    );
    const text = (get: (row: Row) => number) =>
      texts(rows.map(row => (get(row) === idleCpu ? 'idle' : (words.get(get(row)) ?? null))));
    const wakers = threadsOf(row => row.waker);
    return answer(
      columns,
      rows.length,
      {
        role: texts(rows.map(({ role }) => role)),
        ...threadsOf(row => row.thread),
        time: BigInt64Array.from(rows, ({ since, thread }) =>
          thread < 0 ? nullWide : span.from + BigInt(since),
        ),
        duration: Float64Array.from(rows, ({ duration }) => duration),
        state: text(row => row.state),
        reason: text(row => row.reason),
        cpu: Float64Array.from(rows, ({ cpu }) => (cpu < 0 ? Number.NaN : cpu)),
        waker: wakers.process,
        waker_tid: wakers.tid,
      },
      {
        notes: onceEach([
          ...span.notes,
          ...within.notes,
          ...(isMore
            ? [
                firstOnly(top, null, `The states of the first ${counted(top)} of more threads.`, {
                  option: 'top',
                  does: 'changes how many are shown',
                }),
              ]
            : []),
        ]),
      },
    );
  },
});

const rowSql = (span: Span) =>
  `s.capture::INTEGER AS capture, s.thread::INTEGER AS thread, s.state::INTEGER AS state, s.reason::INTEGER AS reason,
   s.cpu::INTEGER AS cpu, s.waker::INTEGER AS waker, s.ts::DOUBLE AS ts, (${sinceSql(span)})::DOUBLE AS since, s.duration::DOUBLE AS duration`;

const rowsOf = (columns: Columns, role: Role): Row[] =>
  Array.from({ length: columns.length }, (_, row) => ({
    role,
    capture: columns.ints('capture')[row]!,
    thread: columns.ints('thread')[row]!,
    state: columns.ints('state')[row]!,
    reason: columns.ints('reason')[row]!,
    cpu: columns.ints('cpu')[row]!,
    waker: columns.ints('waker')[row]!,
    since: columns.numbers('since')[row]!,
    ts: columns.numbers('ts')[row]!,
    duration: columns.numbers('duration')[row]!,
  }));

/** States of the same thread before or after `state`; for `before`, only the last one. */
async function neighbours(ask: Ask, span: Span, state: Row, role: 'before' | 'after'): Promise<Row[]> {
  const isAfter = role === 'after';
  const captures = span.captures.map(({ id }) => id).join(', ');
  const result = await ask.query.columns(
    `SELECT * FROM (SELECT ${rowSql(span)} FROM state s WHERE s.thread = ${state.thread} AND s.capture IN (${captures}))
     WHERE since ${isAfter ? '>' : '<'} ${state.since} ORDER BY since ${isAfter ? '' : 'DESC'} LIMIT ${isAfter ? maxAfter : 1}`,
    [],
    ask.cancel,
  );
  return rowsOf(result, role);
}

/**
 * Threads that used the CPU on which the thread of `state` ran next, the longest first; then all others, the time in which the CPU was idle, and
 * the time of which switches were not recorded.
 */
async function ranInstead(
  ask: Ask,
  span: Span,
  state: Row,
  running: number,
  unknown: number,
): Promise<Row[]> {
  const from = span.from + BigInt(state.since);
  const to = from + BigInt(Math.max(1, Math.round(state.duration)));
  const within = await statesIn(ask, { from, to, captures: [state.capture], cpus: [state.cpu] });
  const result = await ask.query.columns(
    `SELECT CASE state WHEN ${running} THEN thread ELSE -1 END::INTEGER AS thread, sum(duration)::DOUBLE AS duration,
            min(${sinceSql(span)})::DOUBLE AS since
     FROM (${within.rows}) s WHERE state IN (${running}, ${unknown}) GROUP BY 1 ORDER BY 2 DESC, 3`,
    within.params,
    ask.cancel,
  );
  const rows = Array.from({ length: result.length }, (_, row): Row => {
    return {
      ...state,
      role: 'ran',
      thread: result.ints('thread')[row]!,
      state: running,
      reason: -1,
      waker: -1,
      since: result.numbers('since')[row]!,
      duration: result.numbers('duration')[row]!,
    };
  });
  const sum = (some: readonly Row[]) => some.reduce((all, { duration }) => all + duration, 0);
  const ran = rows.filter(({ thread }) => thread >= 0);
  const recorded = (await recordedPlaces(ask)).get(placeOf(state.capture, state.cpu));
  const unclear =
    sum(rows.filter(({ thread }) => thread < 0)) +
    unrecordedIn(recorded, state.ts, state.ts + state.duration);
  const others = sum(ran.slice(maxRunning));
  const free = state.duration - sum(ran);
  const lost = Math.min(free, unclear);
  const nobodys = (duration: number, of: number): Row[] =>
    duration > 0 ? [{ ...state, role: 'ran', thread: -1, state: of, reason: -1, waker: -1, duration }] : [];
  return [
    ...ran.slice(0, maxRunning),
    ...nobodys(others, running),
    ...nobodys(free - lost, idleCpu),
    ...nobodys(lost, unknown),
  ];
}
