/** Rows of an answer as the bytes of a Parquet file. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AnswerColumn, ColumnKind } from '../../analyzers/contract.ts';
import { jsonToParquet, type ParquetColumn } from '../../workspace/store/parquet.ts';
import type { AnswerPage } from '../contract.ts';
import { sheetOf } from './sheet.ts';
import { toText, writePieces } from './text.ts';

const types: Readonly<Record<ColumnKind, ParquetColumn['type']>> = {
  text: 'VARCHAR',
  code: 'VARCHAR',
  sparkline: 'VARCHAR',
  integer: 'BIGINT',
  number: 'DOUBLE',
  percent: 'DOUBLE',
  time: 'TIMESTAMP_NS',
  duration: 'DOUBLE',
};

export async function toParquet(answer: readonly AnswerColumn[], page: AnswerPage): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'aftertrace-'));
  try {
    const [json, parquet] = [join(folder, 'rows.json'), join(folder, 'rows.parquet')];
    await writePieces(json, toText([sheetOf(answer, page)], 'json'));
    const columns = answer.map(({ name, kind }) => ({ name, type: types[kind] }));
    await jsonToParquet(json, columns, parquet);
    return await readFile(parquet);
  } finally {
    await rm(folder, { recursive: true });
  }
}
