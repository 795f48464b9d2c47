import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOf, noteData, rowsOf, workspaceOf } from '../../../fixtures/samples.ts';
import type { Workspace } from '../../../workspace/workspace.ts';
import { exampleStates } from './example-states.ts';

describe('the example of a question about a table', () => {
  const web = { process: 'web', pid: 1, tid: 10 };
  const db = { process: 'db', pid: 2, tid: 20 };
  let workspace: Workspace;
  beforeAll(async () => {
    // EXAMPLE: rows of any table are drawn by their columns; an id is drawn as what it stands for.
    workspace = await workspaceOf([], [{}], [], {
      state: [
        { thread: web, ts: 0, duration: 100, state: 'running' },
        { thread: web, ts: 100, duration: 50, state: 'waiting', stack: 'main@app read@libc' },
        { thread: { ...web, tid: 11 }, ts: 0, duration: 7, state: 'waiting', waker: db },
        { thread: db, ts: 0, state: 'waiting' },
      ],
    });
  });
  afterAll(() => workspace.close());

  it('adds up durations by process and state, longest first', async () => {
    const answer = await answerOf(workspace, exampleStates);
    expect(rowsOf(answer)).toEqual([
      ['web', 'running', 1, 100],
      ['web', 'waiting', 2, 57],
      ['db', 'waiting', 1, null],
    ]);
    expect(noteData(answer, 'without-end')).toEqual({ endless: 1 });
  });

  it('adds up the time within the scope', async () => {
    const answer = await answerOf(workspace, exampleStates, {}, { from: 5n, to: 110n });
    expect(rowsOf(answer)).toEqual([
      ['web', 'running', 1, 95],
      ['web', 'waiting', 2, 12],
    ]);
  });

  it('honours the scope, and notes the parts that do not apply', async () => {
    const answer = await answerOf(workspace, exampleStates, {}, { threads: [11], kind: 'cycles' });
    expect(rowsOf(answer)).toEqual([['web', 'waiting', 1, 7]]);
    expect(noteData(answer, 'scope-ignored')).toEqual({ parts: ['kind'] });
    expect(rowsOf(await answerOf(workspace, exampleStates, {}, { modules: ['libc'] }))).toHaveLength(1);
  });
});
