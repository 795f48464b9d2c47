/**
 * Evidence that two captures share, by key: threads that ran (by id) and tokens printed in messages or fields
 * (request ids, LSNs, file names, whole messages). The cost is bounded: moments are sampled, and runs are
 * taken from the rarest keys first.
 */
import type { FieldType } from '../../../parsers/contract.ts';
import type { Query } from '../../query.ts';
import type { CaptureRecord } from '../../store/captures.ts';
import { slotsOf, valueSql } from '../../store/fields.ts';
import type { Moments, Runs } from './line.ts';

export interface Evidence {
  readonly moments: Moments;
  readonly runs: Runs;
  /** Display name of each key: `thread 717`, a token. */
  readonly names: readonly string[];
}

const maxMoments = 3000;
const maxRuns = 1_500_000;
/** Number of messages of a capture that are searched for tokens. */
const maxMessages = 200_000;
/** Tokens printed more often are ignored, because they determine the time poorly. */
const maxRepeats = 6;

/**
 * Table that shows when threads were active: their running states if there are any, else samples, else
 * events.
 */
type Source = 'state' | 'sample' | 'event';

const sourceOf = ({ rows }: CaptureRecord): Source | null =>
  rows.state ? 'state' : rows.sample ? 'sample' : rows.event ? 'event' : null;

/**
 * Ranks captures by how completely they show thread activity: states above samples, samples above events,
 * then by number of rows.
 */
export function rankOf(capture: CaptureRecord): number {
  const source = sourceOf(capture);
  const { rows } = capture;
  const maxRowCount = 1e12;
  return (
    ['event', 'sample', 'state'].indexOf(source ?? 'event') * maxRowCount +
    (source === null ? 0 : (rows[source] ?? 0))
  );
}

/** SELECT of thread activity: thread, ts, until. `among`: SQL condition that selects some threads. */
function activityOf({ id }: CaptureRecord, source: Source, among = ''): string {
  const where = `WHERE s.capture = ${id} AND s.ts IS NOT NULL ${among}`;
  switch (source) {
    case 'state':
      return `SELECT s.thread, s.ts, s.ts + coalesce(s.duration, 0) AS until FROM state s ${where}
        AND s.state = (SELECT id FROM text WHERE value = 'running' LIMIT 1)`;
    case 'sample':
      return `SELECT s.thread, s.ts, s.ts AS until FROM sample s ${where}
        AND s.kind NOT IN (SELECT id FROM text WHERE value = 'off-cpu')`;
    case 'event':
      return `SELECT s.thread, s.ts, s.ts AS until FROM event s ${where}`;
  }
}

/** True if both may be from one machine: thread ids mean nothing on another. */
const sameMachine = (a: CaptureRecord, b: CaptureRecord): boolean =>
  a.host === null || b.host === null || a.host === b.host;

/** Evidence with moments of `a` and runs of `b`; null if they have nothing in common. */
export async function evidenceOf(query: Query, a: CaptureRecord, b: CaptureRecord): Promise<Evidence | null> {
  const isOne = sameMachine(a, b);
  const parts = await Promise.all([
    isOne ? threadEvidence(query, a, b) : null,
    isOne ? edgeEvidence(query, a, b) : null,
    tokenEvidence(query, a, b),
  ]);
  const evidence = parts.filter(part => part !== null);
  return evidence.length === 0 ? null : joined(evidence);
}

async function threadEvidence(query: Query, a: CaptureRecord, b: CaptureRecord): Promise<Evidence | null> {
  const [from, to] = [sourceOf(a), sourceOf(b)];
  if (from === null || to === null) return null;
  // A thread under two names is two rows with one id; the idle thread has no positive id.
  const counted = await query.columns(
    `WITH a AS (SELECT thread, count(*) AS n FROM (${activityOf(a, from)}) GROUP BY thread),
       b AS (SELECT thread, count(*) AS n FROM (${activityOf(b, to)}) GROUP BY thread),
       named AS (SELECT id AS thread, coalesce(tid, pid) AS key FROM thread WHERE coalesce(tid, pid) > 0)
     SELECT key::INTEGER AS key, coalesce(sum(a.n), 0)::DOUBLE AS a, coalesce(sum(b.n), 0)::DOUBLE AS b, to_json(list(thread)) AS threads
     FROM named LEFT JOIN a USING (thread) LEFT JOIN b USING (thread) GROUP BY key HAVING count(a.n) > 0 AND count(b.n) > 0 ORDER BY b, key`,
  );
  const [keys, ofA, ofB] = [counted.ints('key'), counted.numbers('a'), counted.numbers('b')];
  const threads = counted.texts('threads').map(each => JSON.parse(each ?? '[]') as readonly number[]);
  // Rare threads come first, because they are the strongest evidence.
  let [chosen, runs] = [0, 0];
  while (chosen < keys.length && (chosen === 0 || runs + ofB[chosen]! <= maxRuns)) runs += ofB[chosen++]!;
  if (chosen === 0) return null;
  const keyOf = new Map<number, number>();
  for (let key = 0; key < chosen; key++) for (const thread of threads[key]!) keyOf.set(thread, key);
  const share = Math.max(20, Math.floor(maxMoments / chosen));
  const picked = [...keyOf].map(
    ([thread, key]) => `(${thread}, ${key}, ${Math.max(1, Math.round(ofA[key]! / share))})`,
  );
  const among = `AND s.thread IN (${[...keyOf.keys()].join(', ')})`;
  const moments = await query.columns(
    `WITH picked(thread, key, "every") AS (VALUES ${picked.join(', ')})
     SELECT key::INTEGER AS key, ts::DOUBLE AS at FROM
       (SELECT p.key, h.ts FROM (${activityOf(a, from, among)}) h JOIN picked p USING (thread)
        WHERE hash(h.ts, p.key) % p."every" = 0 ORDER BY hash(h.ts) LIMIT ${2 * maxMoments}) ORDER BY key, ts`,
  );
  const spans = await query.columns(
    `SELECT thread::INTEGER AS thread, ts::DOUBLE AS "from", until::DOUBLE AS "to" FROM (${activityOf(b, to, among)}) ORDER BY ts`,
  );
  return {
    moments: { key: moments.ints('key'), at: moments.numbers('at') },
    runs: runsOf(
      spans.ints('thread').map(thread => keyOf.get(thread)!),
      spans.numbers('from'),
      spans.numbers('to'),
      chosen,
    ),
    names: Array.from(keys.subarray(0, chosen), key => `thread ${key}`),
  };
}

/**
 * Share of a profile's length at either end in which a first or last sighting means nothing: the thread may
 * have existed before or after. Does not apply to logs, which record when a thread starts.
 */
const margin = 0.01;

/** ns: a process logs its end before it is gone; PostgreSQL was seen to take 12 ms for that. */
const edgeBlur = 30e6;

/**
 * SELECT of the first and last sighting of each thread, unless too close to the capture's ends: key, ts,
 * edge.
 */
function edgesOf(capture: CaptureRecord, source: Source): string {
  const [first, last] = [Number(capture.firstTs), Number(capture.lastTs)];
  const near = source === 'event' ? -1 : margin * (last - first);
  return `SELECT key, ts, edge FROM (
      SELECT coalesce(t.tid, t.pid) AS key, min(h.ts) AS a, max(h.until) AS b
      FROM (${activityOf(capture, source)}) h JOIN thread t ON t.id = h.thread WHERE coalesce(t.tid, t.pid) > 0 GROUP BY 1)
    CROSS JOIN LATERAL (SELECT a AS ts, 'start' AS edge UNION ALL SELECT b, 'end')
    WHERE ts > ${first + near} AND ts < ${last - near}`;
}

/** Evidence from starts and ends of threads, which also works for threads that ran without a break. */
async function edgeEvidence(query: Query, a: CaptureRecord, b: CaptureRecord): Promise<Evidence | null> {
  const [from, to] = [sourceOf(a), sourceOf(b)];
  if (from === null || to === null) return null;
  const result = await query.columns(
    `SELECT a.key::INTEGER AS key, edge, a.ts::DOUBLE AS a, b.ts::DOUBLE AS b
     FROM (${edgesOf(a, from)}) a JOIN (${edgesOf(b, to)}) b USING (key, edge) ORDER BY key, edge LIMIT ${maxMoments}`,
  );
  if (result.length === 0) return null;
  const key = Int32Array.from({ length: result.length }, (_, row) => row);
  const at = result.numbers('b');
  const edge = result.texts('edge');
  return {
    moments: { key, at: result.numbers('a') },
    runs: runsOf(key, at, at, result.length, edgeBlur),
    names: Array.from(result.ints('key'), (thread, row) => `${edge[row]} of thread ${thread}`),
  };
}

/** Groups rows by key. The rows of each key must be in order of time. */
function runsOf(key: Int32Array, from: Float64Array, to: Float64Array, keys: number, blur = 0): Runs {
  const start = new Int32Array(keys + 1);
  for (const each of key) start[each + 1]!++;
  for (let i = 0; i < keys; i++) start[i + 1]! += start[i]!;
  const next = start.slice();
  const [froms, tos] = [new Float64Array(key.length), new Float64Array(key.length)];
  for (let row = 0; row < key.length; row++) {
    const at = next[key[row]!]!++;
    froms[at] = from[row]!;
    tos[at] = to[row]!;
  }
  return { start, from: froms, to: tos, blur: new Float64Array(keys).fill(blur) };
}

/**
 * With a digit, and long enough (see `rare`) not to match by chance: request ids, LSNs, files, addresses with
 * ports.
 */
const token = '[0-9A-Za-z_./:@-]*[0-9][0-9A-Za-z_./:@-]*';
/** SQL for the tokens of a text, and for the text itself. */
const tokensOf = (text: string): string =>
  `unnest(list_distinct(list_append(regexp_extract_all(${text}, '${token}'), ${text})))`;

/**
 * SELECT of the tokens in messages and fields of a capture: token, ts, line. A row with a duration gives two moments, because some
 * tools log it when it begins and others when it ends. `fields`: {@link fieldsSql}.
 */
function tokensIn({ id }: CaptureRecord, fields: string | null): string {
  const rows = `FROM event s WHERE s.capture = ${id} AND s.ts IS NOT NULL`;
  const times = 'ts, coalesce(duration, 0) AS duration, id AS line';
  const ofMessages = `SELECT ${tokensOf('message')} AS token, ts, duration, line
    FROM (SELECT message, ${times} ${rows} AND message IS NOT NULL LIMIT ${maxMessages})`;
  // UNION removes tokens that are in both the message and a field.
  const all =
    fields === null
      ? ofMessages
      : `${ofMessages} UNION SELECT ${tokensOf('t.value')} AS token, ts, duration, line
    FROM (SELECT unnest(${fields}) AS id, ${times} ${rows} LIMIT ${maxMessages}) f
    JOIN "text" t ON t.id = f.id WHERE regexp_matches(t.value, '[0-9]')`;
  return `SELECT token, unnest(list_distinct([ts, ts + duration])) AS ts, line FROM (${all})`;
}

/** Number of field schemas that are searched. */
const maxSchemas = 500;

/** SQL for the ids of all texts in an event's fields; null if the captures have none. */
async function fieldsSql(query: Query, a: CaptureRecord, b: CaptureRecord): Promise<string | null> {
  const result = await query.columns(
    `SELECT f.id::INTEGER AS id, f.keys FROM field_schema f
     WHERE f.id IN (SELECT field_schema FROM event_class WHERE capture IN (${a.id}, ${b.id})) ORDER BY f.id LIMIT ${maxSchemas}`,
  );
  const keys = result.texts('keys');
  const cases = Array.from(result.ints('id')).flatMap((id, row) => {
    const slots = slotsOf(JSON.parse(keys[row] ?? '[]') as FieldType[]);
    const texts = slots.filter(({ field, in: where }) => field.type === 'text' && where !== 'message');
    return texts.length > 0
      ? [`WHEN ${id} THEN [${texts.map(slot => `${valueSql(slot, 's')}::INTEGER`).join(', ')}]`]
      : [];
  });
  return cases.length > 0 ? `CASE s.field_schema ${cases.join(' ')} END` : null;
}

async function tokenEvidence(query: Query, a: CaptureRecord, b: CaptureRecord): Promise<Evidence | null> {
  if (!a.rows.event || !b.rows.event || hasTracepoints(a) || hasTracepoints(b)) return null;
  const fields = await fieldsSql(query, a, b);
  // Each row counts for at most two moments, see `tokensIn`.
  const rare = (capture: CaptureRecord) =>
    `SELECT token, list(ts ORDER BY ts) AS ts, min(line) AS line, count(DISTINCT line) AS n FROM (${tokensIn(capture, fields)})
     WHERE length(token) BETWEEN 6 AND 400 GROUP BY token HAVING count(DISTINCT line) <= ${maxRepeats}`;
  // A row counts once, by the rarest of its tokens, because tokens of one row are not independent evidence.
  const result = await query.columns(
    `WITH shared AS (SELECT token, a.ts AS a, b.ts AS b, a.line FROM (${rare(a)}) a JOIN (${rare(b)}) b USING (token)
       QUALIFY row_number() OVER (PARTITION BY a.line ORDER BY b.n, a.n, length(token) DESC, token) = 1
         AND row_number() OVER (PARTITION BY a.ts[1] ORDER BY b.n, a.n, token) = 1)
     SELECT token, a::VARCHAR AS a, b::VARCHAR AS b FROM shared ORDER BY hash(token) LIMIT ${maxMoments}`,
  );
  if (result.length === 0) return null;
  const names = result.texts('token').map(String);
  const list = (name: string) =>
    result.texts(name).map(each => JSON.parse(each ?? '[]') as readonly number[]);
  const flat = (lists: readonly (readonly number[])[]) => ({
    key: Int32Array.from(lists.flatMap((each, key) => each.map(() => key))),
    at: Float64Array.from(lists.flat()),
  });
  const [moments, { key, at }] = [flat(list('a')), flat(list('b'))];
  // A time in whole seconds means any moment of that second: so runs are as long as the steps of both clocks, and moments are in the middle of a step.
  const [stepA, stepB] = [stepOf(moments.at), stepOf(at)];
  return {
    moments: { key: moments.key, at: moments.at.map(time => time + stepA / 2) },
    runs: runsOf(
      key,
      at.map(time => time - stepA / 2),
      at.map(time => time + stepA / 2 + stepB),
      names.length,
    ),
    names,
  };
}

/** Steps in which clocks of logs are printed, ns. */
const steps = [60e9, 1e9, 100e6, 10e6];

/** The coarsest step of which all distances between times are multiples; 0 if times are finer than 10 ms. */
function stepOf(times: Float64Array): number {
  const first = times[0] ?? 0;
  return times.length < 5 ? 0 : (steps.find(step => times.every(time => (time - first) % step === 0)) ?? 0);
}

/** Tracepoints are millions of events that only say which thread ran. */
const hasTracepoints = ({ rows }: CaptureRecord): boolean => rows.state !== undefined && rows.state > 0;

function joined([first, ...others]: readonly Evidence[]): Evidence {
  let all = first!;
  for (const { moments, runs, names } of others) {
    const keys = all.names.length;
    const rows = all.runs.from.length;
    all = {
      moments: {
        key: Int32Array.from([...all.moments.key, ...moments.key.map(key => key + keys)]),
        at: Float64Array.from([...all.moments.at, ...moments.at]),
      },
      runs: {
        start: Int32Array.from([...all.runs.start, ...runs.start.slice(1).map(row => row + rows)]),
        from: concat(all.runs.from, runs.from),
        to: concat(all.runs.to, runs.to),
        blur: concat(all.runs.blur, runs.blur),
      },
      names: [...all.names, ...names],
    };
  }
  return all;
}

function concat(a: Float64Array, b: Float64Array): Float64Array {
  const result = new Float64Array(a.length + b.length);
  result.set(a);
  result.set(b, a.length);
  return result;
}
