/** Imports single files, and checks their rows, ledger and clock. */
import { mkdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import duckdb from '@duckdb/node-bindings';
import { tableFromIPC } from 'apache-arrow';
import { afterAll, describe, expect, it } from 'vitest';
import type { Format, Sniff } from '../../parsers/contract.ts';
import type { TableName } from '../../parsers/tables.ts';
import { readColumns } from '../database/results.ts';
import { rowsIn } from '../store/captures.ts';
import { sqlColumns } from '../store/schema.ts';
import { Workspace } from '../workspace.ts';
import { fakeFormats } from './fake.testing.ts';
import { imported, rowsOf, Scratch } from './import.testing.ts';

const scratch = new Scratch();
const { folder } = scratch;
afterAll(() => scratch.remove());
const file = (name: string, content: string | Uint8Array) => scratch.file(name, content);

describe('one capture', () => {
  const text = [
    'Z 0',
    'S 1700000000000000000 cycles perl main;work;?',
    'S 1700000000000000500 cycles perl main;work',
    'E 1700000000000000700 perl 1.5 root hello there, this is a message',
    'E 1700000000000000800 perl 2.5 - hi',
    'M 1700000000000000900 load 0.25',
    '',
    'nonsense',
    '',
  ].join('\n');

  it('becomes rows, a ledger and a clock', async () => {
    await imported({ paths: [file('one.txt', text)] }, async (workspace, report) => {
      expect(report.failures).toEqual([]);
      const [capture] = report.captures;
      expect(capture).toMatchObject({
        id: 1,
        name: 'one.txt',
        format: 'fake',
        formatVersion: 3,
        confidence: 'yes',
        status: 'complete',
        reason: null,
        size: 8,
        used: 6,
        blank: 1,
        skipped: 1,
        problems: 1,
        clock: { zero: 1_700_000_000_000_000_000n, utcOffset: 0n },
        firstTs: 0n,
        lastTs: 900n,
        rows: { sample: 2, event: 2, metric: 1 },
        bytes: text.length,
      });
      expect(capture?.sha256).toMatch(/^[0-9a-f]{64}$/);
      expect(await workspace.problems()).toEqual([
        {
          capture: 1,
          code: 'unknown',
          severity: 'warning',
          line: 8,
          offset: text.indexOf('nonsense'),
          message: 'What?',
          example: 'nonsense',
          count: 1,
        },
      ]);
      expect(
        await rowsOf(
          workspace,
          'SELECT "time", process, pid, tid, kind, weight, period, "function", module, cpu FROM samples ORDER BY ts',
        ),
      ).toEqual([
        ['2023-11-14T22:13:20.000000000Z', 'perl', 7, 8, 'cycles', 1, null, '?', 'mod', 1],
        ['2023-11-14T22:13:20.000000500Z', 'perl', 7, 8, 'cycles', 1, null, 'work', 'mod', 1],
      ]);
      expect(
        await rowsOf(
          workspace,
          'SELECT parent, depth, address FROM stack JOIN frame ON frame.id = stack.frame ORDER BY stack.id',
        ),
      ).toEqual([
        [null, 0, null],
        [0, 1, null],
        [1, 2, 4096],
      ]);
      expect(
        await rowsOf(
          workspace,
          'SELECT ts, amount, who, message, level, process FROM "fake:event" ORDER BY ts',
        ),
      ).toEqual([
        [700, 1.5, 'root', 'hello there, this is a message', 'info', 'perl'],
        [800, 2.5, null, 'hi', 'info', 'perl'],
      ]);
      expect(await rowsOf(workspace, 'SELECT line, lines, "offset" FROM event ORDER BY ts')).toEqual([
        [4, 1, text.indexOf('E 17')],
        [5, 1, text.indexOf('E 1700000000000000800')],
      ]);
      expect(await rowsOf(workspace, 'SELECT object, instance, counter, unit, value FROM metrics')).toEqual([
        ['thing', null, 'load', '%', 0.25],
      ]);
    });
  });

  it('is the same when compressed, in UTF-16, or under another name', async () => {
    const rows =
      'SELECT ts, kind, "function", process FROM samples UNION ALL SELECT ts, kind, message, process FROM events ORDER BY ALL';
    const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le');
    let expected: unknown;
    await imported({ paths: [file('plain.txt', text)] }, async workspace => {
      expected = await rowsOf(workspace, rows);
    });
    for (const [name, bytes] of [
      ['x.bin', gzipSync(text)],
      ['y', utf16],
      ['z.gz', gzipSync(utf16)],
    ] as const)
      await imported({ paths: [file(name, bytes)] }, async (workspace, report) => {
        expect(report.captures[0]).toMatchObject({ status: 'complete', size: 8, bytes: bytes.length });
        expect(await rowsOf(workspace, rows)).toEqual(expected);
      });
  });
});

describe('recognition', () => {
  const text = 'Z 0\nS 5 k a b\n';
  const [fake] = fakeFormats as [Format];
  const like = (id: string, sure: Sniff): Format => ({ ...fake, id, title: `the ${id}`, sniff: () => sure });

  it('chooses the format with the highest certainty, then the first, and names the others', async () => {
    const formats = [like('unsure', 'maybe'), like('one', 'likely'), like('other', 'likely')];
    await imported(
      { paths: [file('tie.txt', text)] },
      async (workspace, report) => {
        expect(report.captures[0]).toMatchObject({ format: 'one', confidence: 'likely', problems: 1 });
        expect((await workspace.problems())[0]).toMatchObject({
          code: 'other-format-possible',
          message: 'It may also be the other: if so, import it with that format.',
        });
      },
      { formats },
    );
  });

  it('can be set by the user', async () => {
    const formats = [like('one', 'yes'), like('other', 'no')];
    await imported(
      { paths: [file('forced.txt', text)], format: 'other' },
      async (_, report) =>
        expect(report.captures[0]).toMatchObject({ format: 'other', confidence: 'forced' }),
      { formats },
    );
  });
});

describe('a reader whose ledger does not close', () => {
  it('is reported as a fault of the program', async () => {
    const [fake] = fakeFormats as [Format];
    const careless: Format = {
      ...fake,
      load: async () => careless,
      open: (out, options) =>
        fake.open(Object.assign(Object.create(out), { ledger: () => undefined }), options),
    };
    await imported(
      { paths: [file('careless.txt', 'Z 0\nS 5 k a b\n')] },
      async (workspace, report) => {
        expect(report.captures[0]).toMatchObject({ size: 2, used: 0, skipped: 0 });
        expect((await workspace.problems()).map(p => [p.code, p.severity])).toEqual([
          ['ledger-open', 'error'],
        ]);
      },
      { formats: [careless] },
    );
  });
});

describe('one import after another', () => {
  it('shares interned rows and continues their ids', async () => {
    const workspace = await Workspace.open(join(folder, 'two.aftertrace'));
    const first = file('first.txt', 'Z 0\nS 5 cycles a main;f\nM 6 load 1\n');
    await workspace.import({ paths: [first], workers: 0 }, { formats: fakeFormats });
    mkdirSync(join(folder, 'again'));
    const second = file('again/first.txt', 'Z 0\nS 5 cycles b main;f;g\nE 5 p 2 x text\nM 7 load 2\n');
    const report = await workspace.import(
      { paths: [second, second, first], workers: 0, again: true },
      { formats: fakeFormats },
    );
    expect(report.captures.map(c => [c.id, c.name])).toEqual([
      [2, 'again/first.txt'],
      [3, expect.stringMatching(/^aftertrace-import-.*\/first\.txt$/)],
    ]);
    expect(await rowsOf(workspace, 'SELECT count(*), count(DISTINCT value) FROM "text"')).toEqual(
      await rowsOf(workspace, 'SELECT count(DISTINCT id), count(*) FROM "text"'),
    );
    expect(await rowsOf(workspace, 'SELECT count(*) FROM stack')).toEqual([[3]]);
    expect(await rowsOf(workspace, 'SELECT capture, id FROM series ORDER BY id')).toEqual([
      [1, 0],
      [2, 1],
      [3, 2],
    ]);
    expect(await rowsOf(workspace, 'SELECT capture, ts, value FROM metrics ORDER BY capture')).toEqual([
      [1, 1, 1],
      [2, 2, 2],
      [3, 1, 1],
    ]);

    await workspace.remove(2);
    expect((await workspace.captures()).map(c => c.id)).toEqual([1, 3]);
    expect(await rowsOf(workspace, 'SELECT DISTINCT capture FROM sample ORDER BY ALL')).toEqual([[1], [3]]);
    expect(rowsIn(await workspace.captures())).toMatchObject({ sample: 2, event: 0, metric: 2 });
    await expect(workspace.remove(2)).rejects.toMatchObject({ code: 'not-found' });
    await workspace.close();

    const reopened = await Workspace.open(join(folder, 'two.aftertrace'));
    expect((await reopened.captures()).map(c => c.id)).toEqual([1, 3]);
    await reopened.close();
  });
});

describe('export', () => {
  const text = [
    'Z 0',
    'S 5 cycles a main;?',
    'E 6 p 1.5 who a message',
    'E 7 p 2.5 - other',
    'M 8 load 1',
    '',
  ].join('\n');

  it('writes every table as Parquet and as Arrow', async () => {
    const path = join(folder, 'export.aftertrace');
    const workspace = await Workspace.open(path);
    await workspace.import({ paths: [file('export.txt', text)] }, { formats: fakeFormats });
    const parquet = await workspace.exportTables(join(folder, 'out'), 'parquet');
    const arrow = await workspace.exportTables(join(folder, 'out'), 'arrow');
    expect((await workspace.captures()).map(c => c.name)).toEqual(['export.txt']);
    await expect(workspace.table(`SELECT * FROM '${parquet[0]}'`)).rejects.toMatchObject({ code: 'bad-sql' });
    await workspace.close();

    const database = await duckdb.open(':memory:');
    const connection = await duckdb.connect(database);
    for (const file of parquet) {
      const table = basename(file, '.parquet');
      const result = await readColumns(connection, `SELECT * FROM read_parquet('${file}')`);
      const read = tableFromIPC(readFileSync(arrow.find(a => basename(a, '.arrow') === table) as string));
      expect(read.numRows, table).toBe(result.length);
      expect(read.schema.fields.map(f => f.name)).toEqual(sqlColumns(table as TableName).map(c => c.name));
    }
    const events = tableFromIPC(readFileSync(join(folder, 'out', 'event.arrow'))).toArray();
    expect(events.map(row => [row.ts, row.message, row.cpu, [...row.values], [...row.numbers]])).toEqual([
      [1n, 'a message', null, [expect.any(Number)], [1.5]],
      [2n, 'other', null, [null], [2.5]],
    ]);
    const fields = await readColumns(
      connection,
      `SELECT ["values"::VARCHAR, numbers::VARCHAR]::VARCHAR AS f FROM read_parquet('${join(folder, 'out', 'event.parquet')}')`,
    );
    expect(fields.texts('f')[1]).toBe("['[NULL]', '[2.5]']");
    duckdb.disconnect_sync(connection);
    duckdb.close_sync(database);
  });
});

describe('a capture read again', () => {
  it('replaces the former one and takes its name, unless nothing could be read', async () => {
    const path = file('again.txt', 'Z 0\nS 5 cycles a main;f\n');
    await imported({ paths: [path] }, async workspace => {
      const again = (request: { paths: string[]; replaces: number }) =>
        workspace.import({ workers: 0, ...request }, { formats: fakeFormats });
      await again({ paths: [path], replaces: 1 });
      expect((await workspace.captures()).map(({ id, name }) => [id, name])).toEqual([[2, 'again.txt']]);
      expect(await rowsOf(workspace, 'SELECT capture FROM sample')).toEqual([[2]]);
      const { failures } = await again({ paths: [join(folder, 'gone.txt')], replaces: 2 });
      expect(failures).toHaveLength(1);
      expect(await rowsOf(workspace, 'SELECT capture FROM sample')).toEqual([[2]]);
      await expect(again({ paths: [path], replaces: 7 })).rejects.toMatchObject({ code: 'not-found' });
    });
  });
});
