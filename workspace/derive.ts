/**
 * Tables that the workspace makes from other tables, once for all formats. A derivation is registered in
 * `derivations.ts`; it runs after the captures of an import are stored, and again when captures are added or removed.
 */
import duckdb, { type Connection } from '@duckdb/node-bindings';
import type { DerivedTable, RowTable } from '../parsers/tables.ts';
import type { DatabaseFile } from './database/database-file.ts';
import { interruptible } from './database/interrupt.ts';
import { readColumns } from './database/results.ts';
import type { Cancel } from './query.ts';
import { prepareAppending } from './store/append.ts';
import type { CaptureRecord } from './store/captures.ts';
import { name, text } from './store/schema.ts';
import { widenSpan } from './store/spans.ts';

/** Makes a whole table from the rows of all captures. */
export interface TableDerivation {
  readonly table: DerivedTable;
  /** It runs when a capture with rows in one of these tables is added or removed. */
  readonly reads: readonly RowTable[];
  /** Runs in a transaction; replaces the result of an earlier run. */
  derive(connection: Connection, cancel?: Cancel): Promise<void>;
}

/**
 * Makes rows of captures in a table that their formats do not fill. They are removed with their capture, move with
 * its clock, and count in its rows and its span like rows that were read.
 */
export interface RowDerivation {
  readonly table: RowTable;
  /** It runs for captures that have rows in one of these tables. */
  readonly reads: readonly RowTable[];
  /** The groups of captures that it can make rows for. */
  sources(connection: Connection, captures: readonly CaptureRecord[]): Promise<readonly RowSource[]>;
}

/** Captures whose rows are made together, because those of one depend on the others. */
export interface RowSource {
  readonly captures: readonly number[];
  /**
   * Describes what the rows are made from, in a form that the derivation chooses; when it changes, the rows are made
   * anew.
   */
  readonly from: string;
  /**
   * Runs in a transaction of `connection`; replaces the result of an earlier run.
   *
   * @param reader for queries during that transaction
   * @returns the tables that rows were made in
   */
  deriveRows(connection: Connection, reader: Connection): Promise<readonly RowTable[]>;
}

export type Derivation = TableDerivation | RowDerivation;

/**
 * Runs the derivations that are affected.
 *
 * @param captures all current captures
 * @param changed captures added or removed
 */
export async function derive(
  store: DatabaseFile,
  registered: readonly Derivation[],
  captures: readonly CaptureRecord[],
  changed: readonly CaptureRecord[],
  cancel?: Cancel,
): Promise<void> {
  for (const derivation of registered) {
    const isRead = ({ rows }: CaptureRecord) => derivation.reads.some(table => (rows[table] ?? 0) > 0);
    if ('derive' in derivation) {
      const make = (connection: Connection) =>
        interruptible(connection, cancel, () => derivation.derive(connection, cancel));
      if (changed.some(isRead)) await inTransaction(store, make);
      continue;
    }
    const madeFrom = await store.use(connection => readMadeFrom(connection, derivation.table));
    // Rows that were counted although no derivation made them are the format's own.
    const isMade = (each: CaptureRecord) => madeFrom.has(keyOf(each));
    const own = captures.filter(
      each => isRead(each) && (each.rows[derivation.table] === undefined || isMade(each)),
    );
    if (own.length === 0) continue;
    const keys = new Map(own.map(each => [each.id, keyOf(each)]));
    const keyFor = (id: number) => keys.get(id) as string;
    for (const source of await store.use(connection => derivation.sources(connection, own))) {
      if (source.captures.every(id => madeFrom.get(keyFor(id)) === source.from)) continue;
      await inTransaction(store, async connection => {
        const made = await store.use(reader =>
          interruptible(connection, cancel, () =>
            interruptible(reader, cancel, () => source.deriveRows(connection, reader)),
          ),
        );
        for (const id of source.captures) {
          for (const table of made) {
            await count(connection, table, id);
            await duckdb.query(connection, widenSpan(table, id));
          }
          await writeMadeFrom(connection, derivation.table, keyFor(id), source.from);
        }
      });
    }
  }
}

/** Key of a capture in {@link readMadeFrom}: its id may be reused after it is removed. */
const keyOf = ({ id, imported }: CaptureRecord): string => `${id} of ${imported}`;

const madeKey = (table: RowTable): string => `made ${table} `;

/** Signature of the rows that a derived table was made from, by capture. */
async function readMadeFrom(connection: Connection, table: RowTable): Promise<ReadonlyMap<string, string>> {
  const key = madeKey(table);
  const result = await readColumns(
    connection,
    `SELECT substr(key, ${key.length + 1}) AS capture, value FROM workspace WHERE starts_with(key, ${text(key)})`,
  );
  const values = result.texts('value');
  return new Map(result.texts('capture').map((capture, row) => [capture ?? '', values[row] ?? '']));
}

async function writeMadeFrom(
  connection: Connection,
  table: RowTable,
  capture: string,
  from: string,
): Promise<void> {
  const key = text(madeKey(table) + capture);
  await duckdb.query(
    connection,
    `DELETE FROM workspace WHERE key = ${key}; INSERT INTO workspace VALUES (${key}, ${text(from)})`,
  );
}

async function count(connection: Connection, table: RowTable, capture: number): Promise<void> {
  const counted = `SELECT count(*)::INTEGER AS n FROM ${name(table)} WHERE capture = ${capture}`;
  const n = (await readColumns(connection, counted)).ints('n')[0];
  await duckdb.query(
    connection,
    // Null deletes the entry: tables without rows have none.
    `UPDATE capture SET "rows" = json_merge_patch("rows", '{"${table}":${n || null}}')::VARCHAR WHERE id = ${capture}`,
  );
}

function inTransaction(store: DatabaseFile, work: (connection: Connection) => Promise<void>): Promise<void> {
  return store.transaction(connection => {
    prepareAppending(connection);
    return work(connection);
  });
}
