import { threadFacts } from '../catalog.ts';
import { idleRules } from '../idle-rules.ts';
import { note } from '../notes.ts';
import { statesIn, wordId } from '../states/in-scope.ts';
import { sinceSql } from '../timeline/span.ts';
import { CpuRows, cpusOf, type Source } from './busy.ts';

/** A CPU is busy while a thread other than the idle task runs on it. In a capture with states, a CPU without a state counts as idle. */
export const fromStates: Source = async (ask, scope, spanOf) => {
  const span = await spanOf(1n);
  const rows = new CpuRows();
  const captures = span.captures.filter(each => (each.rows.state ?? 0) > 0);
  if (captures.length === 0) return rows.done(ask, span, []);
  const within = await statesIn(ask, scope);
  const idle = (await threadFacts(ask)).filter(each => idleRules.some(rule => rule.isIdleThread(each)));
  const isWork = idle.length > 0 ? `AND s.thread NOT IN (${idle.map(({ id }) => id).join(', ')})` : '';
  const { width } = span;
  const found = await ask.query.columns(
    `WITH s AS (SELECT s.capture, s.cpu, ${sinceSql(span)} AS start, s.duration FROM (${within.rows}) s
         WHERE s.state = ${await wordId(ask, 'running')} AND s.cpu IS NOT NULL ${isWork}),
       placed AS (SELECT *, start // ${width} AS first, greatest(start, start + duration - 1) // ${width} AS last FROM s),
       cut AS (SELECT *, unnest(range(first, last + 1)) AS bucket FROM placed WHERE last > first)
     SELECT capture::INTEGER AS capture, cpu::INTEGER AS cpu, bucket::INTEGER AS bucket, sum(time)::DOUBLE AS time FROM (
       SELECT capture, cpu, first AS bucket, duration AS time FROM placed WHERE last = first
       UNION ALL
       SELECT capture, cpu, bucket, least(start + duration, (bucket + 1) * ${width}) - greatest(start, bucket * ${width}) FROM cut)
     GROUP BY ALL`,
    within.params,
    ask.cancel,
  );
  const extents = await ask.memo('when states are', async () => {
    const each = await ask.query.columns(
      `SELECT s.capture::INTEGER AS capture, min(s.ts)::DOUBLE AS first, max(s.ts + coalesce(s.duration, 0))::DOUBLE AS last
       FROM state s GROUP BY 1`,
      [],
      ask.cancel,
    );
    const value = new Map(
      Array.from(each.ints('capture'), (id, row) => [
        id,
        [each.numbers('first')[row]!, each.numbers('last')[row]!] as const,
      ]),
    );
    return { value, bytes: 50 * value.size };
  });
  const times = new Map<string, number>();
  const cpus = await cpusOf(ask, 'state', scope);
  const [capture, cpu, bucket, time] = [
    found.ints('capture'),
    found.ints('cpu'),
    found.ints('bucket'),
    found.numbers('time'),
  ];
  for (let row = 0; row < found.length; row++) {
    times.set(`${capture[row]} ${cpu[row]} ${bucket[row]}`, time[row]!);
  }
  for (const each of captures) {
    const zero = Number((each.utcZero ?? each.ownZero) - span.from);
    const [first, last] = (extents.get(each.id) ?? [0, 0]).map(ns => ns + zero) as [number, number];
    const [from, to] = [
      scope.from === undefined ? first : Math.max(first, Number(scope.from - span.from)),
      scope.to === undefined ? last : Math.min(last, Number(scope.to - span.from)),
    ];
    const bucketNs = Number(width);
    for (const number of cpus.get(each.id) ?? [])
      for (let at = Math.max(0, Math.floor(from / bucketNs)); at < span.buckets && at * bucketNs < to; at++) {
        const covered = Math.min(to, (at + 1) * bucketNs) - Math.max(from, at * bucketNs);
        if (covered <= 0) continue;
        const busy = times.get(`${each.id} ${number} ${at}`) ?? 0;
        rows.add(each.id, String(number), at, (100 * busy) / covered);
      }
  }
  const narrowed = Boolean(scope.processes?.length || scope.threads?.length);
  return rows.done(ask, span, [
    note(
      'from-states',
      'From the states of threads: the share of time in which a thread other than the idle task ran.',
    ),
    ...within.notes,
    ...(narrowed
      ? [note('only-chosen', 'Only time used by the chosen processes and threads counts as busy.')]
      : []),
  ]);
};
