import { type AnswerColumn, analyzer } from '../../contract.ts';
import { answer, listed, texts } from '../../kit/answer.ts';
import { threadFacts } from '../../kit/catalog.ts';
import { note, onceEach } from '../../kit/notes.ts';
import { howMany } from '../../kit/params.ts';
import { idColumn, waitId } from '../../kit/signal-ids.ts';
import { stateTimes } from '../../states/bins.ts';
import { busiest } from '../../states/busiest.ts';
import { wordId } from '../../states/in-scope.ts';
import { alongTime, spanFor } from '../../time/span.ts';

const columns: readonly AnswerColumn[] = [
  { name: 'track', kind: 'text', refers: 'thread', about: 'Thread: the name of its process, and its id.' },
  { name: 'key', kind: 'text', about: 'running, ready, waiting or unknown.' },
  { name: 'time', kind: 'time', about: 'Start of the bucket.' },
  {
    name: 'value',
    kind: 'percent',
    unit: '%',
    about: 'Share of the bucket in which the thread was in that state.',
  },
  idColumn,
];

const states = ['running', 'ready', 'unknown', 'waiting'] as const;

export const threadStates = analyzer({
  id: 'thread-states',
  title: 'Thread states',
  question: 'When were the busiest threads running, ready to run, and waiting?',
  needs: ['state'],
  params: {
    top: howMany('Number of threads: those with the longest running and ready time.', 4, 100),
    ...alongTime(),
  },
  shape: 'tracks',
  columns,
  async answer(ask, params, scope) {
    const span = await spanFor(ask, scope, params);
    const { buckets, width } = span;
    const within = await stateTimes(ask, span, scope, params.aligned);
    const ids = await Promise.all(states.map(state => wordId(ask, state)));
    const { shown: threads, total } = await busiest(ask, within, params.top);
    const rows = threads.length * states.length * buckets;
    const value = new Float64Array(rows);
    const place = new Map(threads.map((thread, at) => [thread, at]));
    within.forEach((thread, state, bucket, time) => {
      const key = ids.indexOf(state);
      if (key >= 0)
        value[(place.get(thread)! * states.length + key) * buckets + bucket]! += (100 * time) / Number(width);
    }, new Set(threads));
    const facts = new Map((await threadFacts(ask)).map(each => [each.id, each]));
    const names = threads.map(id => {
      const { process = null, tid = -1 } = facts.get(id) ?? {};
      return `${process ?? ''} ${tid < 0 ? '' : tid}`.trim();
    });
    const waits = texts(
      threads.flatMap(id => states.map(state => waitId(state, facts.get(id)?.process ?? null))),
    );
    const at = (row: number) => Math.floor(row / buckets);
    const left = total - threads.length;
    const notes = [
      ...span.notes,
      ...within.notes,
      ...(left > 0
        ? [
            note('threads-left-out', `The ${threads.length} busiest of ${total} threads: ${listed(names)}.`, {
              shown: threads.length,
              of: total,
            }),
          ]
        : []),
    ];
    return answer(
      columns,
      rows,
      {
        track: {
          index: Int32Array.from({ length: rows }, (_, row) => Math.floor(at(row) / states.length)),
          values: names,
        },
        key: {
          index: Int32Array.from({ length: rows }, (_, row) => at(row) % states.length),
          values: [...states],
        },
        time: BigInt64Array.from({ length: rows }, (_, row) => span.from + BigInt(row % buckets) * width),
        value,
        id: {
          index: Int32Array.from({ length: rows }, (_, row) => waits.index[at(row)]!),
          values: waits.values,
        },
      },
      { notes: onceEach(notes) },
    );
  },
});
