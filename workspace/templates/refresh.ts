/** Keeps the table `template` up to date with the events: one row per masked message. */
import type { Connection } from '@duckdb/node-bindings';
import { readColumns } from '../database/results.ts';
import { unhurried } from '../files/breathe.ts';
import type { Cancel } from '../query.ts';
import { classCounts } from '../store/events.ts';
import { miningOf } from './mine.ts';

/**
 * Number of masked messages that are mined, the most frequent ones. Only free text has more, which has no templates:
 * further messages stand for themselves. Mining so many takes some seconds and 300 MB; the longest stretch
 * without a turn for a cancel is 130 ms.
 */
const maxMined = 30_000;

/**
 * Mines the templates again if there are masked messages without one. The result depends only on the set of masked
 * messages, so templates do not change with the order of imports.
 */
export async function refreshTemplates(
  connection: Connection,
  { most = maxMined, cancel }: { readonly most?: number; readonly cancel?: Cancel | undefined } = {},
): Promise<void> {
  const result = await readColumns(
    connection,
    `SELECT e.masked, x.value, t.template
     FROM (SELECT c.template AS masked, sum(r.n) AS n
           FROM ${classCounts()} r JOIN event_class c ON c.id = r."class"
           WHERE c.template IS NOT NULL GROUP BY c.template) e
     JOIN "text" x ON x.id = e.masked LEFT JOIN template t ON t.masked = e.masked
     ORDER BY e.n DESC, x.value`,
  );
  if (!result.texts('template').includes(null)) return;
  const texts = result.texts('value').map(value => value ?? '');
  const mined = await unhurried(miningOf(texts.slice(0, most)), cancel);
  const rows = Array.from(result.ints('masked'), (masked, row) => ({
    masked,
    template: mined[row] ?? texts[row],
  }));
  await readColumns(connection, 'DELETE FROM template');
  await readColumns(
    connection,
    `INSERT INTO template SELECT r.masked, r.template
     FROM (SELECT unnest(from_json(?, '[{"masked": "INTEGER", "template": "VARCHAR"}]')) AS r)`,
    [JSON.stringify(rows)],
  );
}
