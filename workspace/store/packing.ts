/** How a row table that is a view reads the tables in which its rows are stored. */
import type { RowTable } from '../../parsers/tables.ts';
import type { SqlTableName } from './schema.ts';

/** How rows are read in pages. */
export interface Pages {
  readonly stored: SqlTableName;
  /** Number of rows of `stored` per page. */
  readonly step: number;
  /**
   * SQL, from FROM on, of the rows for which `within` holds. `within` gets the alias (with its dot, `r.`) whose
   * `rowid` it tests.
   */
  readonly rows: (within: (alias: string) => string) => string;
}

export interface Packing {
  readonly table: RowTable;
  /** A SELECT of all rows, with `capture` as the first column. */
  readonly all: string;
  readonly pages: readonly Pages[];
}

/** Rows read at once. */
export const pageRows = 64 << 10;
