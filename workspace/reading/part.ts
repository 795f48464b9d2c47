/**
 * Parses parts of a file: bytes in, batches and a summary per part out. Used by workers and by the engine's own
 * thread.
 *
 * Lines and bytes are counted here as well, so that the reader's ledger can be checked.
 */
import {
  type FileRanges,
  type Format,
  type Options,
  ParseError,
  type Reader,
  type Survey,
} from '../../parsers/contract.ts';
import { KnownRanges } from '../../parsers/kit/ranges.ts';
import { messageOf, stackOf } from '../errors.ts';
import type { Batch, PartFailure, PartSummary } from './batch.ts';
import { LineCounter } from './count.ts';
import { PartOutput } from './output.ts';

/** Data common to all parts of a file. */
export interface FileJob {
  readonly format: string;
  readonly options: Omit<Options, 'offset' | 'file' | 'kernelFunction' | 'manifestOf'>;
  /** Folders and archives with symbols. */
  readonly symbols: readonly string[];
  /** Folders and files with manifests of providers of ETW. */
  readonly manifests?: readonly string[];
}

/** Receiver of rows. */
export interface RowSink {
  batch(batch: Batch): Promise<void> | void;
  summary(summary: PartSummary): void;
}

/**
 * Bytes of waiting rows at which a batch is sent. The first batch is sent at once, because nothing can be stored
 * before it.
 */
const batchBytes = 1 << 20;

/** Reads the parts of one file. */
export class PartParser {
  private readonly output: PartOutput;
  private enough = 1;
  private reader: Reader | null = null;
  private lines = new LineCounter();
  private part = 0;
  private bytes = 0;
  private offset = 0;
  private failure: PartFailure | null = null;
  private file: FileRanges;
  private survey: Survey | null = null;

  constructor(
    private readonly format: Format,
    private readonly options: Omit<Options, 'offset' | 'file'>,
    private readonly to: RowSink,
  ) {
    this.output = new PartOutput(format.meanings);
    this.file = new KnownRanges(options.head);
  }

  /** Sets the ranges of the file that the format asked for; before the first part. */
  ranges(file: FileRanges): void {
    this.file = file;
  }

  /** Begins the first of two readings, before the first part; null if the format needs only one. */
  beginSurvey(): Reader | null {
    if (this.format.survey === undefined) return null;
    const survey = this.format.survey(this.optionsAt(0));
    this.survey = survey;
    return {
      push: bytes => this.guard(() => survey.push(bytes)),
      end: () => this.guard(() => survey.end()),
    };
  }

  private optionsAt(offset: number): Options {
    return { ...this.options, offset, file: this.file };
  }

  /** Begins a part, `offset` bytes into the file. */
  begin(part: number, offset: number): void {
    this.part = part;
    this.offset = offset;
    this.lines = new LineCounter();
    this.bytes = 0;
    // If the survey failed, the reader must not run.
    if (this.survey === null) this.failure = null;
    this.reader = null;
    this.output.begin(part, offset);
  }

  /** Takes bytes of the part. */
  async push(bytes: Uint8Array): Promise<void> {
    if (this.format.unit === 'lines') this.lines.add(bytes);
    this.bytes += bytes.length;
    this.guard(() => {
      this.reader ??= (this.survey ?? this.format).open(this.output, this.optionsAt(this.offset));
      this.reader.push(bytes);
    });
    if (this.output.waiting < this.enough) return;
    this.enough = batchBytes;
    await this.to.batch(this.output.take(false));
  }

  /** Ends the part. */
  async end(): Promise<void> {
    this.guard(() => this.reader?.end());
    if (this.bytes > 0) await this.to.batch(this.output.take(true));
    this.to.summary(this.summary());
  }

  /** Must be called after the last part. */
  close(): void {
    this.output.close();
  }

  private summary(): PartSummary {
    const { output } = this;
    const lines = this.lines.count;
    return {
      part: this.part,
      size: this.format.unit === 'bytes' ? this.bytes : lines,
      used: output.used,
      blank: output.blank,
      skipped: output.skipped,
      lines,
      offset: this.offset,
      zero: output.zero,
      clock: output.lastClock,
      facts: output.facts,
      problems: output.problems(),
      first: output.first,
      last: output.last,
      failure: this.failure,
    };
  }

  /** After a failure nothing more of the part is read. */
  private guard(work: () => void): void {
    if (this.failure) return;
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
              stack: null,
            }
          : {
              kind: 'crash',
              code: 'reader-failed',
              message: messageOf(error),
              line: -1,
              offset: 0,
              stack: stackOf(error),
            };
    }
  }
}
