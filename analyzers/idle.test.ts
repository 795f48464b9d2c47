import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askOf, noteTexts, rowsOf, workspaceOf } from '../fixtures/samples.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { functions } from './functions/functions.ts';
import { processes } from './processes/processes.ts';

const kernel = '[kernel.kallsyms]';
let workspace: Workspace;
beforeAll(async () => {
  workspace = await workspaceOf([
    { stack: `do_idle@${kernel} mwait_idle_with_hints.constprop.0@${kernel}`, process: 'swapper', pid: 0 },
    { stack: `do_idle@${kernel} pv_native_safe_halt@${kernel}`, process: 'swapper', pid: 0, weight: 50 },
    { stack: `do_idle@${kernel} handle_softirqs@${kernel}`, process: 'swapper', pid: 0, weight: 3 },
    { stack: 'main@app poll_idle@app', process: 'app', pid: 7, weight: 46 },
  ]);
});
afterAll(() => workspace.close());

describe('idle CPUs', () => {
  it('are counted like others, and told where they wait', async () => {
    const found = await functions.answer(askOf(workspace), {}, {});
    expect(rowsOf(found, 'function', 'self').slice(0, 2)).toEqual([
      ['pv_native_safe_halt', 50],
      ['poll_idle', 46],
    ]);
    expect(noteTexts(found)).toEqual([
      'CPUs with nothing to run wait in mwait_idle_with_hints.constprop.0, pv_native_safe_halt.',
    ]);
    expect(noteTexts(await functions.answer(askOf(workspace), {}, { processes: ['app'] }))).toEqual([]);
  });

  it('are a process that is named as what it is', async () => {
    const found = await processes.answer(askOf(workspace), {}, {});
    expect(rowsOf(found, 'process', 'samples')).toEqual([
      ['swapper', 54],
      ['app', 46],
    ]);
    expect(noteTexts(found)).toEqual(['swapper is the idle task: its share is time that no process used.']);
  });
});
