import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askOf, rowsOf, workspaceOf } from '../../../fixtures/samples.ts';
import type { Workspace } from '../../../workspace/workspace.ts';
import { modules } from '../modules/modules.ts';
import { functions } from './functions.ts';

let workspace: Workspace;
beforeAll(async () => {
  workspace = await workspaceOf([
    { stack: 'main@app work@app read@libc', process: 'app', pid: 1, tid: 1 },
    { stack: 'main@app work@app read@libc', process: 'app', pid: 1, tid: 1 },
    { stack: 'main@app work@app', process: 'app', pid: 1, tid: 2, cpu: 1 },
    { stack: 'main@app walk@app walk@app read@libc walk@app', process: 'app', pid: 1, tid: 1 },
    { stack: '0x10@app', process: 'tool', pid: 2, tid: 3 },
    { stack: '0x20@app', process: 'tool', pid: 2, tid: 3 },
    { stack: '', process: 'tool', pid: 2, tid: 3 },
  ]);
});
afterAll(() => workspace.close());

describe('functions', () => {
  it('counts a sample once towards a total however often the function recurs', async () => {
    const result = await functions.answer(askOf(workspace), {}, {});
    expect(result.whole).toEqual({ amount: 7, unit: 'samples' });
    expect(rowsOf(result, 'function', 'module', 'self', 'total')).toEqual([
      ['read', 'libc', 2, 3],
      ['[unknown]', 'app', 2, 2],
      ['work', 'app', 1, 3],
      ['[no stack]', '[no stack]', 1, 1],
      ['walk', 'app', 1, 1],
      ['main', 'app', 0, 4],
    ]);
    expect(rowsOf(result, 'self_percent', 'total_percent')[0]).toEqual([200 / 7, 300 / 7]);
  });

  it('separates functions without a symbol by address on request', async () => {
    const result = await functions.answer(askOf(workspace), {}, { group: 'addresses', processes: ['tool'] });
    expect(rowsOf(result, 'function', 'self')).toEqual([
      ['[no stack]', 1],
      ['0x0000000000000010', 1],
      ['0x0000000000000020', 1],
    ]);
  });

  it('narrows to samples that pass through a module, a thread or a CPU', async () => {
    const ask = askOf(workspace);
    expect((await functions.answer(ask, {}, { modules: ['libc'] })).whole?.amount).toBe(3);
    expect((await functions.answer(ask, {}, { threads: [1] })).whole?.amount).toBe(3);
    expect((await functions.answer(ask, {}, { cpus: [1] })).whole?.amount).toBe(1);
    expect((await functions.answer(ask, {}, { processes: ['2'], cpus: [1] })).rows).toBe(0);
  });
});

describe('modules', () => {
  it('counts a sample once towards a total however often the module recurs', async () => {
    const result = await modules.answer(askOf(workspace), {}, {});
    expect(rowsOf(result, 'module', 'self', 'total')).toEqual([
      ['app', 4, 6],
      ['libc', 2, 3],
      ['[no stack]', 1, 1],
    ]);
  });
});
