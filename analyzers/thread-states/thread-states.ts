import { answer, listed } from '../answer.ts';
import { threadFacts } from '../catalog.ts';
import { type AnswerColumn, analyzer } from '../contract.ts';
import { note, onceEach } from '../notes.ts';
import { statesIn, wordId } from '../states/in-scope.ts';
import { sinceSql, spanOf } from '../timeline/span.ts';

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
];

const states = ['running', 'ready', 'unknown', 'waiting'] as const;

export const threadStates = analyzer({
  id: 'thread-states',
  title: 'Thread states',
  question: 'When were the busiest threads running, ready to run, and waiting?',
  needs: ['state'],
  params: {
    top: {
      type: 'number',
      about: 'How many threads: those that ran, or were ready to, for the longest time.',
      default: 4,
      min: 1,
      max: 100,
    },
    buckets: { type: 'number', about: 'How many points in time.', default: 300, min: 1, max: 10_000 },
  },
  shape: 'tracks',
  columns,
  async answer(ask, params, scope) {
    const buckets = Math.floor(params.buckets);
    const span = await spanOf(ask, scope, buckets);
    const within = await statesIn(ask, span.scope);
    const ids = await Promise.all(states.map(state => wordId(ask, state)));
    const ranked = await ask.query.columns(
      `SELECT thread::INTEGER AS thread FROM (${within.rows}) WHERE state IN (${ids[0]}, ${ids[1]})
       GROUP BY thread ORDER BY sum(duration) DESC, thread`,
      within.params,
      ask.cancel,
    );
    const threads = [...ranked.ints('thread').subarray(0, params.top)];
    // Most states begin and end in one bucket: only the others are cut up.
    const [begin, width] = [sinceSql(span), span.width];
    const found = await ask.query.columns(
      `WITH s AS (SELECT thread, state, ${begin} AS start, duration FROM (${within.rows}) s WHERE thread IN (${threads.join(', ') || '-1'})),
         placed AS (SELECT *, start // ${width} AS first, greatest(start, start + duration - 1) // ${width} AS last FROM s),
         cut AS (SELECT thread, state, start, duration, unnest(range(first, last + 1)) AS bucket FROM placed WHERE last > first)
       SELECT thread::INTEGER AS thread, state::INTEGER AS state, bucket::INTEGER AS bucket, sum(time)::DOUBLE AS time FROM (
         SELECT thread, state, first AS bucket, duration AS time FROM placed WHERE last = first
         UNION ALL
         SELECT thread, state, bucket, least(start + duration, (bucket + 1) * ${width}) - greatest(start, bucket * ${width}) FROM cut)
       GROUP BY ALL`,
      within.params,
      ask.cancel,
    );
    const rows = threads.length * states.length * buckets;
    const value = new Float64Array(rows);
    const [of, state, bucket, time] = [
      found.ints('thread'),
      found.ints('state'),
      found.ints('bucket'),
      found.numbers('time'),
    ];
    for (let row = 0; row < found.length; row++) {
      const [thread, key, at] = [threads.indexOf(of[row]!), ids.indexOf(state[row]!), bucket[row]!];
      if (key < 0 || at < 0 || at >= buckets) continue;
      value[(thread * states.length + key) * buckets + at]! += (100 * time[row]!) / Number(width);
    }
    const facts = new Map((await threadFacts(ask)).map(each => [each.id, each]));
    const names = threads.map(id => {
      const { process = null, tid = -1 } = facts.get(id) ?? {};
      return `${process ?? ''} ${tid < 0 ? '' : tid}`.trim();
    });
    const at = (row: number) => Math.floor(row / buckets);
    const left = ranked.length - threads.length;
    const notes = [
      ...span.notes,
      ...within.notes,
      ...(left > 0
        ? [
            note(
              'threads-left-out',
              `The ${threads.length} busiest of ${ranked.length} threads: ${listed(names)}.`,
              { shown: threads.length, of: ranked.length },
            ),
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
      },
      { notes: onceEach(notes) },
    );
  },
});
