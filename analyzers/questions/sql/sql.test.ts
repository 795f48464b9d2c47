import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOf, noteTexts, rowsOf, workspaceOf } from '../../../fixtures/samples.ts';
import type { Workspace } from '../../../workspace/workspace.ts';
import { sqlTables } from '../sql-tables/sql-tables.ts';
import { sql } from './sql.ts';
import { errorIn, readSqlError, wordsOfError } from './sql-error.ts';

let workspace: Workspace;
beforeAll(async () => {
  workspace = await workspaceOf([{ stack: 'main@app work@app', process: 'app' }]);
});
afterAll(() => workspace.close());

const select = (text: string, more: object = {}, scope: object = {}) =>
  answerOf(workspace, sql, { select: text, ...more }, scope);

describe('sql', () => {
  it('gives columns of any type: times, numbers, integers, texts and nested types', async () => {
    const found = await select(
      `SELECT TIMESTAMP_NS '2026-01-02 03:04:05.123456789' AS "time", 1.5 AS x, 7 AS n, 9007199254740993 AS wide,
         [1, 2] AS list, NULL::VARCHAR AS nothing, true AS flag, 'a' AS n`,
    );
    expect(found.columns.map(({ name, kind }) => `${name} ${kind}`)).toEqual([
      'time time',
      'x number',
      'n integer',
      'wide text',
      'list text',
      'nothing text',
      'flag text',
      'n 2 text',
    ]);
    const moment = BigInt(Date.UTC(2026, 0, 2, 3, 4, 5)) * 1_000_000n + 123_456_789n;
    expect(rowsOf(found)).toEqual([[moment, 1.5, 7, '9007199254740993', '[1,2]', null, 'true', 'a']]);
  });

  it('sets refers of columns with known names', async () => {
    const found = await select('SELECT function, module, process, pid, tid FROM samples LIMIT 1');
    expect(found.columns.map(({ refers }) => refers)).toEqual([
      'function',
      'module',
      'process',
      'pid',
      'thread',
    ]);
  });

  it('reads no more rows than the limit, with a note, and notes that it ignores the scope', async () => {
    const found = await select('SELECT range FROM range(10)', { limit: 3 }, { cpus: [1] });
    expect(found.rows).toBe(3);
    expect(noteTexts(found)).toEqual([
      'SQL reads the whole workspace: the scope has no effect here. Use WHERE.',
      'There are more rows: only the first 3 rows were read.',
    ]);
  });

  it('notes that not all rows fit in memory', async () => {
    const found = await select("SELECT repeat('x', 1000000) AS x FROM range(300)");
    expect(noteTexts(found)).toEqual([
      `There are more rows: only the first ${found.rows} rows were read, because their texts fill the memory limit.`,
    ]);
  });

  it('reads no file and changes nothing', async () => {
    await expect(select("SELECT * FROM read_csv('/etc/passwd')")).rejects.toThrow(
      'The function read_csv is not available here',
    );
    await expect(select('DROP TABLE sample')).rejects.toThrow('Only SELECT is answered here');
    await expect(select('SELECT 1; SELECT 2')).rejects.toThrow('this is 2 statements');
  });

  it('stops when cancelled', async () => {
    const stop = new AbortController();
    const endless =
      'WITH RECURSIVE t AS (SELECT 1 AS a UNION ALL SELECT a + 1 FROM t) SELECT count(*) FROM t';
    const asked = workspace.table(endless, { cancel: stop.signal });
    setTimeout(() => stop.abort(), 20);
    await expect(asked).rejects.toThrow();
  });

  it('gives the position of an error', async () => {
    await expect(select('SELECT *\nFROM samples\nWHERE foo = 1')).rejects.toThrow(
      /^Character 29 of the SQL: .*"foo"/,
    );
    await expect(select('selec 1')).rejects.toThrow(/^Character 1 of the SQL: .*"selec"/);
  });
});

describe('the position of an error', () => {
  it('is found in a long line of which DuckDB shows only a part', () => {
    const text = `SELECT ${'a, '.repeat(60)}nonsense FROM samples`;
    const message = `Binder Error: no nonsense\n\nLINE 1: ...a, a, nonsense FROM samples\n${' '.repeat(17)}^`;
    const { from } = errorIn(message, text);
    expect(text.slice(from!)).toBe('nonsense FROM samples');
  });

  it('is parsed from the message', () => {
    const message = 'Parser Error: at "x"\n\nLINE 2: x\n        ^';
    const words = wordsOfError(message, 'SELECT\nx');
    expect(words).toBe('Character 8 of the SQL: Parser Error: at "x"');
    expect(readSqlError(words)).toEqual({ from: 7, message: 'Parser Error: at "x"' });
    expect(readSqlError('No workspace.')).toEqual({ from: null, message: 'No workspace.' });
  });
});

it('lists the views with names first, and describes each of their columns', async () => {
  const rows = rowsOf(await answerOf(workspace, sqlTables), 'table', 'column', 'about');
  expect(rows[0]![0]).toBe('events');
  const mute = rows.filter(
    ([table, , about]) =>
      ['events', 'samples', 'metrics', 'states'].includes(String(table)) && about === null,
  );
  expect(mute).toEqual([]);
});
