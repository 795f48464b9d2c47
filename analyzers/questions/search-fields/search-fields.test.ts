import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { answerOf, imported, rowsOf } from '../../../fixtures/samples.ts';
import { searchFieldsQuestion } from './search-fields.ts';

it('lists the fields of every search, then the fields of events, the most frequent first', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'aftertrace-fields-'));
  const path = join(folder, 'shop.log');
  const lines = [
    '{"time":"2026-01-02T03:04:05Z","level":"info","msg":"a","order":7}',
    '{"time":"2026-01-02T03:04:06Z","level":"info","msg":"b","order":8,"shop":"north"}',
  ];
  writeFileSync(path, `${lines.join('\n')}\n`);
  const workspace = await imported([path]);
  const rows = rowsOf(await answerOf(workspace, searchFieldsQuestion, {}), 'field', 'type', 'carried');
  expect(rows[0]).toEqual(['message', 'text', null]);
  expect(rows.slice(-2)).toEqual([
    ['order', 'number', 2],
    ['shop', 'text', 1],
  ]);
  await workspace.close();
  rmSync(folder, { recursive: true });
});
