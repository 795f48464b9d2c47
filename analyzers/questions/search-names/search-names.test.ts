import { afterAll, beforeAll, expect, it } from 'vitest';
import { answerOf, noteTexts, rowsOf, workspaceOf } from '../../../fixtures/samples.ts';
import type { Workspace } from '../../../workspace/workspace.ts';
import { searchNames } from './search-names.ts';

let workspace: Workspace;
beforeAll(async () => {
  workspace = await workspaceOf(
    [
      { stack: 'main@app copy_page@[kernel]', process: 'copier', pid: 1 },
      { stack: 'main@app copy_user@[kernel]', process: 'app', pid: 2 },
      { stack: 'main@app copy_user@[kernel]', process: 'app', pid: 2 },
    ],
    [{ name: 'copy.perf.txt' }],
    [{ path: 'disk/vda/copies', values: [1, 2] }],
  );
});
afterAll(() => workspace.close());

const found = async (query: string, more: object = {}) =>
  rowsOf(await answerOf(workspace, searchNames, { query, ...more }), 'what', 'name', 'amount');

it('finds functions, processes, series and others by name, those with most weight first', async () => {
  expect(await found('cop')).toEqual([
    ['function', 'copy_user', 2],
    ['function', 'copy_page', 1],
    ['process', 'copier', 1],
    ['capture', 'copy.perf.txt', 5],
    ['series', 'disk › vda › copies', 2],
  ]);
});

it('accepts the search language, with fields of each type of object', async () => {
  expect(await found('/^copy_/ total>1')).toEqual([['function', 'copy_user', 2]]);
  expect(await found('function:copy* module:*kernel*')).toHaveLength(2);
  expect(await found('kernel')).toEqual([['module', '[kernel]', 3]]);
});

it('notes the types of which more were found than shown', async () => {
  expect(await found('copy', { top: 1 })).toHaveLength(2);
  expect(noteTexts(await answerOf(workspace, searchNames, { query: 'copy_', top: 1 }))).toEqual([
    'Only the first names of each type are listed; there are more of function (1).',
  ]);
});
