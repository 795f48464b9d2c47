/**
 * Parsing: blocks in, batches and a summary per part out. The same class runs in a worker and on the engine's thread.
 *
 * Sizes are counted here, apart from the reader, so that the ledger can be checked against something.
 */
import { type Format, type Options, ParseError, type Reader } from '../../parsers/contract.ts';
import { messageOf } from '../errors.ts';
import type { Batch, PartFailure, PartSummary } from './batch.ts';
import { LineCounter } from './count.ts';
import { PartOutput } from './output.ts';

/** What is common to all parts of a file. */
export interface FileJob {
  readonly format: string;
  readonly options: Omit<Options, 'offset'>;
}

/** A run of bytes of one part. A part begins where a record begins, and is pushed block by block. */
export interface Block {
  readonly part: number;
  /** Where the block starts in the decompressed file. */
  readonly offset: number;
  /** The part ends with it. */
  readonly last: boolean;
  readonly buffer: ArrayBuffer;
  readonly length: number;
}

/** Rows are handed on when so many bytes of them wait. */
const batchBytes = 4 << 20;
/** How much is pushed before the waiting rows are looked at. */
const sliceBytes = 1 << 20;

export class PartParser {
  private format: Format | null = null;
  private options: FileJob['options'] | null = null;
  private output = new PartOutput();
  private reader: Reader | null = null;
  private lines = new LineCounter();
  private bytes = 0;
  private offset = 0;
  private failure: PartFailure | null = null;
  private open = false;

  constructor(private readonly formats: readonly Format[]) {}

  file(job: FileJob): void {
    this.format = this.formats.find(format => format.id === job.format) ?? null;
    this.options = job.options;
    this.output.close();
    this.output = new PartOutput();
    this.open = false;
  }

  /** There are no more files. */
  close(): void {
    this.output.close();
  }

  /** Reads a block; gives batches as they fill, and the summary when the part ends with it. */
  async block(
    block: Block,
    give: { batch(batch: Batch): Promise<void> | void; summary(summary: PartSummary): void },
  ): Promise<void> {
    if (!this.open) this.begin(block);
    const bytes = new Uint8Array(block.buffer, 0, block.length);
    this.lines.add(bytes);
    this.bytes += bytes.length;
    for (let at = 0; at < bytes.length && !this.failure; at += sliceBytes) {
      const slice = bytes.subarray(at, at + sliceBytes);
      this.guard(() => this.reader?.push(slice));
      if (this.output.waiting >= batchBytes) await give.batch(this.output.take(false));
    }
    if (block.last && !this.failure) this.guard(() => this.reader?.end());
    await give.batch(this.output.take(block.last));
    if (block.last) give.summary(this.summary(block.part));
  }

  private begin(block: Block): void {
    this.open = true;
    this.offset = block.offset;
    this.lines = new LineCounter();
    this.bytes = 0;
    this.failure = null;
    this.reader = null;
    this.output.begin(block.part, block.offset);
    this.guard(() => {
      if (!this.format || !this.options) throw new Error('no such format in this worker');
      this.reader = this.format.open(this.output, { ...this.options, offset: block.offset });
    });
  }

  private summary(part: number): PartSummary {
    const { output } = this;
    this.open = false;
    this.reader = null;
    const lines = this.lines.count;
    return {
      part,
      size: this.format?.unit === 'bytes' ? this.bytes : lines,
      used: output.used,
      blank: output.blank,
      steppedOver: output.steppedOver,
      lines,
      offset: this.offset,
      clock: output.clockOfPart,
      facts: output.facts,
      problems: output.problems(),
      first: output.first,
      last: output.last,
      failure: this.failure,
    };
  }

  private guard(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.failure =
        error instanceof ParseError
          ? {
              kind: 'parse',
              code: error.code,
              message: error.message,
              line: error.line,
              offset: error.offset,
            }
          : { kind: 'crash', code: 'reader-failed', message: messageOf(error), line: -1, offset: 0 };
    }
  }
}
