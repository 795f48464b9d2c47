import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import duckdb from '@duckdb/node-bindings';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openError } from './database/database-file.ts';
import { reserve } from './database/holders.ts';
import { rescueFindings } from './findings/rescue.ts';
import { nullWide, QueryError } from './query.ts';
import { renamedColumns, sqlColumns, sqlTableNames } from './store/schema.ts';
import { Workspace } from './workspace.ts';

const folder = mkdtempSync(join(tmpdir(), 'aftertrace-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = (name: string) => join(folder, name);

async function withDatabase(path: string, work: (run: (sql: string) => Promise<unknown>) => Promise<void>) {
  const database = await duckdb.open(path);
  const connection = await duckdb.connect(database);
  await work(sql => duckdb.query(connection, sql));
  duckdb.disconnect_sync(connection);
  duckdb.close_sync(database);
}

describe('schema', () => {
  it('has every table and column of `tables.ts`, with descriptions', async () => {
    const workspace = await Workspace.open(file('schema.aftertrace'));
    for (const table of sqlTableNames) {
      const found = await workspace.columns(
        'SELECT column_name AS name, data_type AS type, comment FROM duckdb_columns() WHERE table_name = ? ORDER BY column_index',
        [table],
      );
      const columns = sqlColumns(table);
      const aliases = renamedColumns(table).map(([formerly]) => formerly);
      expect(found.texts('name')).toEqual([...columns.map(c => c.name), ...aliases]);
      expect(found.texts('type').slice(0, columns.length)).toEqual(columns.map(c => c.type));
      expect(found.texts('comment').slice(0, columns.length)).toEqual(columns.map(c => c.about));
    }
    for (const view of ['samples', 'events', 'metrics'])
      expect((await workspace.table(`SELECT * FROM ${view}`)).rows).toEqual([]);
    await workspace.close();
  });

  it('reopens a workspace', async () => {
    const path = file('reopen.aftertrace');
    await (await Workspace.open(path)).close();
    const again = await Workspace.open(path);
    expect(again.path).toBe(path);
    expect(await again.captures()).toEqual([]);
    await again.close();
  });

  it('has a revision that no other workspace has', async () => {
    const [first, second] = [await Workspace.open(null), await Workspace.open(null)];
    expect(second.revision).not.toBe(first.revision);
    await Promise.all([first.close(), second.close()]);
  });
});

describe('columns', () => {
  it('reads every type as the contract says', async () => {
    const workspace = await Workspace.open(null);
    const result = await workspace.columns(`
      SELECT * FROM (VALUES
        (1::INTEGER, true, 2::SMALLINT, 3::BIGINT, 4.5::DOUBLE, 6.25::DECIMAL(9,2), 7::HUGEINT, 8::UBIGINT, 'short', 'longer than twelve bytes ä', DATE '2026-01-02'),
        (NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)
      ) t(i, b, s, w, d, dec, h, u, t, l, day)`);
    expect(result.length).toBe(2);
    expect([...result.ints('i'), ...result.ints('b'), ...result.ints('s')]).toEqual([1, -1, 1, -1, 2, -1]);
    expect([...result.wides('w')]).toEqual([3n, nullWide]);
    for (const [column, value] of Object.entries({ d: 4.5, dec: 6.25, h: 7, u: 8 }))
      expect([...result.numbers(column)]).toEqual([value, Number.NaN]);
    expect(result.texts('t')).toEqual(['short', null]);
    expect(result.texts('l')).toEqual(['longer than twelve bytes ä', null]);
    expect(result.texts('day')).toEqual(['2026-01-02', null]);
    await workspace.close();
  });

  it('reads more rows than one chunk, in order', async () => {
    const workspace = await Workspace.open(null);
    const rows = await workspace.columns(
      'SELECT range::INTEGER AS i, range::VARCHAR AS t FROM range(100000) ORDER BY range',
    );
    expect(rows.ints('i').every((value, i) => value === i)).toBe(true);
    expect(rows.texts('t').every((value, i) => value === String(i))).toBe(true);
    await workspace.close();
  });

  it('binds values by position and by name', async () => {
    const workspace = await Workspace.open(null);
    const byPlace = await workspace.columns('SELECT ?::BIGINT + 1 AS a, ? AS b', [2n ** 60n, 'x']);
    expect(byPlace.wides('a')[0]).toBe(2n ** 60n + 1n);
    const byName = await workspace.columns('SELECT $n::DOUBLE AS a, $t IS NULL AS b', { n: 0.5, t: null });
    expect([byName.numbers('a')[0], byName.ints('b')[0]]).toEqual([0.5, 1]);
    await workspace.close();
  });

  it('rejects bad SQL with the SQL in the error', async () => {
    const workspace = await Workspace.open(null);
    await expect(workspace.columns('SELECT nonsense')).rejects.toBeInstanceOf(QueryError);
    await workspace.close();
  });

  it('stops when cancelled', async () => {
    const workspace = await Workspace.open(null);
    const cancel = new AbortController();
    setTimeout(() => cancel.abort(), 50);
    const query = workspace.columns(
      'SELECT sum(hash(a.range * b.range)::DOUBLE) AS s FROM range(1000000) a, range(1000000) b',
      [],
      cancel.signal,
    );
    await expect(query).rejects.toBeInstanceOf(QueryError);
    await expect(workspace.columns('SELECT 1 AS x', [], cancel.signal)).rejects.toBeInstanceOf(QueryError);
    expect((await workspace.columns('SELECT 1 AS x')).ints('x')[0]).toBe(1);
    await workspace.close();
  });
});

describe('table', () => {
  it('gives values that JSON can represent', async () => {
    const workspace = await Workspace.open(null);
    const { columns, rows, more } = await workspace.table(
      `SELECT 1 AS a, 9007199254740993 AS b, 42::BIGINT AS c, make_timestamp_ns(1700000000123456789) AS t, [1, NULL] AS l,
              {'k': 2::BIGINT} AS s, 1.5 AS d, NULL AS n, TIMESTAMPTZ '2024-01-01 00:00:00+02' AS z`,
    );
    expect(columns.map(c => c.name)).toEqual(['a', 'b', 'c', 't', 'l', 's', 'd', 'n', 'z']);
    expect(rows).toEqual([
      [
        1,
        '9007199254740993',
        42,
        '2023-11-14T22:13:20.123456789Z',
        [1, null],
        { k: 2 },
        1.5,
        null,
        '2023-12-31T22:00:00.000000000Z',
      ],
    ]);
    expect(more).toBe(false);
    expect(await workspace.table('FROM range(10)', { limit: 3 })).toMatchObject({
      rows: [[0], [1], [2]],
      more: true,
    });
    await workspace.close();
  });

  const attacks = [
    "COPY capture TO '/tmp/x.csv'",
    "ATTACH '/tmp/other.db'",
    "SELECT * FROM read_csv('/etc/passwd')",
    "SELECT * FROM read_text('/etc/passwd')",
    "SELECT * FROM glob('/etc/*')",
    "SELECT * FROM '/etc/passwd'",
    'INSTALL httpfs',
    'LOAD icu',
    'PRAGMA database_list',
    "SET memory_limit = '1TB'",
    "SELECT getenv('HOME')",
    'SELECT 1; SELECT 2',
    'DELETE FROM capture',
    'DROP TABLE capture',
    'CREATE TABLE x (a INTEGER)',
    'EXPLAIN ANALYZE DELETE FROM capture',
    "SELECT * FROM query('DELETE FROM capture')",
    'CHECKPOINT',
    'BEGIN',
    'CALL checkpoint()',
    'CALL pragma_version()',
    'EXPLAIN SELECT 1',
    'VACUUM',
    'USE memory',
    'RESET threads',
    'PREPARE x AS SELECT 1',
    "SELECT * FROM read_blob('/etc/passwd')",
    "SELECT * FROM read_json('/proc/self/environ')",
    "SELECT * FROM read_parquet('https://example.com/x.parquet')",
    "SELECT * FROM parquet_scan('/etc/passwd')",
    "SELECT * FROM sniff_csv('/etc/passwd')",
    "SELECT * FROM read_duckdb('/tmp/other.db')",
    "SELECT * FROM query_table('/etc/passwd')",
    "SELECT * FROM 'https://example.com/x.csv'",
    "SELECT nextval('x')",
    '/* pragma */ PRAGMA show_tables',
    "-- SELECT\nPRAGMA table_info('capture')",
    'SELECT * FROM range(3); DROP TABLE capture',
    'INSERT INTO capture SELECT * FROM capture',
    "UPDATE capture SET name = 'x'",
    'SELECT list(range) FROM range(5000000)',
    "SELECT {'of': [list(range)]} FROM range(5000000)",
    "EXPORT DATABASE '/tmp/x'",
    "FROM enable_logging(storage='file', storage_path='/tmp/x')",
    "FROM ENABLE_LOGGING(storage='stdout')",
    "SELECT (SELECT count(*) FROM \"enable_profiling\"(format='json', save_location='/tmp/x'))",
    'WITH x AS (FROM force_checkpoint()) FROM x',
    'SELECT * FROM range(3), LATERAL (FROM truncate_duckdb_logs())',
    'FROM checkpoint()',
    "FROM json_execute_serialized_sql('{}')",
    "SELECT write_log('x')",
    'SELECT sleep_ms(range) FROM range(3)',
    'WITH x AS (DELETE FROM capture RETURNING *) SELECT * FROM x',
    '',
  ];
  it.each(attacks)('refuses %s', async sql => {
    const workspace = await Workspace.open(null);
    await expect(workspace.table(sql)).rejects.toMatchObject({ name: 'WorkspaceError', code: 'bad-sql' });
    expect((await workspace.table('SELECT count(*) FROM capture')).rows).toEqual([[0]]);
    await workspace.close();
  });
});

it('a workspace from elsewhere cannot call functions by its views and macros', async () => {
  const path = file('hostile.aftertrace');
  await (await Workspace.open(path)).close();
  await withDatabase(path, async run => {
    await run('CREATE VIEW evil AS SELECT \'force_checkpoint()\' AS a, * FROM "force_checkpoint"()');
    await run('CREATE VIEW "looks good" AS SELECT * FROM evil');
    await run('CREATE MACRO twice(x) AS (SELECT count(*) FROM force_checkpoint())');
    await run("CREATE VIEW good AS SELECT 'force_checkpoint()' AS a FROM range(2)");
  });
  const workspace = await Workspace.open(path);
  for (const select of ['FROM evil', 'SELECT * FROM "looks good"', "SELECT twice('A')"])
    await expect(workspace.table(select)).rejects.toThrow(/The function \w+ is not available here/);
  expect((await workspace.table('FROM good')).rows).toHaveLength(2);
  await workspace.close();
});

describe('a workspace from elsewhere, in which our own questions would call its functions', () => {
  it.each([
    ['a function', 'CREATE MACRO lower(x) AS 42', 'lower'],
    ['an aggregate, by another case', 'CREATE MACRO SUM(x) AS 42', 'sum'],
    ['an operator', 'CREATE MACRO "+"(a, b) AS 42', '\\+'],
    ['LIKE', 'CREATE MACRO "~~"(a, b) AS true', '~~'],
    ['count(*)', 'CREATE MACRO count_star() AS 42', 'count_star'],
    ['the list of functions', 'CREATE MACRO duckdb_functions() AS TABLE SELECT 1', 'duckdb_functions'],
    ['the rows of imports', 'CREATE MACRO appended(key) AS TABLE SELECT 1', 'appended'],
    ['a table', 'DROP TABLE sample; CREATE VIEW sample AS FROM enable_logging()', 'enable_logging'],
    ['a view', 'CREATE OR REPLACE VIEW events AS FROM force_checkpoint()', 'force_checkpoint'],
  ])('is not opened if it replaces %s', async (what, sql, name) => {
    const path = file(`replaces ${what.replaceAll(/\W/g, ' ')}.aftertrace`);
    await (await Workspace.open(path)).close();
    await withDatabase(path, async run => {
      await run(sql);
    });
    const refused = { code: 'foreign-functions', message: expect.stringMatching(`${name}.* is not opened`) };
    await expect(Workspace.open(path)).rejects.toMatchObject(refused);
    await expect(Workspace.open(path, { readOnly: true })).rejects.toMatchObject(refused);
  });
});

it('SQL may describe, compute, unnest and use windows', async () => {
  const workspace = await Workspace.open(null);
  for (const select of [
    'DESCRIBE sample',
    'SUMMARIZE capture',
    'SHOW TABLES',
    'FROM duckdb_tables()',
    "SELECT x[1], {'a': 1}, [y FOR y IN x IF y > 1], list_transform(x, lambda z: z + 1), x::JSON->>'$[0]' FROM (SELECT [1, 2] AS x)",
    'SELECT row_number() OVER (ORDER BY range), lag(range) OVER (ORDER BY range) FROM range(3) QUALIFY row_number() OVER () = 1',
    'SELECT unnest([1, 2]), random() FROM generate_series(1, 2)',
    'FROM (PIVOT (SELECT 1 AS a, 2 AS b) ON a IN (1, 2) USING sum(b))',
    "SELECT extract(year FROM DATE '2020-01-01' + INTERVAL 1 DAY), 'a' || 'b', CASE WHEN true THEN 1 END",
    'FROM samples UNION ALL BY NAME FROM events;',
  ])
    await expect(workspace.table(select)).resolves.toBeDefined();
  await workspace.close();
});

describe('SQL that takes too long or too much memory', () => {
  let workspace: Workspace;
  beforeAll(async () => {
    workspace = await Workspace.open(null);
  });
  afterAll(() => workspace.close());
  const endless = 'WITH RECURSIVE t AS (SELECT 1 AS a UNION ALL SELECT a + 1 FROM t) SELECT count(*) FROM t';

  it('is stopped in time', () =>
    expect(workspace.table(endless, { seconds: 0.1 })).rejects.toThrow('Stopped after 0.1 s'));

  it.each([
    endless,
    'SELECT count(*) FROM range(10000000000) a, range(1000) b WHERE hash(a.range) = hash(b.range + 1)',
    'SELECT range FROM range(100000000000) WHERE range < 0',
  ])('stops when cancelled, even before it has begun: %s', async sql => {
    for (const delay of [null, 0, 100]) {
      const stop = new AbortController();
      if (delay === null) stop.abort();
      const asked = workspace.table(sql, { cancel: stop.signal, seconds: 10 });
      const ended = expect(asked).rejects.toThrow(/INTERRUPT|[Ii]nterrupted/);
      if (delay !== null) setTimeout(() => stop.abort(), delay);
      await ended;
    }
    expect((await workspace.table('SELECT 1')).rows).toEqual([[1]]);
  });

  it('gives rows up to the memory limit, and states that there are more', async () => {
    const { rows, more } = await workspace.table("SELECT repeat('x', 1000000) FROM range(300)");
    expect(more).toBe(true);
    expect(rows.length).toBeGreaterThan(200);
  });
});

describe('open', () => {
  it('names a file that is not a workspace, and does not change it', async () => {
    writeFileSync(
      file('text.aftertrace'),
      'just some text, quite long enough to be looked at as a header\n'.repeat(400),
    );
    await expect(Workspace.open(file('text.aftertrace'))).rejects.toMatchObject({ code: 'not-a-workspace' });
    await withDatabase(file('foreign.db'), run => run('CREATE TABLE x (a INTEGER)') as Promise<void>);
    await expect(Workspace.open(file('foreign.db'))).rejects.toMatchObject({ code: 'not-a-workspace' });
    await expect(Workspace.open(folder)).rejects.toMatchObject({ code: 'not-a-workspace' });
    await expect(Workspace.open(file('no/such/x.aftertrace'))).rejects.toMatchObject({ code: 'not-found' });
  });

  it.skipIf(process.platform === 'win32')('does not wait for the other end of a pipe', async () => {
    const pipe = file('pipe');
    execFileSync('mkfifo', [pipe]);
    await expect(Workspace.open(pipe)).rejects.toMatchObject({
      code: 'not-a-workspace',
      message: `${pipe} is not a file, so it cannot be a workspace.`,
    });
    expect(await rescueFindings(pipe, folder)).toBe(null);
  });

  it('reports damage anywhere in the file', async () => {
    const path = file('good.aftertrace');
    await (await Workspace.open(path)).close();
    const good = readFileSync(path);
    const damaged = (from: number, to: number) => Buffer.from(good).fill(0x5a, from, to);
    const broken: Record<string, Uint8Array> = {
      half: good.subarray(0, good.length >> 1),
      tail: good.subarray(0, good.length - 300_000),
      headers: damaged(4096, 12288),
      end: damaged(good.length - 262_144, good.length),
    };
    for (const [name, bytes] of Object.entries(broken)) {
      writeFileSync(file(name), bytes);
      await expect(Workspace.open(file(name)), name).rejects.toMatchObject({
        code: 'corrupt',
        message: expect.stringMatching(/is damaged and cannot be .*Keep it: aftertrace rescue/),
      });
    }
  });

  it('names the program that has locked the file', async () => {
    const path = file('locked.aftertrace');
    const script = `import duckdb from '@duckdb/node-bindings';
      const database = await duckdb.open(${JSON.stringify(path)});
      console.log('locked');
      setInterval(() => database, 1000);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { cwd: process.cwd() });
    try {
      await new Promise(resolve => child.stdout.once('data', resolve));
      await expect(Workspace.open(path)).rejects.toMatchObject({
        code: 'locked',
        message: expect.stringContaining(`(node, process ${child.pid})`),
      });
    } finally {
      child.kill();
    }
  });

  it('opens one that may only be read: it can be asked and saved elsewhere, and says why it is not changed', async () => {
    const path = file('evidence.aftertrace');
    const written = await Workspace.open(path);
    await written.setSetting('kept', 'yes');
    await written.close();
    const before = readFileSync(path);
    const workspace = await Workspace.open(path, { readOnly: true });
    expect(await workspace.setting('kept')).toBe('yes');
    expect((await workspace.table('FROM samples')).rows).toEqual([]);
    for (const change of [
      () => workspace.setSetting('kept', 'no'),
      () => workspace.import({ paths: [path] }),
      () => workspace.undoClock(),
    ])
      await expect(change()).rejects.toThrow('evidence.aftertrace may only be read');
    await workspace.saveAs(file('evidence-copy.aftertrace'));
    await workspace.close();
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(readdirSync(folder).filter(name => name.startsWith('evidence.'))).toEqual(['evidence.aftertrace']);
  });

  it('calls damaged only what is', async () => {
    for (const [said, code] of [
      ['IO Error: Could not open: Too many open files', 'unreadable'],
      ['IO Error: Could not write: No space left on device', 'disk-full'],
      ['IO Error: Could not fsync: Input/output error', 'unreadable'],
      ['Out of Memory Error: failed to allocate', 'unreadable'],
      ['IO Error: Corrupt database file: computed checksum 1 does not match stored checksum 2', 'corrupt'],
    ] as const) {
      const { code: found, message } = openError('/x/case.aftertrace', new Error(said));
      expect([found, message.includes('is damaged')]).toEqual([code, code === 'corrupt']);
      expect(message).toContain('/x/case.aftertrace');
    }
  });

  it('refuses to open a workspace twice in one program, under any path, and to save over an open one', async () => {
    const path = file('twice.aftertrace');
    const first = await Workspace.open(path);
    symlinkSync(path, file('link.aftertrace'));
    const other = await Workspace.open(null);
    const refused = { code: 'locked', message: expect.stringContaining('is already open in this program') };
    for (const name of [path, file('link.aftertrace')])
      await expect(Workspace.open(name)).rejects.toMatchObject(refused);
    await expect(other.saveAs(path)).rejects.toMatchObject(refused);
    await first.close();
    await other.saveAs(path);
    await other.close();
    await (await Workspace.open(path)).close();
  });

  it('stays reserved while it is closed to be copied, and can be asked again if it could not be opened', async () => {
    const path = file('copied.aftertrace');
    const workspace = await Workspace.open(path);
    let [isCopied, seen] = [false, 0];
    const copied = workspace.exportSubset(file('subset.aftertrace'), []).finally(() => {
      isCopied = true;
    });
    while (!isCopied) {
      expect(() => reserve(path)).toThrow('is already open in this program');
      seen++;
      await new Promise(setImmediate);
    }
    await copied;
    expect(seen).toBeGreaterThan(1);
    const ask = () => workspace.setting('title');
    renameSync(path, file('away.aftertrace'));
    mkdirSync(path);
    await expect(workspace.import({ paths: [file('none')], memory: 300e6 })).rejects.toThrow('is a folder');
    await expect(ask()).rejects.toThrow('could not be opened again');
    rmSync(path, { recursive: true });
    renameSync(file('away.aftertrace'), path);
    await expect(ask()).rejects.toThrow('could not be opened again');
    await expect.poll(ask).toBeNull();
    await workspace.close();
    reserve(path)();
  });

  it('keeps the file locked after an import', async () => {
    const path = file('held.aftertrace');
    writeFileSync(file('held.log'), '2024-01-01 00:00:00 INFO begins\n2024-01-01 00:00:01 INFO ends\n');
    const workspace = await Workspace.open(path);
    await workspace.import({ paths: [file('held.log')], workers: 0 });
    const script = `import duckdb from '@duckdb/node-bindings';
      await duckdb.open(${JSON.stringify(path)});`;
    const other = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
    await workspace.close();
    expect(other.status).toBe(1);
    expect(other.stderr).toMatch(/set lock on file|being used by another process/);
  });
});

describe('saveAs', () => {
  it('continues under the new name', async () => {
    const workspace = await Workspace.open(null);
    expect(workspace.path).toBeNull();
    await workspace.saveAs(file('saved.aftertrace'));
    expect(workspace.path).toBe(file('saved.aftertrace'));
    expect(await workspace.captures()).toEqual([]);
    await expect(workspace.saveAs(folder)).rejects.toMatchObject({ code: 'unwritable' });
    expect(await workspace.captures()).toEqual([]);
    await expect(workspace.saveAs(file('no/such/folder.aftertrace'))).rejects.toMatchObject({
      code: 'not-found',
    });
    await workspace.close();
  });
});
