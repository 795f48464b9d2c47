import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import duckdb from '@duckdb/node-bindings';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { Workspace } from './workspace.ts';

vi.mock('@duckdb/node-bindings', async original => {
  const { default: bindings } = await original<{ default: typeof duckdb }>();
  const { query, interrupt, disconnect_sync } = bindings;
  const watched = {
    query: vi.fn(query),
    interrupt: vi.fn(interrupt),
    disconnect_sync: vi.fn(disconnect_sync),
  };
  // The properties of a native module can be neither replaced nor spread.
  return {
    default: new Proxy(watched, { get: (own, key) => Reflect.get(key in own ? own : bindings, key) }),
  };
});
const query = vi.mocked(duckdb.query);
const run = query.getMockImplementation()!;

const folder = mkdtempSync(join(tmpdir(), 'aftertrace-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => {
  query.mockImplementation(run);
});

describe('a SELECT that is not read to its end', () => {
  it.each([
    ['ends at the row limit', 'FROM range(3000000)', { limit: 10 }],
    ['has lists that are too long', 'SELECT list(range) FROM range(5000000)', {}],
    ['fails', "SELECT if(range = 900000, error('late'), range) FROM range(1000000)", {}],
    ['is stopped', 'SELECT range FROM range(100000000000) WHERE range % 1000000 = 0', { seconds: 0.2 }],
  ])('leaves the workspace whole when it is saved: %s', async (_, select, options) => {
    const workspace = await Workspace.open(null);
    await workspace.setSetting('kept', 'yes');
    await workspace.table(select, options).catch(() => undefined);
    await workspace.saveAs(join(folder, 'saved.aftertrace'));
    expect(await workspace.setting('kept')).toBe('yes');
    await workspace.close();
    const again = await Workspace.open(join(folder, 'saved.aftertrace'));
    expect(await again.setting('kept')).toBe('yes');
    await again.close();
  });

  it('is not reported as complete', async () => {
    const workspace = await Workspace.open(null);
    const failing = "SELECT if(range = 900000, error('late'), range) FROM range(1000000) -- late";
    await expect(workspace.table(failing)).rejects.toThrow('late');
    const slow = 'SELECT range FROM range(100000000000) WHERE range % 1000000 = 0';
    await expect(workspace.table(slow, { seconds: 0.2 })).rejects.toThrow('Stopped after 0.2 s');
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 100);
    await expect(workspace.table(slow, { cancel: stop.signal })).rejects.toThrow(/aborted|[Ii]nterrupt/);
    expect((await workspace.table('SELECT 1')).rows).toEqual([[1]]);
    await workspace.close();
  });
});

describe('a connection', () => {
  it('gets no interrupt once the statement has ended', async () => {
    const workspace = await Workspace.open(null);
    const stop = new AbortController();
    query.mockImplementation((connection, sql) => {
      if (sql === 'ROLLBACK') stop.abort();
      return run(connection, sql);
    });
    vi.mocked(duckdb.interrupt).mockClear();
    expect((await workspace.table('SELECT 1', { cancel: stop.signal })).rows).toEqual([[1]]);
    expect(stop.signal.aborted).toBe(true);
    expect(duckdb.interrupt).not.toHaveBeenCalled();
    await workspace.close();
  });

  it('is closed, not lent again, if its transaction cannot be ended', async () => {
    const workspace = await Workspace.open(null);
    query.mockImplementation((connection, sql) =>
      sql === 'ROLLBACK' ? Promise.reject(new Error('cannot roll back')) : run(connection, sql),
    );
    vi.mocked(duckdb.disconnect_sync).mockClear();
    await expect(workspace.table('SELECT 1')).rejects.toThrow('cannot roll back');
    expect(duckdb.disconnect_sync).toHaveBeenCalledTimes(1);
    query.mockImplementation(run);
    expect((await workspace.table('SELECT 1')).rows).toEqual([[1]]);
    expect((await workspace.columns('SELECT 1 AS x')).ints('x')[0]).toBe(1);
    await workspace.close();
  });
});
