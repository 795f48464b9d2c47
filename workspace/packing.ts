/** How the tables that are views unpack what they are stored as. */
import type { RowTable } from '../parsers/tables.ts';
import type { SqlTableName } from './schema.ts';

/** How rows are read page by page. */
export interface Pages {
  readonly stored: SqlTableName;
  /** Rows of `stored` a page. */
  readonly step: number;
  /** SQL, from FROM on, of the rows where `within` holds for the `rowid` of `stored`, whose alias (`r.`) it is given. */
  readonly rows: (within: (alias: string) => string) => string;
}

export interface Packing {
  readonly table: RowTable;
  /** A SELECT of all rows, `capture` in front. */
  readonly all: string;
  readonly pages: readonly Pages[];
}

/** Rows read at once. */
export const pageRows = 64 << 10;
