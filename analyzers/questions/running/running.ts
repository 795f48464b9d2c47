import { type AnswerColumn, type Ask, analyzer, type Note, type Scope } from '../../contract.ts';
import { answer } from '../../kit/answer.ts';
import { threadFacts } from '../../kit/catalog.ts';
import * as column from '../../kit/columns.ts';
import { note, onceEach } from '../../kit/notes.ts';
import { runsOnCpuSql, stateTimes } from '../../states/bins.ts';
import {
  nobody,
  threadColumns,
  type Whole,
  wholeColumns,
  wholeOf,
  wholeSql,
  wholes,
} from '../../states/columns.ts';
import { statesIn } from '../../states/in-scope.ts';
import { alongTime, type Span, sinceSql, spanFor } from '../../time/span.ts';

const columns: readonly AnswerColumn[] = [
  { name: 'cpu', kind: 'integer', refers: 'cpu', about: 'Number of the CPU.' },
  {
    name: 'time',
    kind: 'time',
    about: 'Begin of the running interval, or of the bucket if intervals are merged.',
  },
  {
    name: 'duration',
    kind: 'duration',
    about: 'Length of the running interval, or of the bucket if intervals are merged.',
  },
  {
    ...column.process,
    about: 'Process of the thread; if intervals are merged, of the thread that ran longest.',
  },
  column.pid,
  column.tid,
  { name: 'ran', kind: 'duration', about: 'Running time of that thread in the interval.' },
  { name: 'busy', kind: 'duration', about: 'Running time of all threads in the interval.' },
  { name: 'threads', kind: 'integer', about: 'Number of threads that ran in the interval.' },
  ...wholeColumns,
];

/** One row of the answer; times in ns since the span begins. */
interface RunningInterval {
  readonly cpu: number;
  readonly since: bigint;
  readonly duration: bigint;
  readonly thread: number;
  readonly ran: number;
  readonly busy: number;
  readonly threads: number;
  readonly whole: Whole | null;
}

export const running = analyzer({
  id: 'running',
  title: 'Running threads',
  question: 'Which thread ran on which CPU, and when?',
  needs: ['state'],
  params: {
    most: {
      type: 'number',
      about:
        'Maximum number of intervals to list; if there are more, the answer has the thread that ran longest in each bucket.',
      default: 4000,
      min: 0,
      max: 100_000,
    },
    ...alongTime(),
  },
  shape: 'table',
  columns,
  async answer(ask, params, scope) {
    const { aligned, most } = params;
    const span = await spanFor(ask, scope, params);
    const one = await intervals(ask, span, Math.floor(most));
    const result = one ?? (await buckets(ask, span, scope, aligned));
    const facts = new Map((await threadFacts(ask)).map(each => [each.id, each]));
    const rows = result.list;
    const numbers = (get: (row: RunningInterval) => number) => Float64Array.from(rows, get);
    const notes = [...span.notes, ...result.notes, ...(one ? [] : [summed])];
    return answer(
      columns,
      rows.length,
      {
        cpu: numbers(row => row.cpu),
        time: BigInt64Array.from(rows, row => span.from + row.since),
        duration: numbers(row => Number(row.duration)),
        ...threadColumns(rows.map(row => facts.get(row.thread) ?? nobody)),
        ran: numbers(row => row.ran),
        busy: numbers(row => row.busy),
        threads: numbers(row => row.threads),
        ...wholes(rows),
      },
      { notes: onceEach(notes) },
    );
  },
});

const summed: Note = note(
  'by-bucket',
  'Too many intervals to list: each bucket shows the thread that ran longest on a CPU, and the running time of all.',
);

interface Intervals {
  readonly list: readonly RunningInterval[];
  readonly notes: readonly Note[];
}

/** Every interval; null if there are more than `limit`. */
async function intervals(ask: Ask, span: Span, limit: number): Promise<Intervals | null> {
  const { rows, params, notes } = await statesIn(ask, span.scope);
  const result = await ask.query.columns(
    `SELECT cpu::INTEGER AS cpu, thread::INTEGER AS thread, ${sinceSql(span)} AS since, duration::BIGINT AS duration, ${wholeSql}
     FROM (${rows}) s WHERE ${await runsOnCpuSql(ask)} LIMIT ${limit + 1}`,
    params,
    ask.cancel,
  );
  if (result.length > limit) return null;
  const [cpu, thread] = [result.ints('cpu'), result.ints('thread')];
  const [since, duration] = [result.wides('since'), result.wides('duration')];
  const list = Array.from(cpu, (cpu, row): RunningInterval => {
    const time = Number(duration[row]!);
    return {
      cpu,
      since: since[row]!,
      duration: duration[row]!,
      thread: thread[row]!,
      ran: time,
      busy: time,
      threads: 1,
      whole: wholeOf(result, row, span.from + since[row]!),
    };
  });
  list.sort((a, b) => a.cpu - b.cpu || (a.since < b.since ? -1 : a.since > b.since ? 1 : 0));
  return { list, notes };
}

/** The thread that ran longest, per CPU and bucket. */
async function buckets(ask: Ask, span: Span, scope: Scope, aligned: boolean): Promise<Intervals> {
  const times = await stateTimes(ask, span, scope, aligned, 'cpu');
  const list: RunningInterval[] = [];
  const ofCpus = new Map<number, Map<number, number>>();
  let at = -1;
  const finish = () => {
    for (const [cpu, ofThreads] of ofCpus) {
      let [thread, ran, busy, threads] = [-1, -1, 0, 0];
      for (const [each, time] of ofThreads) {
        busy += time;
        if (time > 0) threads++;
        if (time > ran || (time === ran && each < thread)) [thread, ran] = [each, time];
      }
      if (busy > 0)
        list.push({
          cpu,
          since: BigInt(at) * span.width,
          duration: span.width,
          thread,
          ran,
          busy,
          threads,
          whole: null,
        });
      ofThreads.clear();
    }
  };
  times.forEach((thread, cpu, bucket, time) => {
    if (bucket !== at) finish();
    at = bucket;
    const ofThreads = ofCpus.get(cpu) ?? new Map<number, number>();
    ofCpus.set(cpu, ofThreads);
    ofThreads.set(thread, (ofThreads.get(thread) ?? 0) + time);
  });
  finish();
  list.sort((a, b) => a.cpu - b.cpu || (a.since < b.since ? -1 : 1));
  return { list, notes: times.notes };
}
