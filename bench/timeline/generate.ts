/**
 * Generates, in SQL, a workspace as large as the largest in use: samples, thread states and events of one
 * capture, over the same time. All choices are hashes, so every run generates the same.
 */

import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import duckdb from '@duckdb/node-bindings';
import { generate as generateSamples } from '../questions/generate.ts';

export interface Size {
  readonly samples: number;
  readonly states: number;
  readonly events: number;
}

/** The size of the largest captures in use. */
export const largest: Size = { samples: 10_000_000, states: 10_000_000, events: 10_000_000 };

/** The same number as in `questions/generate.ts`. */
const threads = 64;
const cpus = 16;

/** Calls `work` with a workspace of the size `largest`: a generated one, or the file that AFTERTRACE_BENCH_WORKSPACE names, which is generated if it is missing. */
export async function withLargest<T>(work: (path: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'aftertrace-bench-timeline-'));
  try {
    const path = process.env.AFTERTRACE_BENCH_WORKSPACE ?? join(folder, 'timeline.aftertrace');
    if (!existsSync(path)) await generate(path, largest);
    return await work(path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export async function generate(path: string, size: Size): Promise<void> {
  await generateSamples(path, { samples: size.samples, leaves: 20_000, depth: 40, functions: 20_000 });
  const database = await duckdb.open(path);
  const connection = await duckdb.connect(database);
  for (const sql of [...words, ...states(size), ...events(size), facts(size)])
    await duckdb.query(connection, sql);
  duckdb.disconnect_sync(connection);
  duckdb.close_sync(database);
}

/** Duration in ns; samples are 10 µs apart. */
const length = ({ samples }: Size): number => samples * 10_000;

const word = (value: string): string => `(SELECT min(id) FROM text WHERE value = '${value}')`;

const levels = ['info', 'debug', 'warning', 'error'];
const templates = 40;
const names = 30;

const words = [
  ...[
    'running',
    'ready',
    'waiting',
    'woken',
    'preempted',
    'interruptible sleep',
    'log',
    'span',
    'disk',
    'sda',
    'sdb',
    'R',
    'W',
  ],
  ...levels,
]
  .map(value => `INSERT INTO text (id, value) SELECT count(*), '${value}' FROM text`)
  .concat(
    `INSERT INTO text (id, value) SELECT (SELECT count(*) FROM text) + i, 'message ' || i || ' of <*>' FROM range(${templates}) t(i)`,
    `INSERT INTO text (id, value) SELECT (SELECT count(*) FROM text) + i, 'step_' || i FROM range(${names}) t(i)`,
    `INSERT INTO template (masked, template) SELECT id, value FROM text WHERE value LIKE 'message % of <*>'`,
  );

/** Every CPU runs four threads in turn: a thread runs for one turn, sleeps for two, and is ready for one. */
function states(size: Size): string[] {
  const cycles = Math.floor(size.states / threads / 3);
  const turn = Math.floor(length(size) / (cycles * 4));
  const begin = (turns: string) =>
    `((${turns}) * ${turn} + hash((${turns}) * ${cpus} + cpu) % ${turn >> 1})::BIGINT`;
  return [
    `INSERT INTO state (capture, thread, cpu, ts, duration, state, reason, stack, waker)
     WITH turns AS (
       SELECT t.i % ${cpus} AS cpu, t.i // ${cpus} AS slot, c.i AS cycle, 4 * c.i + t.i // ${cpus} AS nth
       FROM range(${cycles}) c(i), range(${threads}) t(i)),
     runs AS (SELECT *, cpu * 4 + slot AS thread FROM turns),
     parts AS (
       SELECT thread, cpu, ${begin('nth')} AS a, ${begin('nth + 1')} AS b, 'running' AS state, NULL AS reason FROM runs
       UNION ALL SELECT thread, NULL, ${begin('nth + 1')}, ${begin('nth + 3')}, 'waiting', 'interruptible sleep' FROM runs
       UNION ALL SELECT thread, cpu, ${begin('nth + 3')}, ${begin('nth + 4')}, 'ready', 'woken' FROM runs)
     SELECT 1, p.thread, p.cpu, p.a, p.b - p.a, s.id, r.id, NULL,
       CASE WHEN p.state = 'waiting' THEN (p.thread + 1) % ${threads} END
     FROM parts p JOIN (SELECT min(id) AS id, value FROM text GROUP BY value) s ON s.value = p.state
       LEFT JOIN (SELECT min(id) AS id, value FROM text GROUP BY value) r ON r.value = p.reason
     ORDER BY p.b`,
  ];
}

/**
 * Six of ten events are log lines, one is a disk request, and three are slices: groups of six, in which the first slice
 * has two children and the second child has three.
 */
function events(size: Size): string[] {
  const [lines, slices, requests] = [0.6, 0.3, 0.1].map(share => Math.floor(size.events * share)) as [
    number,
    number,
    number,
  ];
  const all = length(size);
  const groups = Math.floor(slices / threads / 6);
  const group = Math.floor(all / groups);
  return [
    `INSERT INTO field_schema (id, keys) VALUES
       (0, '[{"key":"name","type":"text","role":"slice.name"}]'),
       (1, '[{"key":"device","type":"text","role":"disk-io.device"},{"key":"op","type":"text","role":"disk-io.operation"},{"key":"bytes","type":"number","whole":true,"role":"disk-io.bytes"}]')`,
    `INSERT INTO event_class (id, capture, kind, level, component, template, field_schema, lines)
       SELECT i, 1, ${word('log')}, (SELECT min(id) FROM text WHERE value = list_value(${levels.map(level => `'${level}'`).join(', ')})[1 + (i % 10 > 6)::INTEGER + (i % 10 > 8)::INTEGER + (i % 20 = 19)::INTEGER]),
         NULL, (SELECT id FROM text WHERE value = 'message ' || i || ' of <*>'), NULL, 1 FROM range(${templates}) t(i)
       UNION ALL SELECT ${templates}, 1, ${word('span')}, NULL, NULL, NULL, 0, 1
       UNION ALL SELECT ${templates + 1}, 1, ${word('disk')}, NULL, NULL, NULL, 1, 1`,
    `INSERT INTO event_lines ("class", ts, message, "values", numbers, line, "offset")
       SELECT pow((hash(i) % 10007) / 10007.0, 2) * ${templates}, i * ${Math.floor(all / lines)}, 'message ' || i, [], [], i, i * 40 FROM range(${lines}) t(i)`,
    `INSERT INTO event_rows ("class", ts, duration, thread, cpu, message, "values", numbers, stack, line, "offset")
       WITH spans AS (
         SELECT g.i AS nth, t.i AS thread, p.i AS part, g.i * ${group} + hash(g.i * 7 + t.i) % ${group >> 3} AS start
         FROM range(${groups}) g(i), range(${threads}) t(i), range(6) p(i)),
       placed AS (SELECT *, ${group}::BIGINT AS g, CASE part WHEN 0 THEN 0 WHEN 1 THEN 2 WHEN 2 THEN 52 ELSE 54 + (part - 3) * 8 END AS begins,
         CASE part WHEN 0 THEN 80 WHEN 1 THEN 40 WHEN 2 THEN 26 ELSE 7 END AS took FROM spans)
       SELECT ${templates}, start + g * begins // 100, g * took // 100, thread, thread % ${cpus}, NULL,
         [(SELECT min(id) FROM text WHERE value = 'step_0') + (hash(nth * 13 + part + thread) % ${names})::INTEGER], [], NULL, nth, 0
       FROM placed ORDER BY 2`,
    `INSERT INTO event_rows ("class", ts, duration, thread, cpu, message, "values", numbers, stack, line, "offset")
       SELECT ${templates + 1}, i * ${Math.floor(all / requests)}, 20000 + (hash(i) % 1000003) * (hash(i + 1) % 7 = 0)::INTEGER, hash(i * 3) % ${threads}, NULL, NULL,
         [CASE WHEN hash(i * 5) % 3 = 0 THEN ${word('sdb')} ELSE ${word('sda')} END, CASE WHEN hash(i * 11) % 2 = 0 THEN ${word('R')} ELSE ${word('W')} END, 4096 * (1 + hash(i * 17) % 32)::INTEGER], [], NULL, i, 0
       FROM range(${requests}) t(i)`,
  ];
}

const facts = ({ samples, states, events }: Size): string =>
  `UPDATE capture SET "rows" = '{"sample":${samples},"state":${states},"event":${events}}'`;
