import type { Columns } from '../../../workspace/query.ts';
import type { AnswerColumn, Note } from '../../contract.ts';
import { answer, counted, listed, texts } from '../../kit/answer.ts';
import { threadFacts } from '../../kit/catalog.ts';
import * as column from '../../kit/columns.ts';
import { firstOnly, note, onceEach } from '../../kit/notes.ts';
import { howMany } from '../../kit/params.ts';
import { textsById } from '../../kit/texts.ts';
import { withIds } from '../../kit/with-ids.ts';
import { type StateTimes, stateTimes } from '../../states/bins.ts';
import { busiest } from '../../states/busiest.ts';
import {
  nextCpu,
  nobody,
  reason,
  state,
  type ThreadKey,
  threadColumns,
  type Whole,
  wakerColumns,
  wholeColumns,
  wholeOf,
  wholeSql,
  wholes,
} from '../../states/columns.ts';
import { statesIn } from '../../states/in-scope.ts';
import { alignedParam, type Span, sinceSql, spanFor } from '../../time/span.ts';

const columns: readonly AnswerColumn[] = [
  column.process,
  column.pid,
  column.tid,
  {
    name: 'time',
    kind: 'time',
    about: 'Begin, within the scope; for a share, begin of its bucket.',
  },
  {
    name: 'duration',
    kind: 'duration',
    about: 'Duration within the scope; for a share, length of its bucket.',
  },
  state,
  { ...reason, about: `${reason.about} Null for shares.` },
  {
    name: 'share',
    kind: 'percent',
    unit: '%',
    about: 'Share of that time in that state: 100 for an interval.',
  },
  nextCpu,
  ...wakerColumns,
  ...wholeColumns,
];

export const stateIntervals = withIds('wait', {
  id: 'state-intervals',
  title: 'State intervals',
  question: 'What was each thread doing, one interval after the other, and who woke it?',
  needs: ['state'],
  params: {
    threads: {
      type: 'number',
      about: 'Number of threads: those with the longest running and ready time. 0: all.',
      default: 0,
      min: 0,
      max: 100,
    },
    top: howMany('Maximum number of intervals.', 10_000, 1_000_000),
    buckets: {
      type: 'number',
      about:
        'If there are more intervals, the number of time buckets in which each state is given as a share. 0: lists only the first intervals.',
      default: 0,
      min: 0,
      max: 10_000,
    },
    aligned: alignedParam,
  },
  shape: 'table',
  columns,
  /** In the order of time, those of a busy thread before those of others. */
  async answer(ask, params, scope) {
    const top = Math.floor(params.top);
    const buckets = Math.floor(params.buckets);
    const maxThreads = Math.floor(params.threads);
    const span = await spanFor(ask, scope, { ...params, buckets: buckets || 300 });
    const within = await statesIn(ask, span.scope);
    const notes: Note[] = [...span.notes, ...within.notes];
    const times = maxThreads > 0 || buckets > 0 ? await stateTimes(ask, span, scope, params.aligned) : null;
    const threads = maxThreads > 0 && times ? await busiest(ask, times, maxThreads) : null;
    const facts = new Map((await threadFacts(ask)).map(each => [each.id, each]));
    const names = (id: number) => facts.get(id) ?? nobody;
    if (threads && threads.shown.length < threads.total)
      notes.push(
        note(
          'threads-left-out',
          `The ${threads.shown.length} busiest of ${threads.total} threads: ${listed(threads.shown.map(id => titleOf(names(id))))}.`,
          { shown: threads.shown.length, of: threads.total },
        ),
      );
    const chosen = threads ? `thread IN (${threads.shown.join(', ') || '-1'})` : 'true';
    const result = await ask.query.columns(
      `SELECT thread::INTEGER AS thread, state::INTEGER AS state, reason::INTEGER AS reason, cpu::INTEGER AS cpu, waker::INTEGER AS waker,
         (${sinceSql(span)})::DOUBLE AS since, duration::DOUBLE AS duration, ${wholeSql}
       FROM (${within.rows}) s WHERE ${chosen} ${buckets > 0 ? '' : 'ORDER BY since, thread, duration'} LIMIT ${top + 1}`,
      within.params,
      ask.cancel,
    );
    const isMore = result.length > top;
    if (isMore && buckets === 0)
      notes.push(
        firstOnly(top, null, `The first ${counted(top)} of more intervals.`, {
          option: 'top',
          does: 'changes how many are shown',
        }),
      );
    if (isMore && buckets > 0)
      notes.push(
        note('by-bucket', 'Too many intervals to list: each state is given as a share of each bucket.'),
      );
    const rows =
      isMore && times && buckets > 0
        ? shares(span, times, threads && new Set(threads.shown))
        : intervalsOf(result, Math.min(top, result.length), span.from);
    const rank = new Map(threads?.shown.map((thread, at) => [thread, at]) ?? []);
    rows.sort(
      (a, b) =>
        (rank.get(a.thread) ?? 0) - (rank.get(b.thread) ?? 0) ||
        a.since - b.since ||
        a.thread - b.thread ||
        a.duration - b.duration,
    );
    const words = await textsById(
      ask,
      rows.flatMap(row => [row.state, row.reason]),
    );
    const text = (get: (row: Row) => number) => texts(rows.map(row => words.get(get(row)) ?? null));
    const wakers = threadColumns(rows.map(({ waker }) => names(waker)));
    return answer(
      columns,
      rows.length,
      {
        ...threadColumns(rows.map(({ thread }) => names(thread))),
        time: BigInt64Array.from(rows, ({ since }) => span.from + BigInt(since)),
        duration: Float64Array.from(rows, ({ duration }) => duration),
        state: text(row => row.state),
        reason: text(row => row.reason),
        share: Float64Array.from(rows, ({ share }) => share),
        cpu: Float64Array.from(rows, ({ cpu }) => (cpu < 0 ? Number.NaN : cpu)),
        waker: wakers.process,
        waker_tid: wakers.tid,
        ...wholes(rows),
      },
      { notes: onceEach(notes) },
    );
  },
});

interface Row {
  readonly thread: number;
  readonly state: number;
  readonly reason: number;
  readonly cpu: number;
  readonly waker: number;
  /** ns since the span begins. */
  readonly since: number;
  readonly duration: number;
  readonly share: number;
  readonly whole: Whole | null;
}

const titleOf = ({ process, tid }: ThreadKey): string => `${process ?? ''} ${tid < 0 ? '' : tid}`.trim();

/** The share of each state of each thread in each bucket, if above 0. */
function shares({ width }: Span, times: StateTimes, only: ReadonlySet<number> | null): Row[] {
  const rows: Row[] = [];
  const open = new Map<string, { thread: number; state: number; time: number }>();
  let at = 0;
  const finish = () => {
    for (const { thread, state, time } of open.values())
      if (time > 0)
        rows.push({
          thread,
          state,
          reason: -1,
          cpu: -1,
          waker: -1,
          since: at * Number(width),
          duration: Number(width),
          share: (100 * time) / Number(width),
          whole: null,
        });
    open.clear();
  };
  times.forEach((thread, state, bucket, time) => {
    if (bucket !== at) finish();
    at = bucket;
    const key = `${thread} ${state}`;
    const sum = open.get(key);
    if (sum) sum.time += time;
    else open.set(key, { thread, state, time });
  }, only ?? undefined);
  finish();
  return rows;
}

/** The first rows of the intervals that were read. */
const intervalsOf = (result: Columns, rows: number, from: bigint): Row[] =>
  Array.from({ length: rows }, (_, row) => ({
    thread: result.ints('thread')[row]!,
    state: result.ints('state')[row]!,
    reason: result.ints('reason')[row]!,
    cpu: result.ints('cpu')[row]!,
    waker: result.ints('waker')[row]!,
    since: result.numbers('since')[row]!,
    duration: result.numbers('duration')[row]!,
    share: 100,
    whole: wholeOf(result, row, from + BigInt(result.numbers('since')[row]!)),
  }));
