import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOf, imported, noteData, rowsOf } from '../../../fixtures/samples.ts';
import { switched, woken } from '../../../fixtures/scheduler.ts';
import { Scratch } from '../../../workspace/import/import.testing.ts';
import type { Workspace } from '../../../workspace/workspace.ts';
import { waits } from './waits.ts';

describe('waits', () => {
  const scratch = new Scratch();
  let workspace: Workspace;
  beforeAll(async () => {
    const events = [
      switched('0 0 x/9 S a/1'),
      switched('100 0 a/1 S b/2'),
      woken('160 0 b/2 a/1'),
      switched('200 0 b/2 S a/1'),
      switched('400 0 a/1 S -/0'),
    ];
    workspace = await imported([scratch.file('sched.txt', events.join(''))]);
  });
  afterAll(async () => {
    await workspace.close();
    scratch.remove();
  });

  it('have the share of the time of the thread, also if several threads are merged', async () => {
    const ofA = rowsOf(await answerOf(workspace, waits, {}, { threads: [1] }), 'state', 'time', 'percent');
    expect(ofA).toEqual([
      ['running', 300_000, 75],
      ['waiting', 60_000, 15],
      ['ready', 40_000, 10],
    ]);
    const all = rowsOf(await answerOf(workspace, waits, { by: 'all' }), 'time', 'percent');
    const whole = all.reduce((sum, [time]) => sum + Number(time), 0);
    expect(all).toEqual(all.map(([time]) => [time, (100 * Number(time)) / whole]));
  });

  it('on chosen CPUs say that no thread waits there', async () => {
    expect(noteData(await answerOf(workspace, waits), 'waits-on-no-cpu')).toBeUndefined();
    const chosen = await answerOf(workspace, waits, {}, { cpus: [0] });
    expect(noteData(chosen, 'waits-on-no-cpu')).toBeDefined();
    expect(rowsOf(chosen, 'state').flat()).not.toContain('waiting');
  });
});
