import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askOf, workspaceOf } from '../../fixtures/samples.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { type AnswerColumn, nullWide } from '../contract.ts';
import { texts } from '../kit/answer.ts';
import { rowFilter } from './row-filter.ts';

const columns: readonly AnswerColumn[] = [
  { name: 'function', kind: 'code', about: '' },
  { name: 'module', kind: 'code', about: '' },
  { name: 'percent', kind: 'percent', about: '' },
  { name: 'took', kind: 'duration', about: '' },
  { name: 'time', kind: 'time', about: '' },
];
const noon = BigInt(Date.UTC(2026, 0, 2, 12)) * 1_000_000n;
const data = [
  texts(['LWLockAcquire', 'std::vector<int>::push_back', 'memcpy', null]),
  texts(['/usr/bin/postgres', 'app', '/lib/libc.so.6', 'app']),
  Float64Array.of(40, 12.5, 503, Number.NaN),
  Float64Array.of(5e6, 2e9, 800, Number.NaN),
  BigInt64Array.of(noon, noon + 60_000_000_000n, nullWide, noon - 1n),
];

describe('rows of a table that a search finds', () => {
  let workspace: Workspace;
  beforeAll(async () => {
    workspace = await workspaceOf([]);
  });
  afterAll(() => workspace.close());
  const found = async (text: string) => {
    const is = await rowFilter(askOf(workspace), { columns, data }, text);
    return [0, 1, 2, 3].filter(is);
  };

  it.each([
    ['lwlock', [0]],
    ['APP', [1, 3]],
    ['', [0, 1, 2, 3]],
    ['app -push_back', [3]],
    ['postgres OR memcpy', [0, 2]],
    ['"usr/bin"', [0]],
    ['12.5', [1]],
    ['5xx', [2]],
    ['/Acquire$|^mem/', [0, 2]],
    ['function:LWLock*', [0]],
    ['function=memcpy', [2]],
    ['function!=memcpy', [0, 1]],
    ['module:"app"', [1, 3]],
    ['module:/lib(c|d)/', [2]],
    ['module:*.so.6', [2]],
    ['percent>12.5', [0, 2]],
    ['percent<=12.5%', [1]],
    ['percent=5xx', [2]],
    ['took>1ms', [0, 1]],
    ['took<1us', [2]],
    ['time>=2026-01-02T12:00', [0, 1]],
    ['time<2026-01-02T12:00', [3]],
  ])('%s', async (text, rows) => expect(await found(text)).toEqual(rows));

  it.each([
    ['std::vector<int>::push', [1]],
    ['nothing:here', []],
    ['(', []],
    ['/(/', []],
    ['push_back', [1]],
    ['vector<int', [1]],
  ])('reads a text that is not a valid search literally: %s', async (text, rows) =>
    expect(await found(text)).toEqual(rows),
  );
});
