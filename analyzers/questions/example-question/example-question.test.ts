import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOf, rowsOf, workspaceOf } from '../../../fixtures/samples.ts';
import type { Workspace } from '../../../workspace/workspace.ts';
import { exampleQuestion } from './example-question.ts';

// EXAMPLE: small workspaces are drawn (`workspaceOf`), real ones read from files (`imported`).
describe('the example of a question', () => {
  let workspace: Workspace;
  beforeAll(async () => {
    workspace = await workspaceOf([
      { stack: 'main@app', cpu: 1, process: 'web', weight: 6 },
      { stack: 'main@app', cpu: 0, process: 'web', weight: 3 },
      { stack: 'main@app', cpu: 0, process: 'db', weight: 1 },
    ]);
  });
  afterAll(() => workspace.close());

  it('counts samples by CPU, most first', async () => {
    expect(rowsOf(await answerOf(workspace, exampleQuestion))).toEqual([
      [1, 6, 60],
      [0, 4, 40],
    ]);
  });

  it('honours the scope', async () => {
    const answer = await answerOf(workspace, exampleQuestion, {}, { processes: ['db'] });
    expect(rowsOf(answer)).toEqual([[0, 1, 100]]);
  });

  it('notes the CPUs that it leaves out', async () => {
    const answer = await answerOf(workspace, exampleQuestion, { 'min-percent': 50 });
    expect(rowsOf(answer, 'cpu')).toEqual([[1]]);
    expect(answer.notes.map(({ code }) => code)).toEqual(['cpus-left-out']);
  });
});
