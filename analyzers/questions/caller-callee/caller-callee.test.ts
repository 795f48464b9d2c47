import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askOf, noteData, noteTexts, rowsOf, workspaceOf } from '../../../fixtures/samples.ts';
import type { Workspace } from '../../../workspace/workspace.ts';
import { moduleCallers } from '../module-callers/module-callers.ts';
import { callerCallee } from './caller-callee.ts';

let workspace: Workspace;
beforeAll(async () => {
  workspace = await workspaceOf([
    { stack: 'main@app walk@app visit@app walk@app visit@app read@/lib/libc.so.6', weight: 4 },
    { stack: 'main@app walk@app', weight: 2 },
    { stack: 'walk@app read@/lib/libc.so.6', weight: 1 },
    { stack: 'main@app walk@/lib/other.so', weight: 1 },
    { stack: 'read@/lib/libc.so.6 main@app read@/lib/libc.so.6', weight: 2 },
  ]);
});
afterAll(() => workspace.close());

describe('callers and callees', () => {
  it('counts each sample once per pair, however often the pair recurs', async () => {
    const params = { function: 'walk', module: 'app' };
    const result = await callerCallee.answer(askOf(workspace), params, {});
    expect(rowsOf(result, 'role', 'function', 'module', 'self', 'total', 'percent')).toEqual([
      ['caller', 'main', 'app', 2, 6, 60],
      ['caller', 'visit', 'app', 0, 4, 40],
      ['function', 'walk', 'app', 2, 7, 70],
      ['callee', 'visit', 'app', 0, 4, 40],
      ['callee', 'read', '/lib/libc.so.6', 1, 1, 10],
    ]);
  });

  it('notes that no sample in scope contains the function, which differs from having no caller', async () => {
    const params = { function: 'read', module: '/lib/libc.so.6' };
    const ask = (modules: string[]) => callerCallee.answer(askOf(workspace), params, { modules });
    expect(noteData(await ask(['other.so']), 'not-in-scope')).toEqual({ name: 'read' });
    expect(noteData(await ask(['app']), 'not-in-scope')).toBeUndefined();
    const module = { module: 'libc.so.6' };
    const callers = await moduleCallers.answer(askOf(workspace), module, { modules: ['other.so'] });
    expect(noteData(callers, 'not-in-scope')).toEqual({ name: 'libc.so.6' });
  });

  it('merges all functions of one name, with a note', async () => {
    const result = await callerCallee.answer(askOf(workspace), { function: 'walk', module: undefined }, {});
    expect(rowsOf(result, 'role', 'function', 'module', 'total').slice(0, 4)).toEqual([
      ['caller', 'main', 'app', 7],
      ['caller', 'visit', 'app', 4],
      ['function', 'walk', 'app', 7],
      ['function', 'walk', '/lib/other.so', 1],
    ]);
    expect(noteTexts(result)).toEqual([
      '2 functions are named walk (in app, /lib/other.so); the answer covers all of them.',
    ]);
  });

  it('suggests the nearest name if there is no such function', async () => {
    const ask = askOf(workspace);
    await expect(callerCallee.answer(ask, { function: 'wlak', module: undefined }, {})).rejects.toThrow(
      /no function "wlak" in this workspace; nearest: "walk"/,
    );
    await expect(callerCallee.answer(ask, { function: 'walk', module: 'libc' }, {})).rejects.toThrow(
      'There is no function "walk" in module "libc"; it is in "app", "/lib/other.so".',
    );
  });
});

describe('callers of a module', () => {
  it('finds the functions that call into a module, given by its base name, counting each sample once', async () => {
    const result = await moduleCallers.answer(askOf(workspace), { module: 'libc.so.6' }, {});
    expect(rowsOf(result, 'function', 'module', 'total', 'percent')).toEqual([
      ['visit', 'app', 4, 40],
      ['main', 'app', 2, 20],
      ['walk', 'app', 1, 10],
    ]);
    expect(noteTexts(result)).toEqual([
      'No caller, because the module is at the root of the stack: 2 samples.',
    ]);
    await expect(moduleCallers.answer(askOf(workspace), { module: 'libc' }, {})).rejects.toThrow(
      'There is no module "libc" in this workspace; nearest: "libc.so.6"',
    );
  });
});
