import { answer, pick, texts } from '../../kit/answer.ts';
import { threadFacts } from '../../kit/catalog.ts';
import * as column from '../../kit/columns.ts';
import { textsById } from '../../kit/texts.ts';
import { withIds } from '../../kit/with-ids.ts';
import {
  count,
  keyOf,
  longest,
  merged,
  mergedBy,
  nobody,
  reason,
  state,
  type ThreadKey,
  threadColumns,
  time,
} from '../../states/columns.ts';
import { statesIn } from '../../states/in-scope.ts';

const columns = [
  column.process,
  column.pid,
  column.tid,
  state,
  reason,
  time,
  { ...column.percent, about: "Share of the thread's time in scope." },
  count,
  longest,
];

interface Row {
  readonly thread: ThreadKey;
  readonly state: number;
  readonly reason: number;
  time: number;
  count: number;
  longest: number;
}

export const waits = withIds('wait', {
  id: 'waits',
  title: 'Waits',
  question: 'What did threads spend their time on: running, ready to run, or waiting, and for what?',
  needs: ['state'],
  params: { by: mergedBy },
  shape: 'table',
  columns,
  /** Ordered by thread, the one with the most running and ready time first; each thread's states by time. */
  async answer(ask, params, scope) {
    const within = await statesIn(ask, scope);
    const result = await ask.query.columns(
      `SELECT thread::INTEGER AS thread, state::INTEGER AS state, reason::INTEGER AS reason, sum(duration)::DOUBLE AS time,
         count(*)::DOUBLE AS count, max(duration)::DOUBLE AS longest
       FROM (${within.rows}) GROUP BY ALL`,
      within.params,
      ask.cancel,
    );
    const facts = new Map((await threadFacts(ask)).map(each => [each.id, each]));
    const [threads, states, reasons] = [result.ints('thread'), result.ints('state'), result.ints('reason')];
    const names = await textsById(ask, [...states, ...reasons]);
    const rows = new Map<string, Row>();
    const threadTimes = new Map<string, number>();
    const busyTimes = new Map<string, number>();
    threads.forEach((id, at) => {
      const thread = merged(facts.get(id) ?? nobody, params.by);
      const threadKey = keyOf(thread);
      const [state, reason, ns] = [states[at]!, reasons[at]!, result.numbers('time')[at]!];
      const key = `${threadKey} ${state} ${reason}`;
      const row = rows.get(key) ?? { thread, state, reason, time: 0, count: 0, longest: 0 };
      rows.set(key, row);
      row.time += ns;
      row.count += result.numbers('count')[at]!;
      row.longest = Math.max(row.longest, result.numbers('longest')[at]!);
      threadTimes.set(threadKey, (threadTimes.get(threadKey) ?? 0) + ns);
      if (['running', 'ready'].includes(names.get(state) ?? ''))
        busyTimes.set(threadKey, (busyTimes.get(threadKey) ?? 0) + ns);
    });
    const all = [...rows.values()];
    const busyTimeOfRow = all.map(({ thread }) => busyTimes.get(keyOf(thread)) ?? 0);
    const order = Int32Array.from(all.keys()).sort(
      (a, b) =>
        busyTimeOfRow[b]! - busyTimeOfRow[a]! ||
        (keyOf(all[a]!.thread) < keyOf(all[b]!.thread)
          ? -1
          : keyOf(all[a]!.thread) > keyOf(all[b]!.thread)
            ? 1
            : 0) ||
        all[b]!.time - all[a]!.time,
    );
    const ordered = Array.from(order, at => all[at]!);
    const numbers = (get: (row: Row) => number) => pick(all.map(get), order);
    return answer(
      columns,
      ordered.length,
      {
        ...threadColumns(ordered.map(row => row.thread)),
        state: texts(ordered.map(row => names.get(row.state) ?? null)),
        reason: texts(ordered.map(row => names.get(row.reason) ?? null)),
        time: numbers(row => row.time),
        percent: numbers(row => (100 * row.time) / Math.max(1, threadTimes.get(keyOf(row.thread))!)),
        count: numbers(row => row.count),
        longest: numbers(row => row.longest),
      },
      { notes: within.notes },
    );
  },
});
