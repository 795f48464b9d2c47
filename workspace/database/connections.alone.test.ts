import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import duckdb, { type PreparedStatement } from '@duckdb/node-bindings';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { Workspace } from '../workspace.ts';

vi.mock('@duckdb/node-bindings', async original => {
  const { default: bindings } = await original<{ default: typeof duckdb }>();
  const { open, query, prepare, prepare_extracted_statement, interrupt, disconnect_sync } = bindings;
  const watched = {
    open: vi.fn(open),
    query: vi.fn(query),
    prepare: vi.fn(prepare),
    prepare_extracted_statement: vi.fn(prepare_extracted_statement),
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

describe('rows that are committed between the planning of a statement and its execution', () => {
  /** Commits the first row of a table after each statement that is planned. */
  async function whilePlanned<T>(ask: (workspace: Workspace) => Promise<T>): Promise<T> {
    const workspace = await Workspace.open(null);
    const database = await vi.mocked(duckdb.open).mock.results.at(-1)!.value;
    const other = await duckdb.connect(database);
    const commit = vi.fn(() => run(other, "INSERT INTO owed VALUES (7, 'states', 'of a kind')"));
    const plans = [duckdb.prepare, duckdb.prepare_extracted_statement].map(plan =>
      vi.mocked(plan as (...args: unknown[]) => Promise<PreparedStatement>),
    );
    const real = plans.map(plan => plan.getMockImplementation()!);
    plans.forEach((plan, i) => {
      plan.mockImplementation(async (...args) => {
        const statement = await real[i]!(...args);
        await commit();
        return statement;
      });
    });
    try {
      return await ask(workspace);
    } finally {
      expect(commit).toHaveBeenCalled();
      plans.forEach((plan, i) => {
        plan.mockImplementation(real[i]!);
      });
      duckdb.disconnect_sync(other);
      await workspace.close();
    }
  }

  it('are not read by a question with parameters', async () => {
    const sql = 'SELECT capture, pass, detail FROM owed WHERE capture < ? ORDER BY capture';
    const columns = await whilePlanned(workspace => workspace.columns(sql, [8]));
    expect(columns.length).toBe(0);
  });

  it("are not read by the user's SELECT", async () => {
    const sql = 'SELECT capture, pass, detail FROM owed ORDER BY capture';
    const table = await whilePlanned(workspace => workspace.table(sql));
    expect(table.rows).toEqual([]);
  });

  it('cannot be in a question without parameters, which is planned and executed at once', async () => {
    const workspace = await Workspace.open(null);
    vi.mocked(duckdb.prepare).mockClear();
    expect((await workspace.columns('SELECT capture FROM owed')).length).toBe(0);
    expect(duckdb.prepare).not.toHaveBeenCalled();
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

describe('a change that the disk refuses', () => {
  it('names the cause, also if DuckDB has ended the transaction, and changes nothing', async () => {
    const workspace = await Workspace.open(null);
    const full = 'TransactionContext Error: Failed to commit: Could not write: No space left on device';
    query.mockImplementation((connection, sql) => {
      if (sql === 'COMMIT') return run(connection, 'ROLLBACK').then(() => Promise.reject(new Error(full)));
      return run(connection, sql);
    });
    await expect(workspace.setSetting('kept', 'new')).rejects.toMatchObject({
      code: 'disk-full',
      message: `${workspace.file} was not changed: the disk is full. Make room on it, and try again.`,
    });
    query.mockImplementation(run);
    expect(await workspace.setting('kept')).toBe(null);
    await workspace.setSetting('kept', 'again');
    expect(await workspace.setting('kept')).toBe('again');
    await workspace.close();
  });

  it('after which DuckDB answers nothing leaves the workspace usable', async () => {
    const path = join(folder, 'fatal.aftertrace');
    const workspace = await Workspace.open(path);
    await workspace.setSetting('kept', 'yes');
    query.mockImplementation((connection, sql) =>
      sql === 'CHECKPOINT'
        ? Promise.reject(new Error('FATAL Error: Failed to create checkpoint: No space left on device'))
        : run(connection, sql),
    );
    await expect(workspace.saveAs(join(folder, 'none.aftertrace'))).rejects.toMatchObject({
      code: 'disk-full',
    });
    query.mockImplementation((connection, sql) =>
      sql === 'BEGIN'
        ? Promise.reject(new Error('FATAL Error: database has been invalidated'))
        : run(connection, sql),
    );
    const opened = vi.mocked(duckdb.open).mock.calls.length;
    await expect(workspace.setSetting('kept', 'no')).rejects.toThrow('invalidated');
    query.mockImplementation(run);
    await workspace.setSetting('more', 'yes');
    expect(vi.mocked(duckdb.open).mock.calls.length).toBe(opened + 1);
    expect([await workspace.setting('kept'), await workspace.setting('more')]).toEqual(['yes', 'yes']);
    expect(workspace.path).toBe(path);
    await workspace.close();
  });
});
