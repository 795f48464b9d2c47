import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOf, rowsOf, workspaceOf } from '../../../fixtures/samples.ts';
import type { Workspace } from '../../../workspace/workspace.ts';
import { contains } from '../../stacks/matching.ts';
import { matches } from './matches.ts';

describe('matches', () => {
  let workspace: Workspace;
  beforeAll(async () => {
    workspace = await workspaceOf([
      { stack: 'main@app ExecProc@app ExecScan@app read@libc', weight: 5, process: 'app' },
      { stack: 'main@app ExecScan@app', weight: 2, process: 'app' },
      { stack: 'main@app commit@app', weight: 3, process: 'tool' },
    ]);
  });
  afterAll(() => workspace.close());

  it('counts a sample once however many of its functions match', async () => {
    expect(rowsOf(await answerOf(workspace, matches, { find: 'exec' }))).toEqual([[2, 7, 70]]);
    expect(rowsOf(await answerOf(workspace, matches, { find: 'Scan | COMMIT' }))).toEqual([[2, 10, 100]]);
    expect(rowsOf(await answerOf(workspace, matches, { find: 'libc' }))).toEqual([[1, 5, 50]]);
    expect(rowsOf(await answerOf(workspace, matches, { find: 'nobody' }))).toEqual([[0, 0, 0]]);
  });

  it('counts samples in scope', async () => {
    const answer = await answerOf(workspace, matches, { find: 'commit|read' }, { processes: ['app'] });
    expect(rowsOf(answer)).toEqual([[1, 5, (100 * 5) / 7]]);
  });
});

describe('contains', () => {
  it('matches texts literally, and refuses an empty one', () => {
    expect(contains('a.c*')('abcc')).toBe(false);
    expect(contains('OPERATOR||')('operator||(x)')).toBe(true);
    expect(contains(' | ')('anything')).toBe(false);
  });
});
