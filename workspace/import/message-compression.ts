/**
 * Chooses DuckDB's compression of a capture's messages. By default DuckDB tries every method on every row group. If
 * messages repeat, a dictionary is smallest, and fastest to search by far. If they do not, compressing takes half as
 * long as everything else that is done with the row, and makes searching slower: they are stored uncompressed.
 */
import duckdb, { type Connection } from '@duckdb/node-bindings';
import { hashOf } from '../../parsers/kit/intern.ts';
import type { Batch, RowBlock } from '../reading/batch.ts';
import type { TextColumn } from '../store/column-data.ts';

/** Number of messages examined. */
const sample = 8192;
/** Messages repeat if the share of distinct ones is less than this: tracepoints have 0.04, access logs 0.9. */
const repeating = 0.25;

/** DuckDB's compression methods that only apply to VARCHAR, besides its dictionaries. */
const others = 'fsst,zstd';
/** The second one replaces the first in files of DuckDB 1.4 and later. */
const dictionaries = 'dictionary,dict_fsst';

/**
 * Compression methods that DuckDB may not use. Only set when they change, because setting them takes as long
 * as a small INSERT.
 */
export class CompressionSetting {
  private without: string | null = null;

  constructor(private readonly connection: Connection) {}

  async leaveOut(methods: string): Promise<void> {
    if (methods === this.without) return;
    await duckdb.query(this.connection, `SET disabled_compression_methods = '${methods}'`);
    this.without = methods;
  }
}

/** Chooses the compression of one capture's messages. */
export class MessageCompression {
  private set: Promise<PromiseSettledResult<unknown>[]> | null = null;

  constructor(private readonly setting: CompressionSetting) {}

  /** Decides by the first messages. Rows landed before the setting takes effect may be compressed either way. */
  see({ blocks }: Batch): void {
    if (this.set) return;
    const messages = blocks.map(messagesOf).find(found => found !== null);
    if (!messages) return;
    const without = shareOfDifferent(messages) < repeating ? others : `${dictionaries},${others}`;
    // `allSettled`: no unhandled rejection before `ready()`.
    this.set = Promise.allSettled([this.setting.leaveOut(without)]);
  }

  /** Must be awaited before the capture's rows are committed; throws if the setting failed. */
  async ready(): Promise<void> {
    for (const outcome of (await this.set) ?? []) if (outcome.status === 'rejected') throw outcome.reason;
  }
}

/** The column of texts, where rows have one. */
function messagesOf({ columns }: RowBlock): TextColumn | null {
  for (const column of columns) if (column && 'bytes' in column) return column;
  return null;
}

function shareOfDifferent({ bytes, lengths }: TextColumn): number {
  const hashes = new Set<number>();
  let count = 0;
  let end = 0;
  for (const length of lengths.subarray(0, sample)) {
    if (length < 0) continue;
    hashes.add(hashOf(bytes, end, end + length));
    end += length;
    count++;
  }
  return hashes.size / Math.max(count, 1);
}
