import { expect, it } from 'vitest';
import { answerOf, imported, noteTexts, rowsOf, workspaceOf } from '../../../fixtures/samples.ts';
import { fixture } from '../../../fixtures/shared.ts';
import { allProcesses } from './all-processes.ts';

it('lists processes that appear only in logs or metrics', async () => {
  const workspace = await imported([fixture('postgresql/disk-stall.log'), fixture('pidstat/pidstat-h.txt')]);
  try {
    const found = rowsOf(await answerOf(workspace, allProcesses), 'process', 'samples', 'events', 'series');
    expect(found.find(([process]) => process === 'postgres')).toEqual(['postgres', 0, 46, 0]);
    expect(found.some(([, , events, series]) => events === 0 && Number(series) > 0)).toBe(true);
  } finally {
    await workspace.close();
  }
});

it('counts the rows of each table separately, and notes that it ignores the scope', async () => {
  const workspace = await workspaceOf([
    { stack: 'main@app', ts: 0, process: 'web', tid: 1 },
    { stack: 'main@app', ts: 1, process: 'web', tid: 2 },
    { stack: 'main@app', ts: 2, process: 'db', tid: 3 },
  ]);
  try {
    const answer = await answerOf(workspace, allProcesses, {}, { processes: ['db'] });
    expect(rowsOf(answer, 'process', 'threads', 'samples', 'events')).toEqual([
      ['web', 2, 2, 0],
      ['db', 1, 1, 0],
    ]);
    expect(noteTexts(answer)).toEqual([
      'This list covers all captures and ignores these parts of the scope: processes.',
    ]);
  } finally {
    await workspace.close();
  }
});
