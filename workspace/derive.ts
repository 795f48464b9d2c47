/**
 * Tables that the workspace makes from others, once for all formats. A derivation is registered in {@link derivations}; it
 * runs after the captures of an import have landed, and again when captures come or go.
 */
import duckdb, { type Connection } from '@duckdb/node-bindings';
import type { DerivedTable, RowTable } from '../parsers/tables.ts';
import type { CaptureRecord } from './captures.ts';
import { prepareAppending } from './import/append.ts';
import { readColumns } from './results.ts';
import { name } from './schema.ts';
import { widenSpan } from './spans.ts';
import { stateDerivation } from './states/states.ts';
import type { Store } from './store.ts';
import { refreshTemplates } from './templates/refresh.ts';

/** Makes a whole table, of what all captures hold. */
export interface TableDerivation {
  readonly table: DerivedTable;
  /** It runs when a capture that has rows of one of these comes or goes. */
  readonly reads: readonly RowTable[];
  /** In a transaction; replaces what an earlier run has made. */
  derive(connection: Connection): Promise<void>;
}

/**
 * Makes the rows of one capture in a table that its format does not fill. They go with their capture, move with its
 * clock, and count in its rows and its span like those that were read.
 */
export interface RowDerivation {
  readonly table: RowTable;
  /** It runs for captures that have rows of one of these. */
  readonly reads: readonly RowTable[];
  /** Captures that it can make rows of; without it all that it reads. */
  sources?(connection: Connection): Promise<ReadonlySet<number>>;
  /**
   * In a transaction of `connection`; once for each capture that it makes rows of, and again, until it does, for others.
   *
   * @param reader for reading beside that
   * @returns the tables that it made rows of
   */
  deriveRows(connection: Connection, capture: number, reader: Connection): Promise<readonly RowTable[]>;
}

export type Derivation = TableDerivation | RowDerivation;

export const derivations: readonly Derivation[] = [
  { table: 'template', reads: ['event'], derive: refreshTemplates },
  stateDerivation,
];

/**
 * Runs what has to run.
 *
 * @param captures all there are now
 * @param changed those that came, or went
 * @returns whether rows of captures were made, so that their records are others now
 */
export async function derive(
  store: Store,
  registered: readonly Derivation[],
  captures: readonly CaptureRecord[],
  changed: readonly CaptureRecord[],
): Promise<boolean> {
  let any = false;
  for (const derivation of registered) {
    const isRead = ({ rows }: CaptureRecord) => derivation.reads.some(table => (rows[table] ?? 0) > 0);
    if ('derive' in derivation) {
      if (changed.some(isRead)) await inTransaction(store, connection => derivation.derive(connection));
      continue;
    }
    // Without a count the rows have never been made: where the format gives them, it has counted them.
    const unmade = captures.filter(each => isRead(each) && each.rows[derivation.table] === undefined);
    const sources = unmade.length > 0 ? await store.use(async each => derivation.sources?.(each)) : undefined;
    for (const { id } of unmade.filter(each => sources?.has(each.id) ?? true)) {
      await inTransaction(store, async connection => {
        const made = await store.use(reader => derivation.deriveRows(connection, id, reader));
        for (const table of made) {
          await count(connection, table, id);
          await duckdb.query(connection, widenSpan(table, id));
        }
        any ||= made.length > 0;
      });
    }
  }
  return any;
}

async function count(connection: Connection, table: RowTable, capture: number): Promise<void> {
  const counted = `SELECT count(*)::INTEGER AS n FROM ${name(table)} WHERE capture = ${capture}`;
  const n = (await readColumns(connection, counted)).ints('n')[0];
  await duckdb.query(
    connection,
    `UPDATE capture SET "rows" = json_merge_patch("rows", '{"${table}":${n}}')::VARCHAR WHERE id = ${capture}`,
  );
}

function inTransaction(store: Store, work: (connection: Connection) => Promise<void>): Promise<void> {
  return store.use(async connection => {
    prepareAppending(connection);
    await duckdb.query(connection, 'BEGIN');
    try {
      await work(connection);
      await duckdb.query(connection, 'COMMIT');
    } catch (error) {
      await duckdb.query(connection, 'ROLLBACK');
      throw error;
    }
  });
}
