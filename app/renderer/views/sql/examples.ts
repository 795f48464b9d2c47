/** Example statements for tables that have rows. */
import type { RowTable } from '../../../../parsers/tables.ts';

export interface SqlExample {
  readonly title: string;
  readonly needs: RowTable;
  readonly select: string;
}

export const sqlExamples: readonly SqlExample[] = [
  {
    title: 'Busiest functions by process',
    needs: 'sample',
    select: `SELECT process, function, module, count(*) AS samples
FROM samples
GROUP BY ALL
ORDER BY samples DESC`,
  },
  {
    title: 'Samples in each second of each module',
    needs: 'sample',
    select: `SELECT date_trunc('second', "time") AS "time", module, count(*) AS samples
FROM samples
GROUP BY ALL
ORDER BY 1`,
  },
  {
    title: 'Most frequent messages, with their level',
    needs: 'event',
    select: `SELECT kind, level, template, count(*) AS events, min("time") AS first, max("time") AS last
FROM events
GROUP BY ALL
ORDER BY events DESC`,
  },
  {
    title: 'Longest durations',
    needs: 'event',
    select: `SELECT "time", duration / 1e6 AS ms, process, kind, message
FROM events
WHERE duration IS NOT NULL
ORDER BY duration DESC
LIMIT 1000`,
  },
  {
    title: 'Counters with the largest variation',
    needs: 'metric',
    select: `SELECT object, instance, counter, unit, avg(value) AS mean, stddev(value) / abs(avg(value)) AS varies, max(value) AS most
FROM metrics
GROUP BY ALL
HAVING avg(value) <> 0
ORDER BY varies DESC`,
  },
  {
    title: 'Time of threads in each state, by reason',
    needs: 'state',
    select: `SELECT process, state, reason, sum(duration) / 1e9 AS seconds, count(*) AS times
FROM states
GROUP BY ALL
ORDER BY seconds DESC`,
  },
];
