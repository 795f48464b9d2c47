import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOf, imported, rowsOf } from '../../../fixtures/samples.ts';
import { fixture } from '../../../fixtures/shared.ts';
import type { Workspace } from '../../../workspace/workspace.ts';
import { sqlTables } from '../sql-tables/sql-tables.ts';
import { sql } from './sql.ts';

const docs = readFileSync(join(import.meta.dirname, '../../../docs/sql.md'), 'utf8');
const examples = [...docs.matchAll(/```sql\n([\s\S]*?)```/g)].map(([, text]) => text!.trim());

describe('docs/sql.md', () => {
  let workspace: Workspace;
  beforeAll(async () => {
    workspace = await imported([
      fixture('samples/cpu-hog'),
      fixture('perf-script/sched.txt'),
      fixture('postgresql/disk-stall.log'),
      fixture('strace/epoch.txt'),
    ]);
  });
  afterAll(() => workspace.close());

  it('describes every column of the views with names', async () => {
    const rows = rowsOf(await answerOf(workspace, sqlTables), 'table', 'column', 'type', 'about');
    const views = ['samples', 'events', 'metrics', 'states', 'histograms'];
    const listedRows = rows.filter(([table]) => views.includes(String(table)));
    expect(new Set(listedRows.map(([table]) => table)).size).toBe(views.length);
    for (const [table, column, type, about] of listedRows) {
      const section = docs.slice(docs.indexOf(`### ${table}\n`)).split('\n### ', 1)[0]!;
      expect(section).toContain(`| \`${column}\` | ${type} | ${String(about).replaceAll('|', '\\|')} |`);
    }
  });

  it('has ten examples', () => expect(examples).toHaveLength(10));

  it.each(examples)('%s', async select => {
    const answer = await answerOf(workspace, sql, { select });
    expect(answer.columns.length).toBeGreaterThan(1);
    expect(answer.rows).toBeGreaterThan(0);
  });
});
