import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askOf, noteTexts, rowsOf, workspaceOf } from '../../fixtures/samples.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { AskError } from '../contract.ts';
import { callTree } from '../questions/call-tree/call-tree.ts';
import { grouping, isKernel } from './grouping.ts';

let workspace: Workspace;
beforeAll(async () => {
  workspace = await workspaceOf([
    {
      stack:
        'main@/bin/app std::map<int,int>@/bin/app read@/lib/libc.so.6 sys_read@[kernel.kallsyms] copy@[nf]',
    },
    { stack: 'main@/bin/app read@/lib/libc.so.6' },
    { stack: 'main@/bin/app free@/lib/libc.so.6' },
  ]);
});
afterAll(() => workspace.close());

async function tree(group: string): Promise<unknown[][]> {
  const params = { depth: 0, 'min-percent': 0, node: 0, under: undefined, root: 'none' };
  return rowsOf(
    await callTree.answer(askOf(workspace), params, { group }),
    'depth',
    'function',
    'module',
    'total',
  );
}

const named = ['id', 'parent', 'depth', 'function', 'module', 'self', 'total', 'percent'];

describe('grouping rules', () => {
  it('makes every module one frame', async () => {
    expect(await tree('modules')).toEqual([
      [0, 'app', '/bin/app', 3],
      [1, 'libc.so.6', '/lib/libc.so.6', 3],
      [2, '[kernel.kallsyms]', '[kernel.kallsyms]', 1],
      [3, '[nf]', '[nf]', 1],
    ]);
  });

  it('makes matching modules, and the kernel, one frame', async () => {
    expect(await tree('module:libc*,kernel')).toEqual([
      [0, 'main', '/bin/app', 3],
      [1, 'libc.so.6', '/lib/libc.so.6', 2],
      [1, 'std::map<int,int>', '/bin/app', 1],
      [2, 'libc.so.6', '/lib/libc.so.6', 1],
      [3, '[kernel]', '[kernel]', 1],
    ]);
  });

  it('folds functions and modules into their callers, and leaves roots', async () => {
    expect(await tree('fold:std::map<int\\,int>, fold:main')).toEqual([
      [0, 'main', '/bin/app', 3],
      [1, 'read', '/lib/libc.so.6', 2],
      [2, 'sys_read', '[kernel.kallsyms]', 1],
      [3, 'copy', '[nf]', 1],
      [1, 'free', '/lib/libc.so.6', 1],
    ]);
    expect(await tree('fold-module:libc.so.6,fold-module:\\[*')).toEqual([
      [0, 'main', '/bin/app', 3],
      [1, 'std::map<int,int>', '/bin/app', 1],
    ]);
  });

  it('leaves hidden samples out, also from the total that percentages refer to, with a note', async () => {
    const params = { depth: 1, 'min-percent': 0, node: 0, under: undefined, root: 'none' };
    const result = await callTree.answer(askOf(workspace), params, { group: 'hide:free' });
    expect(rowsOf(result, ...named)).toEqual([[1, null, 0, 'main', '/bin/app', 0, 2, 100]]);
    expect(noteTexts(result)).toEqual(['Left out by a hide rule: 1 sample.']);
  });

  it('names an invalid rule in the error', () => {
    for (const rules of ['modules,folt:x', 'fold:', 'modules:x']) {
      expect(() => grouping(rules)).toThrow(AskError);
    }
    expect(() => grouping('modules,folt:x')).toThrow('Unknown grouping rule "folt:x"');
  });

  it('does not depend on the order of the rules', () => {
    expect(grouping('kernel, fold:x').key).toBe(grouping('fold:x,kernel,').key);
  });
});

describe('kernel modules', () => {
  it('are recognised by their names', () => {
    const kernel = [
      '[kernel.kallsyms]',
      '[guest.kernel.kallsyms]',
      '[nf_conntrack]',
      '/lib/vmlinux',
      '/lib/x.ko.xz',
      'ntoskrnl.exe',
      'C:\\Windows\\System32\\drivers\\tcpip.sys',
      'hal.dll',
    ];
    expect(kernel.filter(each => !isKernel(each))).toEqual([]);
    const user = [
      '[vdso]',
      'ntdll.dll',
      'server.exe',
      '[unknown]',
      '[vsyscall]',
      '[heap]',
      '/bin/vm',
      '/tmp/perf-12.map',
      '//anon',
    ];
    expect(user.filter(isKernel)).toEqual([]);
  });
});
