/** Keeps the table `template` true to the events: one row per skeleton. */
import type { Connection } from '@duckdb/node-bindings';
import { readColumns } from '../results.ts';
import { templatesOf } from './mine.ts';

/**
 * Mines the templates again when there are skeletons without one. What is mined depends on the set of skeletons only,
 * so templates do not change with the order in which captures come.
 */
export async function refreshTemplates(connection: Connection): Promise<void> {
  const found = await readColumns(
    connection,
    `SELECT e.skeleton, x.value, t.template
     FROM (SELECT DISTINCT template AS skeleton FROM event WHERE template IS NOT NULL) e
     JOIN "text" x ON x.id = e.skeleton LEFT JOIN template t ON t.skeleton = e.skeleton
     ORDER BY e.skeleton`,
  );
  if (!found.texts('template').includes(null)) return;
  const templates = templatesOf(found.texts('value').map(value => value ?? ''));
  const rows = Array.from(found.ints('skeleton'), (skeleton, row) => ({
    skeleton,
    template: templates[row],
  }));
  await readColumns(connection, 'BEGIN');
  try {
    await readColumns(connection, 'DELETE FROM template');
    await readColumns(
      connection,
      `INSERT INTO template SELECT r.skeleton, r.template
       FROM (SELECT unnest(from_json(?, '[{"skeleton": "INTEGER", "template": "VARCHAR"}]')) AS r)`,
      [JSON.stringify(rows)],
    );
    await readColumns(connection, 'COMMIT');
  } catch (error) {
    await readColumns(connection, 'ROLLBACK');
    throw error;
  }
}
