/**
 * Rows being sent to DuckDB. It stores one load while the next fills; senders are called back when their rows are
 * stored, which limits the number of waiting rows.
 */
import { MessageChannel } from 'node:worker_threads';
import { type Batch, buffersOf } from '../reading/batch.ts';
import { TableAppender } from '../store/append.ts';
import { type SqlTableName, sqlColumns } from '../store/schema.ts';
import type { CaptureTransaction } from './transaction.ts';

/** Upper bound per load, bytes; keeps back-pressure short. */
const maxBytes = 8 << 20;
/** Smallest load worth an INSERT when DuckDB is idle, bytes. */
const enough = 2 << 20;

/** Rows handed to DuckDB together. */
class Load {
  bytes = 0;
  readonly appenders = new Map<SqlTableName, TableAppender>();
  readonly batches: Batch[] = [];
  /** Called when the rows have been stored. */
  readonly landed: (() => void)[] = [];

  notify(): void {
    for (const each of this.landed.splice(0)) each();
  }

  /** Frees the memory. */
  free(): void {
    for (const batch of this.batches.splice(0)) nobody.postMessage(null, buffersOf(batch));
  }
}

/**
 * Transfers the memory to a closed port, which frees it at once. The garbage collector would free it later, but it
 * ran often: that was a tenth of this thread's time, and allocating fresh memory cost as much again.
 */
const { port1: nobody } = new MessageChannel();
nobody.close();

export class Loads {
  /** The load being filled. */
  private load = new Load();
  /** Full loads waiting to be handed over. */
  private full: Load[] = [];
  /** Settles when DuckDB has taken the load handed over; null if there is none. */
  private handing: Promise<void> | null = null;
  /** Error of a failed hand-over. */
  private error: unknown = null;

  constructor(private readonly transaction: CaptureTransaction) {}

  /** Appender for a table's rows, valid until the next {@link add}. */
  readonly appender = (table: SqlTableName): TableAppender => {
    const { appenders } = this.load;
    let appender = appenders.get(table);
    if (!appender) {
      const { rows, texts } = this.transaction;
      appender = new TableAppender(table === 'text' ? texts : rows, table, sqlColumns(table));
      appenders.set(table, appender);
    }
    return appender;
  };

  /**
   * Assigns everything appended since the last call to this batch. `landed` is called once there is room for
   * more. The batch's memory is freed once it has been stored. Throws if earlier rows could not be stored.
   */
  add(batch: Batch, landed: () => void): void {
    if (this.error) throw this.error;
    this.load.landed.push(landed);
    this.load.batches.push(batch);
    this.load.bytes += batch.bytes;
    if (this.load.bytes >= maxBytes) this.full.push(this.begun());
    this.hand();
  }

  /** Hands over everything that is left. */
  async finish(): Promise<void> {
    await this.settled();
    if (this.error) throw this.error;
    await this.flush(this.load);
  }

  /** Drops everything not yet handed over. */
  async drop(): Promise<void> {
    this.full = [];
    this.load = new Load();
    await this.settled();
  }

  private hand(): void {
    if (this.handing) return;
    const load = this.full.shift() ?? (this.load.bytes >= enough ? this.begun() : null);
    if (!load || this.error) {
      for (const waiting of [load, ...this.full, this.load]) waiting?.notify();
      return;
    }
    this.handing = this.flush(load)
      .catch(error => {
        this.error = error;
      })
      .then(() => {
        this.handing = null;
        load.notify();
        load.free();
        this.hand();
      });
  }

  /** Returns the current load and begins another. */
  private begun(): Load {
    const { load } = this;
    this.load = new Load();
    return load;
  }

  private async settled(): Promise<void> {
    while (this.handing) await this.handing;
  }

  private async flush({ appenders }: Load): Promise<void> {
    const texts = async () => {
      const appender = appenders.get('text');
      if (!appender) return;
      await this.transaction.beginTexts();
      await appender.flush();
    };
    const rows = async () => {
      for (const [table, appender] of appenders) if (table !== 'text') await appender.flush();
    };
    // `allSettled`: both must have ended before an error is thrown, because a rollback follows.
    const outcomes = await Promise.allSettled([texts(), rows()]);
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  }
}
