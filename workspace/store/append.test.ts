import duckdb, { type Connection } from '@duckdb/node-bindings';
import { expect, it } from 'vitest';
import { firstWhole } from '../../parsers/bulk.ts';
import { readColumns } from '../database/results.ts';
import { prepareAppending, TableAppender } from './append.ts';
import type { ChunkWriter } from './chunk.ts';

async function stored(
  type: string,
  rows: number,
  write: (chunk: ChunkWriter) => void,
  work: (connection: Connection) => Promise<void>,
) {
  const database = await duckdb.open(':memory:');
  const connection = await duckdb.connect(database);
  await duckdb.query(connection, `CREATE TABLE t (i INTEGER, v ${type})`);
  prepareAppending(connection);
  const appender = new TableAppender(connection, 't', [
    { name: 'i', type: 'INTEGER' },
    { name: 'v', type },
  ]);
  // Twice, because values of a reused chunk must not show up in the next.
  for (let round = 0; round < 2; round++)
    appender.append(rows, chunk => {
      chunk.sequence(round * rows);
      write(chunk);
    });
  await appender.flush();
  await work(connection);
  duckdb.disconnect_sync(connection);
  duckdb.close_sync(database);
}

it('stores texts of every length, on both sides of the 12 bytes kept inline', async () => {
  const texts = Array.from({ length: 40 }, (_, i) =>
    i % 9 === 4 ? null : 'äbcdefghij'.repeat(4).slice(0, i),
  );
  const encoded = texts.map(text => Buffer.from(text ?? ''));
  const column = {
    bytes: Buffer.concat(encoded),
    lengths: Int32Array.from(encoded, (bytes, i) => (texts[i] === null ? -1 : bytes.length)),
  };
  await stored(
    'VARCHAR',
    40,
    chunk => void chunk.texts(column, 0, 0),
    async connection => {
      const result = await readColumns(connection, 'SELECT v FROM t ORDER BY i');
      expect(result.texts('v')).toEqual([...texts, ...texts]);
      const compared = await readColumns(
        connection,
        "SELECT count(*)::INTEGER AS n FROM t WHERE v = 'äbcdefghijäbcdefghijäbcde'",
      );
      expect(compared.ints('n')[0]).toBe(2);
    },
  );
});

it('stores chunks whose texts are all short', async () => {
  const column = { bytes: Buffer.from('abc'), lengths: Int32Array.of(1, 0, 2, -1) };
  await stored(
    'VARCHAR',
    4,
    chunk => void chunk.texts(column, 0, 0),
    async connection => {
      const result = await readColumns(connection, 'SELECT v FROM t ORDER BY i LIMIT 4');
      expect(result.texts('v')).toEqual(['a', '', 'bc', null]);
    },
  );
});

it('stores doubles as 64-bit integers, exact to 2^53 on both sides of 0', async () => {
  const values = [
    0,
    1,
    -1,
    2 ** 31,
    -(2 ** 31),
    2 ** 32,
    -(2 ** 32),
    2 ** 32 - 1,
    2 ** 53,
    -(2 ** 53),
    -4294967297,
    Number.NaN,
  ];
  await stored(
    'BIGINT',
    values.length,
    chunk => chunk.wides(Float64Array.from(values), 0, 0),
    async connection => {
      const result = await readColumns(connection, `SELECT v FROM t ORDER BY i LIMIT ${values.length}`);
      expect([...result.wides('v')]).toEqual(values.map(v => (Number.isNaN(v) ? -(2n ** 63n) : BigInt(v))));
    },
  );
});

it('stores lists, with nulls among their values', async () => {
  const lists = [
    [1, 2.5],
    [],
    [Number.NaN, 3],
    ...Array.from({ length: 2000 }, (_, i) => [i, Number.NaN, -i]),
  ];
  const values = Float64Array.from(lists.flat());
  const lengths = Int32Array.from(lists, list => list.length);
  await stored(
    'DOUBLE[]',
    lists.length,
    chunk => void chunk.numbers({ values, lengths }, 0, 0),
    async connection => {
      const result = await readColumns(connection, 'SELECT v::VARCHAR AS v FROM t ORDER BY i');
      expect(result.texts('v').slice(0, 4)).toEqual(['[1.0, 2.5]', '[]', '[NULL, 3.0]', '[0.0, NULL, -0.0]']);
      const sums = await readColumns(
        connection,
        'SELECT sum(list_sum(v)) AS s, sum(len(v))::DOUBLE AS n FROM t',
      );
      expect([sums.numbers('s')[0], sums.numbers('n')[0]]).toEqual([13, values.length * 2]);
    },
  );
});

it('stores lists of ids through a map, texts that are not interned and whole numbers, more than a vector has rows, and empty lists', async () => {
  const rows = 2000;
  const lengths = Int32Array.from({ length: rows }, (_, i) => i % 6);
  const kinds = [-1, 0, 1, -2, -3, firstWhole, firstWhole + 5];
  const stands = [-1, 70, 80, 900, 901, 0, 5];
  const count = lengths.reduce((a, b) => a + b);
  const values = Int32Array.from({ length: count }, (_, i) => kinds[i % kinds.length] as number);
  await stored(
    'INTEGER[]',
    rows,
    chunk => void chunk.values({ values, lengths }, 0, 0, Int32Array.of(70, 80), 900),
    async connection => {
      const result = await readColumns(connection, 'SELECT v::VARCHAR AS v FROM t ORDER BY i LIMIT 5');
      expect(result.texts('v')).toEqual(['[]', '[-1]', '[70, 80]', '[900, 901, 0]', '[5, -1, 70, 80]']);
      const sums = await readColumns(
        connection,
        'SELECT sum(list_sum(v))::DOUBLE AS s, sum(len(v))::DOUBLE AS n FROM t',
      );
      const sum = values.reduce((all, _, i) => all + (stands[i % stands.length] as number), 0);
      expect([sums.numbers('s')[0], sums.numbers('n')[0]]).toEqual([2 * sum, 2 * count]);
    },
  );
  await stored(
    'INTEGER[]',
    3,
    chunk => chunk.empty(),
    async connection => {
      const result = await readColumns(connection, 'SELECT v::VARCHAR AS v FROM t');
      expect(result.texts('v')).toEqual(Array.from({ length: 6 }, () => '[]'));
    },
  );
});

it('stores ids through a map, flags, and numbers with nulls', async () => {
  await stored(
    'INTEGER',
    3,
    chunk => chunk.integers(Int32Array.of(1, -1, 0), 0, Int32Array.of(70, 80)),
    async connection => {
      const result = await readColumns(connection, 'SELECT v FROM t ORDER BY i LIMIT 3');
      expect([...result.ints('v')]).toEqual([80, -1, 70]);
    },
  );
  await stored(
    'BOOLEAN',
    2,
    chunk => chunk.flags(Uint8Array.of(0, 0, 1), 1),
    async connection => {
      expect([...(await readColumns(connection, 'SELECT v FROM t ORDER BY i LIMIT 2')).ints('v')]).toEqual([
        0, 1,
      ]);
    },
  );
  await stored(
    'DOUBLE',
    2,
    chunk => chunk.doubles(Float64Array.of(0.5, Number.NaN), 0),
    async connection => {
      expect([...(await readColumns(connection, 'SELECT v FROM t ORDER BY i LIMIT 2')).numbers('v')]).toEqual(
        [0.5, Number.NaN],
      );
    },
  );
});

const values = {
  INTEGER: (chunk: ChunkWriter) => chunk.integers(Int32Array.of(7, 7, 7), 0),
  BIGINT: (chunk: ChunkWriter) => chunk.wides(Float64Array.of(7, 7, 7), 0, 0),
};

it.each([
  ['INTEGER', 0],
  ['INTEGER', 1],
  ['BIGINT', 0],
  ['BIGINT', 1],
] as const)('a column of type %s may have values in chunk %i only', async (type, withValues) => {
  let chunks = 0;
  await stored(
    type,
    3,
    chunk => (chunks++ === withValues ? values[type](chunk) : chunk.nothing()),
    async connection => {
      const result = await readColumns(connection, 'SELECT list(v ORDER BY i)::VARCHAR AS v FROM t');
      const expected = withValues === 0 ? '[7, 7, 7, NULL, NULL, NULL]' : '[NULL, NULL, NULL, 7, 7, 7]';
      expect(result.texts('v')).toEqual([expected]);
    },
  );
});

it('stores rows that are appended after others were flushed', async () => {
  const database = await duckdb.open(':memory:');
  const connection = await duckdb.connect(database);
  await duckdb.query(connection, 'CREATE TABLE t (i INTEGER)');
  prepareAppending(connection);
  const appender = new TableAppender(connection, 't', [{ name: 'i', type: 'INTEGER' }]);
  for (const first of [0, 3, 6]) {
    appender.append(3, chunk => chunk.sequence(first));
    await appender.flush();
  }
  const result = await readColumns(connection, 'SELECT i FROM t ORDER BY i');
  expect([...result.ints('i')]).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  duckdb.disconnect_sync(connection);
  duckdb.close_sync(database);
});
