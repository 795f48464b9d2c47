import { expect, it } from 'vitest';
import { rowsOf } from '../../../fixtures/samples.ts';
import { answerAbout } from '../../../fixtures/written.ts';
import { sqlTables } from './sql-tables.ts';

it('describes each column of the views, with its unit', async () => {
  const found = await answerAbout({ 'a.log': '2026-01-02T03:04:05Z INFO a\n' }, sqlTables);
  const columns = rowsOf(found, 'table', 'column', 'type', 'about').map(row => row.join(' | '));
  expect(columns).toContain('events | duration | BIGINT | Duration of a slice. Unit: ns.');
});
