/** Fields are read back as they were written, whatever their storage. */
import { afterAll, describe, expect, it } from 'vitest';
import { formats } from '../../parsers/formats.ts';
import { imported, rowsOf, Scratch } from '../import/import.testing.ts';
import { slotsOf, valueSql } from './fields.ts';

const scratch = new Scratch();
afterAll(() => scratch.remove());

const fileOf = (name: string, lines: readonly string[]) => scratch.file(name, `${lines.join('\n')}\n`);

describe('numbers', () => {
  it('are stored as integers until one is not whole, and read back the same before and after', async () => {
    const amounts = [5, 0, 2 ** 30 - 1, 2 ** 30, 7, 1.5, -1, 2 ** 53, 3];
    const events = amounts.map((amount, i) => `E ${i} p ${amount} who a message`);
    await imported({ paths: [fileOf('amounts.txt', ['Z 0', ...events])] }, async workspace => {
      const found = await rowsOf(workspace, 'SELECT amount::DOUBLE FROM "fake:event" ORDER BY ts');
      expect(found.flat()).toEqual(amounts);
      const shapes = await rowsOf(
        workspace,
        `SELECT contains(keys, '"whole":true') FROM field_schema ORDER BY id`,
      );
      expect(shapes.flat()).toEqual([true, false]);
      expect(await rowsOf(workspace, 'SELECT sum(len(numbers))::INT FROM event')).toEqual([[6]]);
    });
  });

  it('do not overflow as integers', async () => {
    const paths = [fileOf('whole.txt', ['Z 0', 'E 1 p 1000000000 who a message'])];
    await imported({ paths }, async workspace => {
      const found = await rowsOf(workspace, 'SELECT amount * amount, typeof(amount) FROM "fake:event"');
      expect(found).toEqual([['1000000000000000000', 'BIGINT']]);
    });
  });
});

describe('words of the message', () => {
  const line = (request: string) =>
    `10.0.0.1 - - [10/Oct/2023:13:00:00 +0200] "${request}" 200 5 "-" "agent"`;

  it('are fields without being stored; fields not found as a word are stored', async () => {
    const requests = ['GET /a HTTP/1.1', 'GET  /b HTTP/1.1', 'PUT /c', 'GET - HTTP/1.1'];
    await imported(
      { paths: [fileOf('access.log', requests.map(line))] },
      async workspace => {
        const found = await rowsOf(
          workspace,
          'SELECT method, path, protocol, status, bytes, referer FROM log JOIN event USING (capture, message) ORDER BY line',
        );
        expect(found).toEqual([
          ['GET', '/a', 'HTTP/1.1', 200, 5, null],
          ['GET', '/b', 'HTTP/1.1', 200, 5, null],
          ['PUT', '/c', null, 200, 5, null],
          ['GET', null, 'HTTP/1.1', 200, 5, null],
        ]);
        expect(await rowsOf(workspace, "SELECT value FROM text WHERE value IN ('/a', '/b', '/c')")).toEqual([
          ['/b'],
        ]);
      },
      { formats },
    );
  });
});

it('field values have positions by the list that they are stored in', () => {
  const places = slotsOf([
    { key: 'a', type: 'text' },
    { key: 'b', type: 'number' },
    { key: 'c', type: 'text', word: 2 },
    { key: 'd', type: 'number', whole: true },
    { key: 'e', type: 'number' },
    { key: 'f', type: 'text', inside: '()' },
  ]);
  expect(places.map(place => valueSql(place, 'r'))).toEqual([
    'nullif(r."values"[1], -1)',
    'r.numbers[1]',
    "nullif(nullif(split_part(r.message, ' ', 2), '-'), '')",
    'nullif(r."values"[2], -1)',
    'r.numbers[2]',
    "nullif(regexp_extract(r.message, '(?s)[(](.*)[)]', 1), '')",
  ]);
});

it('a view of hundreds of columns has few joins, and all values', async () => {
  const files = 20;
  const own = 8;
  const lines = Array.from({ length: files }, (_, file) =>
    JSON.stringify({
      ts: `2024-05-01T10:00:${String(file).padStart(2, '0')}Z`,
      level: 'info',
      logger: 'app',
      msg: `step ${file}`,
      ...Object.fromEntries(
        Array.from({ length: own }, (_, field) => [`f${file}_${field}`, `v${file}-${field}`]),
      ),
    }),
  );
  await imported(
    { paths: [fileOf('wide.jsonl', lines)] },
    async workspace => {
      const [[sql]] = (await rowsOf(workspace, "SELECT sql FROM duckdb_views() WHERE view_name = 'log'")) as [
        [string],
      ];
      expect(sql.match(/LEFT (?:OUTER )?JOIN/g)!.length).toBeLessThan(20);
      const columns = await workspace.columns('SELECT * FROM log ORDER BY ts');
      for (const file of [0, 7, 19])
        for (const field of [0, 7]) {
          const values = columns.texts(`f${file}_${field}`);
          expect(values.filter(value => value !== null)).toEqual([`v${file}-${field}`]);
          expect(values[file]).toBe(`v${file}-${field}`);
        }
      expect(columns.texts('component')[3]).toBe('app');
      expect(columns.texts('template')[3]).toBe('step <*>');
    },
    { formats },
  );
});

it('a kind has a view although no event of it has fields', async () => {
  const paths = [
    fileOf('plain.log', ['2024-05-01T10:00:00Z INFO started', '2024-05-01T10:00:01Z WARN slow']),
  ];
  await imported(
    { paths },
    async workspace => {
      const found = await rowsOf(workspace, 'SELECT level, message FROM log ORDER BY ts');
      expect(found).toEqual([
        ['info', 'started'],
        ['warning', 'slow'],
      ]);
      expect(
        await rowsOf(workspace, 'SELECT count(*)::INT FROM event WHERE field_schema IS NOT NULL'),
      ).toEqual([[0]]);
    },
    { formats },
  );
});
