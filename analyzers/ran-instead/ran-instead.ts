import type { Columns } from '../../workspace/query.ts';
import { answer, percent, texts } from '../answer.ts';
import { threadFacts } from '../catalog.ts';
import * as column from '../columns.ts';
import { type AnswerColumn, analyzer } from '../contract.ts';
import {
  count,
  keyOf,
  merged,
  mergedBy,
  nobody,
  type ThreadKey,
  threadColumns,
  time,
} from '../states/columns.ts';
import { statesIn, wordId } from '../states/in-scope.ts';

const columns: readonly AnswerColumn[] = [
  column.process,
  column.pid,
  column.tid,
  {
    name: 'by',
    kind: 'text',
    refers: 'process',
    about: 'Process that used the CPU on which the thread ran next; null if the CPU was idle, or if unknown.',
  },
  { name: 'by_tid', kind: 'integer', refers: 'thread', about: 'Thread of `by`.' },
  { ...time, about: 'Time in which the thread was ready while `by` ran.' },
  { ...column.percent, about: 'Share of the time in which the thread was ready.' },
  { ...count, about: 'Number of intervals in which `by` ran.' },
];

/** The intervals in which one thread was ready while another ran, added up. */
interface Overlap {
  readonly thread: number;
  /** -1: none, or unknown. */
  readonly by: number;
  time: number;
  count: number;
}

export const ranInstead = analyzer({
  id: 'ran-instead',
  title: 'Ran instead',
  question: 'Which threads used the CPU while a thread was ready to run?',
  needs: ['state'],
  params: { by: { ...mergedBy, default: 'thread' } },
  shape: 'table',
  columns,
  async answer(ask, params, scope) {
    const within = await statesIn(ask, scope);
    const { processes: _, threads: __, modules: ___, ...anyone } = scope;
    const others = await statesIn(ask, anyone);
    const read = (rows: string, word: number, params: typeof within.params) =>
      ask.query.columns(
        `SELECT (capture * 65536 + cpu)::INTEGER AS place, thread::INTEGER AS thread, ts::DOUBLE AS ts, duration::DOUBLE AS duration
         FROM (${rows}) WHERE state = ${word} AND cpu IS NOT NULL ORDER BY place, ts`,
        params,
        ask.cancel,
      );
    const ready = await read(within.rows, await wordId(ask, 'ready'), within.params);
    const running = await read(others.rows, await wordId(ask, 'running'), others.params);
    const facts = new Map((await threadFacts(ask)).map(each => [each.id, each]));
    const rows = new Map<string, { ready: ThreadKey; by: ThreadKey; time: number; count: number }>();
    const whole = new Map<string, number>();
    for (const overlap of overlaps(ready, running)) {
      const keyOfThread = (id: number): ThreadKey => merged(facts.get(id) ?? nobody, params.by);
      const [waiting, by] = [keyOfThread(overlap.thread), keyOfThread(overlap.by)];
      const key = `${keyOf(waiting)} ${overlap.by < 0 ? '' : keyOf(by)}`;
      const row = rows.get(key) ?? {
        ready: waiting,
        by: overlap.by < 0 ? nobody : by,
        time: 0,
        count: 0,
      };
      rows.set(key, row);
      row.time += overlap.time;
      row.count += overlap.count;
      whole.set(keyOf(waiting), (whole.get(keyOf(waiting)) ?? 0) + overlap.time);
    }
    const all = [...rows.values()].sort(
      (a, b) =>
        whole.get(keyOf(b.ready))! - whole.get(keyOf(a.ready))! ||
        keyOf(a.ready).localeCompare(keyOf(b.ready), 'en') ||
        b.time - a.time,
    );
    return answer(
      columns,
      all.length,
      {
        ...threadColumns(all.map(each => each.ready)),
        by: texts(all.map(({ by }) => by.process)),
        by_tid: Float64Array.from(all, ({ by }) => (by.tid < 0 ? Number.NaN : by.tid)),
        time: Float64Array.from(all, each => each.time),
        percent: Float64Array.from(all, each => percent(each.time, whole.get(keyOf(each.ready))!)),
        count: Float64Array.from(all, each => each.count),
      },
      { notes: within.notes },
    );
  },
});

/** @param ready sorted by place (capture and CPU) and time, as `running` is; running intervals of one place do not overlap */
function overlaps(ready: Columns, running: Columns): Iterable<Overlap> {
  const [places, from, lasts] = [ready.ints('place'), ready.numbers('ts'), ready.numbers('duration')];
  const [at, start, length] = [running.ints('place'), running.numbers('ts'), running.numbers('duration')];
  const [threads, runners] = [ready.ints('thread'), running.ints('thread')];
  const sums = new Map<number, Overlap>();
  const add = (thread: number, by: number, time: number) => {
    const key = thread * 2 ** 24 + by + 1;
    let sum = sums.get(key);
    if (!sum) {
      sum = { thread, by, time: 0, count: 0 };
      sums.set(key, sum);
    }
    sum.time += time;
    sum.count++;
  };
  let first = 0;
  for (let row = 0; row < places.length; row++) {
    const [place, begin] = [places[row]!, from[row]!];
    const end = begin + lasts[row]!;
    // Later ready intervals begin no earlier, so a running interval that ended before this one can be dropped.
    while (
      first < at.length &&
      (at[first]! < place || (at[first] === place && start[first]! + length[first]! <= begin))
    )
      first++;
    let free = end - begin;
    for (let run = first; run < at.length && at[run] === place && start[run]! < end; run++) {
      const time = Math.min(end, start[run]! + length[run]!) - Math.max(begin, start[run]!);
      if (time <= 0) continue;
      add(threads[row]!, runners[run]!, time);
      free -= time;
    }
    if (free > 0) add(threads[row]!, -1, free);
  }
  return sums.values();
}
