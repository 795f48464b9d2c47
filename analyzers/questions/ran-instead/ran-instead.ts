import type { Columns } from '../../../workspace/query.ts';
import { type AnswerColumn, analyzer } from '../../contract.ts';
import { answer, percent, texts } from '../../kit/answer.ts';
import { threadFacts } from '../../kit/catalog.ts';
import * as column from '../../kit/columns.ts';
import {
  count,
  keyOf,
  merged,
  mergedBy,
  nobody,
  type ThreadKey,
  threadColumns,
  time,
} from '../../states/columns.ts';
import { statesIn, wordId } from '../../states/in-scope.ts';
import { type Recorded, recordedPlaces, unrecordedIn } from '../../states/recorded.ts';

const columns: readonly AnswerColumn[] = [
  column.process,
  column.pid,
  column.tid,
  {
    name: 'by',
    kind: 'text',
    refers: 'process',
    about:
      'Process that used the CPU on which the thread ran next; null if the CPU was idle, or if unknown: see cpu_was.',
  },
  { name: 'by_tid', kind: 'integer', refers: 'thread', about: 'Thread of `by`.' },
  { ...time, about: 'Time in which the thread was ready while `by` ran.' },
  { ...column.percent, about: 'Share of the time in which the thread was ready.' },
  { ...count, about: 'Number of intervals in which `by` ran.' },
  {
    name: 'cpu_was',
    kind: 'text',
    about:
      'running: `by` ran; idle: the CPU ran no thread, so something else held the thread back, such as a limit on its CPU time; unknown: switches were not recorded.',
  },
];

/** Thread -1: no thread ran on the CPU. Thread -2: unknown. */
const [idle, unrecorded] = [-1, -2];
const cpuWas = (by: number): string => (by === idle ? 'idle' : by === unrecorded ? 'unknown' : 'running');

/** The intervals in which one thread was ready while another ran, added up. */
interface Overlap {
  readonly thread: number;
  /** {@link idle} and {@link unrecorded} are no threads. */
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
    const unknown = await read(others.rows, await wordId(ask, 'unknown'), others.params);
    const facts = new Map((await threadFacts(ask)).map(each => [each.id, each]));
    const rows = new Map<
      string,
      { ready: ThreadKey; by: ThreadKey; was: string; time: number; count: number }
    >();
    const whole = new Map<string, number>();
    for (const overlap of overlaps(ready, running, unknown, await recordedPlaces(ask))) {
      const keyOfThread = (id: number): ThreadKey => merged(facts.get(id) ?? nobody, params.by);
      const [waiting, by] = [keyOfThread(overlap.thread), keyOfThread(overlap.by)];
      const was = cpuWas(overlap.by);
      const key = `${keyOf(waiting)} ${overlap.by < 0 ? was : keyOf(by)}`;
      const row = rows.get(key) ?? {
        ready: waiting,
        by: overlap.by < 0 ? nobody : by,
        was,
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
        cpu_was: texts(all.map(({ was }) => was)),
      },
      { notes: within.notes },
    );
  },
});

/**
 * @param ready sorted by place (capture and CPU) and time, as `running` and `unknown` are; running intervals of one place do not overlap
 * @param unknown states of threads at switches that were not recorded
 */
function overlaps(
  ready: Columns,
  running: Columns,
  unknown: Columns,
  recorded: ReadonlyMap<number, Recorded>,
): Iterable<Overlap> {
  const [places, from, lasts] = [ready.ints('place'), ready.numbers('ts'), ready.numbers('duration')];
  const [threads, runners] = [ready.ints('thread'), running.ints('thread')];
  const sums = new Map<number, Overlap>();
  const add = (thread: number, by: number, time: number) => {
    const key = thread * 2 ** 24 + by - unrecorded;
    let sum = sums.get(key);
    if (!sum) {
      sum = { thread, by, time: 0, count: 0 };
      sums.set(key, sum);
    }
    sum.time += time;
    sum.count++;
  };
  const [ran, lost] = [new Within(running), new Within(unknown)];
  for (let row = 0; row < places.length; row++) {
    const [place, begin, thread] = [places[row]!, from[row]!, threads[row]!];
    const end = begin + lasts[row]!;
    let free = end - begin;
    ran.each(place, begin, end, (run, time) => {
      add(thread, runners[run]!, time);
      free -= time;
    });
    if (free <= 0) continue;
    let dark = unrecordedIn(recorded.get(place), begin, end);
    lost.each(place, begin, end, (_, time) => {
      dark += time;
    });
    const unclear = Math.min(free, dark);
    if (unclear > 0) add(thread, unrecorded, unclear);
    if (free > unclear) add(thread, idle, free - unclear);
  }
  return sums.values();
}

/** Finds the intervals within others that are asked for in ascending order of place and begin. */
class Within {
  private first = 0;
  private readonly at: Int32Array;
  private readonly start: Float64Array;
  private readonly length: Float64Array;

  constructor(intervals: Columns) {
    this.at = intervals.ints('place');
    this.start = intervals.numbers('ts');
    this.length = intervals.numbers('duration');
  }

  each(place: number, begin: number, end: number, found: (interval: number, time: number) => void): void {
    const { at, start, length } = this;
    // Later intervals are asked for from a later begin on, so an interval that ended before this one can be dropped.
    while (
      this.first < at.length &&
      (at[this.first]! < place ||
        (at[this.first] === place && start[this.first]! + length[this.first]! <= begin))
    )
      this.first++;
    for (let i = this.first; i < at.length && at[i] === place && start[i]! < end; i++) {
      const time = Math.min(end, start[i]! + length[i]!) - Math.max(begin, start[i]!);
      if (time > 0) found(i, time);
    }
  }
}
