/** Older files have the process of a series only in the name of its instance, `postgres (972)`, `java (29/31)`: this moves it to `thread`. */
import duckdb, { type Connection } from '@duckdb/node-bindings';

/** Formats that name instances like this; in others, a number in parentheses may mean anything. */
const formats = ['collectl', 'nmon', 'pidstat', 'prstat', 'ps', 'top'];

/** A single number of a `thread` is its tid. */
const named = `CREATE TEMP TABLE task_of_series AS
  SELECT s.id AS series, part.process,
    CASE WHEN part.second <> '' OR o.value <> 'thread' THEN TRY_CAST(part.first AS INTEGER) END AS pid,
    CASE WHEN part.second <> '' THEN TRY_CAST(part.second AS INTEGER)
         WHEN o.value = 'thread' THEN TRY_CAST(part.first AS INTEGER) END AS tid
  FROM series s JOIN capture c ON c.id = s.capture JOIN "text" o ON o.id = s.object JOIN "text" i ON i.id = s."instance",
    LATERAL (SELECT regexp_extract(i.value, '^(.*) \\((\\d{1,10})(?:/(\\d{1,10}))?\\)$', ['process', 'first', 'second']) AS part)
  WHERE s.thread IS NULL AND o.value IN ('process', 'thread') AND part.first <> ''
    AND c.format IN (${formats.map(each => `'${each}'`).join(', ')});`;

const texts = `INSERT INTO "text" (id, value, not_interned)
  SELECT (SELECT coalesce(max(id) + 1, 0) FROM "text") + row_number() OVER (ORDER BY process) - 1, process, false
  FROM (SELECT DISTINCT process FROM task_of_series) WHERE process NOT IN (SELECT value FROM "text" WHERE NOT not_interned);`;

const threads = `INSERT INTO thread (id, process, pid, tid)
  SELECT (SELECT coalesce(max(id) + 1, 0) FROM thread) + row_number() OVER (ORDER BY process, pid, tid) - 1, process, pid, tid
  FROM (SELECT DISTINCT t.id AS process, k.pid, k.tid
        FROM task_of_series k JOIN (SELECT min(id) AS id, value FROM "text" WHERE NOT not_interned GROUP BY value) t ON t.value = k.process) k
  WHERE NOT EXISTS (SELECT 1 FROM thread h WHERE h.process = k.process AND h.pid IS NOT DISTINCT FROM k.pid
                      AND h.tid IS NOT DISTINCT FROM k.tid);`;

const series = `UPDATE series SET thread = found.id FROM (
    SELECT k.series, min(h.id) AS id
    FROM task_of_series k JOIN "text" t ON t.value = k.process
    JOIN thread h ON h.process = t.id AND h.pid IS NOT DISTINCT FROM k.pid AND h.tid IS NOT DISTINCT FROM k.tid
    GROUP BY k.series) found
  WHERE series.id = found.series;`;

/** Runs in a transaction, for a file whose series have the column without values. */
export async function addTasks(connection: Connection): Promise<void> {
  for (const sql of [named, texts, threads, series, 'DROP TABLE task_of_series;'])
    await duckdb.query(connection, sql);
}
