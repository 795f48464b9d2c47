/** Writes the tables of a workspace as files for other tools: one Parquet or Arrow file per table. */
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import duckdb from '@duckdb/node-bindings';
import {
  Bool,
  type Data,
  type DataType,
  Field,
  Float64,
  Int32,
  Int64,
  List,
  makeData,
  RecordBatch,
  RecordBatchFileWriter,
  Schema,
  Struct,
  Uint64,
  Utf8,
} from 'apache-arrow';
import { type Column, type TableName, tables } from '../parsers/tables.ts';
import type { DatabaseFile } from './database/database-file.ts';
import { interruptible } from './database/interrupt.ts';
import { type Outputs, withFile } from './database/outputs.ts';
import { type Cancel, type Columns, nullWide, type Query } from './query.ts';
import { type Pages, pageRows } from './store/packing.ts';
import { packings } from './store/packings.ts';
import { name, type SqlColumn, sqlColumns, text } from './store/schema.ts';
import { fromHalves, halvesOf } from './store/unsigned.ts';

/** The exported tables: those of `tables.ts`, with one row per value. */
const exportedTables = Object.keys(tables) as TableName[];

/** Returns the files written. The store must have been opened with `folder` allowed. */
export async function writeParquet(
  store: DatabaseFile,
  folder: string,
  outputs: Outputs,
  cancel?: Cancel,
): Promise<string[]> {
  const files: string[] = [];
  for (const table of exportedTables) {
    const file = join(folder, `${table}.parquet`);
    await outputs.write(file, part =>
      store.use(connection =>
        interruptible(connection, cancel, () =>
          duckdb.query(
            connection,
            `COPY (${parquetRows(table)}) TO ${text(part)} (FORMAT parquet, COMPRESSION zstd)`,
          ),
        ),
      ),
    );
    files.push(file);
  }
  return files;
}

/** -1 in a list means absent, which is exported as null. */
function parquetRows(table: TableName): string {
  const declared: Readonly<Record<string, Column>> = tables[table].columns;
  const columns = sqlColumns(table).map(({ name: column }) => {
    const quoted = name(column);
    return declared[column]?.type === 'values'
      ? `list_transform(${quoted}, lambda v: nullif(v, -1)) AS ${quoted}`
      : quoted;
  });
  return `SELECT ${columns.join(', ')} FROM ${name(table)}`;
}

/** Returns the files written, in Arrow's file format (Feather 2). */
export async function writeArrow(
  query: Query,
  folder: string,
  outputs: Outputs,
  cancel?: Cancel,
): Promise<string[]> {
  const files: string[] = [];
  for (const table of exportedTables) {
    const file = join(folder, `${table}.arrow`);
    const schema = new Schema(
      sqlColumns(table).map(column => new Field(column.name, arrowType(column.type), true)),
    );
    await outputs.write(file, part =>
      withFile(part, async into => {
        const writer = new RecordBatchFileWriter();
        writer.reset(undefined, schema);
        // Both are awaited: each ends when the other fails.
        const [filled, stored] = await Promise.allSettled([
          fill(writer, batches(query, table, schema, cancel)),
          pipeline(Readable.from(writer), into),
        ]);
        // What stops the writer reaches the stream in an object of Arrow's, which is no error.
        for (const outcome of [stored, filled])
          if (outcome.status === 'rejected' && outcome.reason instanceof Error) throw outcome.reason;
      }),
    );
    files.push(file);
  }
  return files;
}

async function fill(writer: RecordBatchFileWriter, batches: AsyncIterable<RecordBatch>): Promise<void> {
  try {
    for await (const batch of batches) writer.write(batch);
    writer.finish();
  } catch (error) {
    writer.abort(error);
    throw error;
  }
}

function pagesOf(table: TableName): readonly Pages[] {
  const packing = packings.find(each => each.table === table);
  if (packing) return packing.pages;
  const rows: Pages['rows'] = within => `FROM ${name(table)} WHERE ${within('')} ORDER BY rowid`;
  return [{ stored: table, step: pageRows, rows }];
}

async function* batches(
  query: Query,
  table: TableName,
  schema: Schema,
  cancel?: Cancel,
): AsyncGenerator<RecordBatch> {
  const columns = sqlColumns(table);
  const plain = columns.filter(({ type }) => !isList(type));
  for (const { stored, step, rows: rowsOf } of pagesOf(table)) {
    const last = await query.columns(`SELECT coalesce(max(rowid), -1)::DOUBLE AS n FROM ${name(stored)}`);
    const end = (last.numbers('n')[0] as number) + 1;
    for (let start = 0; start < end; start += step) {
      const rows = rowsOf(prefix => `${prefix}rowid >= ${start} AND ${prefix}rowid < ${start + step}`);
      const page = await query.columns(`SELECT ${plain.map(selected).join(', ')} ${rows}`, [], cancel);
      if (page.length === 0) continue;
      const children: Data[] = [];
      for (const column of columns)
        children.push(isList(column.type) ? await listData(query, column, rows) : plainData(page, column));
      yield new RecordBatch(
        schema,
        makeData({ type: new Struct(schema.fields), length: page.length, children }),
      );
    }
  }
}

/** Columns as query results have them; lists are read separately. */
const selected = ({ name: column, type }: SqlColumn): string =>
  type === 'UBIGINT' ? halvesOf(column) : name(column);

function arrowType(type: string): DataType {
  if (type === 'INTEGER') return new Int32();
  if (type === 'BIGINT') return new Int64();
  if (type === 'UBIGINT') return new Uint64();
  if (type === 'DOUBLE') return new Float64();
  if (type === 'BOOLEAN') return new Bool();
  if (isList(type)) return new List(new Field('item', arrowType(type.slice(0, -2)), true));
  return new Utf8();
}

const isList = (type: string): boolean => type.endsWith('[]');

function plainData(page: Columns, { name: column, type }: SqlColumn): Data {
  const { length } = page;
  if (type === 'VARCHAR') return textData(page.texts(column));
  if (type === 'DOUBLE') return numberData(page.numbers(column));
  if (type === 'BIGINT') {
    const data = page.wides(column);
    return makeData({ type: new Int64(), length, data, ...nulls(length, i => data[i] === nullWide) });
  }
  if (type === 'UBIGINT') {
    const { values: data, has } = fromHalves(page, column);
    return makeData({ type: new Uint64(), length, data, ...nulls(length, i => has[i] === 0) });
  }
  const values = page.ints(column);
  const missing = nulls(length, i => values[i] === -1);
  if (type === 'INTEGER') return makeData({ type: new Int32(), length, data: values, ...missing });
  const { nullBitmap: data } = nulls(length, i => values[i] !== 1);
  return makeData({ type: new Bool(), length, data: data as Uint8Array, ...missing });
}

function numberData(data: Float64Array): Data<Float64> {
  const { length } = data;
  return makeData({ type: new Float64(), length, data, ...nulls(length, i => Number.isNaN(data[i])) });
}

function textData(values: readonly (string | null)[]): Data<Utf8> {
  const bytes = values.map(value => Buffer.from(value ?? ''));
  const valueOffsets = new Int32Array(values.length + 1);
  bytes.forEach((part, i) => {
    valueOffsets[i + 1] = (valueOffsets[i] as number) + part.length;
  });
  const { length } = values;
  return makeData({
    type: new Utf8(),
    length,
    valueOffsets,
    data: Buffer.concat(bytes),
    ...nulls(length, i => values[i] === null),
  });
}

async function listData(
  query: Query,
  { name: column, type: list, about }: SqlColumn,
  rows: string,
): Promise<Data> {
  const quoted = name(column);
  const lengths = await query.columns(`SELECT coalesce(len(${quoted}), 0)::INTEGER AS n ${rows}`);
  const items = await query.columns(`SELECT unnest(${quoted}) AS v FROM (SELECT ${quoted} ${rows})`);
  const valueOffsets = new Int32Array(lengths.length + 1);
  lengths.ints('n').forEach((length, i) => {
    valueOffsets[i + 1] = (valueOffsets[i] as number) + length;
  });
  const type = arrowType(list);
  const child = plainData(items, { name: 'v', type: list.slice(0, -2), about });
  return makeData({ type: type as List, length: lengths.length, valueOffsets, child });
}

/** Arrow's bitmap of what is *not* null. */
function nulls(
  length: number,
  isNull: (i: number) => boolean,
): { nullCount: number; nullBitmap: Uint8Array } {
  const nullBitmap = new Uint8Array(Math.ceil(length / 64) * 8);
  let nullCount = 0;
  for (let i = 0; i < length; i++) {
    if (isNull(i)) nullCount++;
    else nullBitmap[i >> 3] = (nullBitmap[i >> 3] as number) | (1 << (i & 7));
  }
  return { nullCount, nullBitmap };
}
