import { afterAll, beforeAll, expect, it } from 'vitest';
import { answerOf, noteData, rowsOf, workspaceOf } from '../../fixtures/samples.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import type { Analyzer, Answer, Params } from '../contract.ts';
import { callTree } from '../questions/call-tree/call-tree.ts';
import { functions } from '../questions/functions/functions.ts';
import { kinds } from '../questions/kinds/kinds.ts';
import { modules } from '../questions/modules/modules.ts';
import { processes } from '../questions/processes/processes.ts';
import { threads } from '../questions/threads/threads.ts';

let workspace: Workspace;
beforeAll(async () => {
  workspace = await workspaceOf([
    { stack: 'main@app read@libc', process: 'app', pid: 7, tid: 7, weight: 6 },
    { stack: 'main@app wait@libc poll@libc', process: 'app', pid: 7, tid: 8, weight: 3 },
    { stack: 'wait@libc', process: 'db', pid: 9, tid: 9, weight: 20 },
    { stack: '', process: 'db', pid: 9, tid: 9, weight: 1 },
  ]);
});
afterAll(() => workspace.close());

it('a rule that hides samples leaves the same samples out in every question', async () => {
  const scope = { group: 'hide:wait' };
  const questions = [
    [functions, 'self'],
    [modules, 'self'],
    [processes, 'samples'],
    [threads, 'samples'],
    [kinds, 'samples'],
    [callTree, 'self'],
  ] as unknown as readonly [Analyzer<Params, Answer>, string][];
  for (const [question, column] of questions) {
    const answer = await answerOf(workspace, question, {}, scope);
    const sum = rowsOf(answer, column).reduce((all, [value]) => all + Number(value), 0);
    expect([question.id, sum, noteData(answer, 'hidden')?.amount]).toEqual([question.id, 7, 23]);
  }
  expect(rowsOf(await answerOf(workspace, processes, {}, scope), 'process', 'samples')).toEqual([
    ['app', 6],
    ['db', 1],
  ]);
});

it('a rule that hides all samples gets a note', async () => {
  const answer = await answerOf(workspace, functions, {}, { group: 'hide:*', threads: [8] });
  expect(answer.whole?.amount).toBe(0);
  expect(noteData(answer, 'no-sample')).toEqual({ leftOut: ['hidden by a grouping rule'] });
});
