/**
 * The two transactions a capture is written in: texts are stored beside everything else, each on a thread of its own,
 * because DuckDB does one thing at a time for a transaction. Of a log whose values hardly repeat, texts are a third.
 *
 * Texts are committed first, so that no row ever refers to one that is not there. Should the program end between the two
 * commits, texts remain that nothing refers to; the next import counts on behind them.
 */
import duckdb, { type Connection } from '@duckdb/node-bindings';
import { messageOf } from '../errors.ts';
import type { Store } from '../store.ts';

/** Connections to one database. */
export interface Connections {
  /** For everything but texts. */
  readonly rows: Connection;
  readonly texts: Connection;
}

export class CaptureTransaction implements Connections {
  /** True once the texts are committed; they stay whatever happens to the rows. */
  textsStay = false;
  private syncing: Promise<unknown> = Promise.resolve();

  constructor(
    readonly rows: Connection,
    readonly texts: Connection,
    private readonly store: Store,
  ) {}

  async begin(): Promise<void> {
    await duckdb.query(this.rows, 'BEGIN');
    await duckdb.query(this.texts, 'BEGIN');
  }

  /**
   * Syncs the data written so far while the last rows are being stored, because a commit waits for the disk.
   */
  syncAhead(): void {
    // `allSettled`: a failing disk is reported by the commit.
    this.syncing = Promise.allSettled([this.store.sync()]);
  }

  async commit(): Promise<void> {
    await this.syncing;
    await duckdb.query(this.texts, 'COMMIT');
    this.textsStay = true;
    await duckdb.query(this.rows, 'COMMIT');
  }

  async rollBack(): Promise<void> {
    await this.syncing;
    await rollBack(this.rows);
    await rollBack(this.texts);
  }
}

/** After some errors, such as a full disk, DuckDB has already ended the transaction. */
async function rollBack(connection: Connection): Promise<void> {
  try {
    await duckdb.query(connection, 'ROLLBACK');
  } catch (error) {
    if (!/no transaction is active|database has been invalidated/i.test(messageOf(error))) throw error;
  }
}
