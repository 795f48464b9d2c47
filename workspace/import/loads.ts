/**
 * Rows on their way to DuckDB. It stores one load while the next comes in; who sends rows is told when they have been
 * stored, so that no more than a little waits.
 */
import { MessageChannel } from 'node:worker_threads';
import { type SqlTableName, sqlColumns } from '../schema.ts';
import { TableAppender } from './append.ts';
import { type Batch, buffersOf } from './batch.ts';
import type { Connections } from './transaction.ts';

/** A load has so many bytes at most, so that who sent them need not wait long for more room. */
const most = 16 << 20;
/** As few are worth an INSERT when DuckDB has nothing to do. */
const enough = 2 << 20;

/** Rows that are handed over together. */
class Load {
  bytes = 0;
  readonly appenders = new Map<SqlTableName, TableAppender>();
  readonly batches: Batch[] = [];
  /** Who is to be told when they have been. */
  readonly landed: (() => void)[] = [];

  tell(): void {
    for (const each of this.landed.splice(0)) each();
  }

  /** Gives the memory back. */
  free(): void {
    for (const batch of this.batches.splice(0)) nobody.postMessage(null, buffersOf(batch));
  }
}

/**
 * What is handed over to a closed port is gone at once. The garbage collector would come for it, but not before much has come
 * together, and it came often: that was a tenth of this thread's time, and fresh memory cost as much again.
 */
const { port1: nobody } = new MessageChannel();
nobody.close();

export class Loads {
  /** What comes in now goes here. */
  private load = new Load();
  /** What is full, and waits to be handed over. */
  private full: Load[] = [];
  /** Settles when DuckDB has taken what it was handed. */
  private handing: Promise<void> | null = null;
  /** Why DuckDB has not. */
  private error: unknown = null;

  constructor(private readonly connections: Connections) {}

  /** Takes rows of a table, until the next {@link add}. */
  readonly appender = (table: SqlTableName): TableAppender => {
    const { appenders } = this.load;
    let appender = appenders.get(table);
    if (!appender) {
      const { rows, texts } = this.connections;
      appender = new TableAppender(table === 'text' ? texts : rows, table, sqlColumns(table));
      appenders.set(table, appender);
    }
    return appender;
  };

  /**
   * Says that what was appended since the last call is of this batch. `landed` is called once there is room for more. The
   * batch is gone once it has been stored. Throws if what came before could not be stored.
   */
  add(batch: Batch, landed: () => void): void {
    if (this.error) throw this.error;
    this.load.landed.push(landed);
    this.load.batches.push(batch);
    this.load.bytes += batch.bytes;
    if (this.load.bytes >= most) this.full.push(this.begun());
    this.hand();
  }

  /** Hands over all there is. */
  async finish(): Promise<void> {
    await this.settled();
    if (this.error) throw this.error;
    await this.flush(this.load);
  }

  /** Drops what was not yet handed over. */
  async drop(): Promise<void> {
    this.full = [];
    this.load = new Load();
    await this.settled();
  }

  private hand(): void {
    if (this.handing) return;
    const load = this.full.shift() ?? (this.load.bytes >= enough ? this.begun() : null);
    if (!load || this.error) {
      for (const waiting of [load, ...this.full, this.load]) waiting?.tell();
      return;
    }
    this.handing = this.flush(load)
      .catch(error => {
        this.error = error;
      })
      .then(() => {
        this.handing = null;
        load.tell();
        load.free();
        this.hand();
      });
  }

  /** The load under way; another is begun. */
  private begun(): Load {
    const { load } = this;
    this.load = new Load();
    return load;
  }

  private async settled(): Promise<void> {
    while (this.handing) await this.handing;
  }

  private async flush({ appenders }: Load): Promise<void> {
    const rows = async () => {
      for (const [table, appender] of appenders) if (table !== 'text') await appender.flush();
    };
    // Both are over before an error is told: what follows is a rollback.
    const outcomes = await Promise.allSettled([appenders.get('text')?.flush(), rows()]);
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  }
}
