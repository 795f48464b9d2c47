/**
 * Captures are written in two transactions, each on its own thread: one for texts, one for everything else, because
 * DuckDB runs one statement at a time per transaction. In a log whose values hardly repeat, texts are a third of the
 * work.
 *
 * Texts are committed first, so that no row refers to a missing text. If the program ends between the two commits,
 * unused texts remain; the next import continues after their ids.
 */
import duckdb, { type Connection } from '@duckdb/node-bindings';
import type { DatabaseFile } from '../database/database-file.ts';
import { messageOf } from '../errors.ts';

/** Connections to one database. */
export interface Connections {
  /** For all tables but `text`. */
  readonly rows: Connection;
  readonly texts: Connection;
}

export class CaptureTransaction implements Connections {
  /** True once the texts are committed; they stay even if the rows are rolled back. */
  textsStay = false;
  /** True while the transaction for texts is open. */
  private hasTexts = false;
  private syncing: Promise<unknown> = Promise.resolve();

  constructor(
    readonly rows: Connection,
    readonly texts: Connection,
    private readonly store: DatabaseFile,
  ) {}

  async begin(): Promise<void> {
    await duckdb.query(this.rows, 'BEGIN');
  }

  /** Must be called before texts are written. Small files often have none that the workspace does not have. */
  async beginTexts(): Promise<void> {
    if (this.hasTexts) return;
    this.hasTexts = true;
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
    if (this.hasTexts) {
      await duckdb.query(this.texts, 'COMMIT');
      this.textsStay = true;
    }
    await duckdb.query(this.rows, 'COMMIT');
  }

  async rollBack(): Promise<void> {
    await this.syncing;
    await rollBack(this.rows);
    if (this.hasTexts) await rollBack(this.texts);
    this.hasTexts = false;
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
