/** Options of an import, its progress reports and its result. */
import type { Format } from '../../parsers/contract.ts';
import type { UserFormat } from '../../parsers/user-formats.ts';
import type { CaptureRecord } from '../captures.ts';
import type { Cancel } from '../query.ts';

export interface ImportRequest {
  /** Paths of files and folders. */
  readonly paths: readonly string[];
  /** Reads every file as this format, whatever it looks like. */
  readonly format?: string;
  /**
   * A capture whose place and name the first capture read takes; it is removed only once that one is
   * complete.
   */
  readonly replaces?: number;
  /** Reads files whose content is in the workspace already; they are left out otherwise. */
  readonly again?: boolean;
  /** What becomes of a file that goes on where a capture ends: it takes the capture's place, or is left out as a duplicate. */
  readonly grown?: 'replace';
  /** IANA zone or fixed offset for wall clocks that name none. */
  readonly zone?: string;
  readonly year?: number;
  /** ns to add to every time. */
  readonly offset?: bigint;
  /** Epoch ns of the first sample of captures without a clock. */
  readonly start?: bigint;
  /** ns between samples of captures without a clock. */
  readonly interval?: number;
  /** Folders with symbols, for functions that captures know only by address. */
  readonly symbols?: readonly string[];
  /** Cap on the memory of the process from now on, bytes. */
  readonly memory?: number;
  /** How many workers may read a file together; 0 reads on this thread. Default: a CPU is left to landing. */
  readonly workers?: number;
}

export interface ImportOptions {
  readonly onProgress?: (progress: ImportProgress) => void;
  readonly cancel?: Cancel;
  /** Formats of the user's own, read beside the registry's. */
  readonly userFormats?: readonly UserFormat[];
  /** What can be read; the registry by default. Workers have their own list (see `worker.ts`). */
  readonly formats?: readonly Format[];
  /** Bytes per block; tests make it small. */
  readonly blockSize?: number;
}

export interface ImportProgress {
  /** `reading cpu.perf.txt.zst`. */
  readonly what: string;
  /** Bytes on disk read so far, and total bytes of all files. */
  readonly bytes: number;
  readonly totalBytes: number | null;
  readonly rows: number;
  readonly files: number;
  readonly totalFiles: number;
  /** ns since the import began. */
  readonly elapsed: number;
}

export interface ImportReport {
  /** Captures that came in, in the order read: complete, partial or failed. */
  readonly captures: readonly CaptureRecord[];
  /** Files that could not be read at all and left no capture. */
  readonly failures: readonly ImportFailure[];
  /** Files left out because the workspace already holds them or their beginning. */
  readonly duplicates: readonly DuplicateFile[];
  /** Captures whose files had grown: what came takes their place. */
  readonly replaced: readonly ReplacedCapture[];
  /** The file being read when it was cancelled left nothing behind; those before it stay. */
  readonly cancelled: boolean;
}

export interface DuplicateFile {
  readonly path: string;
  /** Id of the capture that holds it. */
  readonly capture: number;
  /** The file continues after the end of the capture. */
  readonly hasGrown: boolean;
  /** One sentence. */
  readonly message: string;
}

export interface ReplacedCapture {
  readonly path: string;
  /** Id of the new capture. */
  readonly capture: number;
  /** Id of the capture it replaces. */
  readonly former: number;
  /** One sentence. */
  readonly message: string;
}

export interface ImportFailure {
  readonly path: string;
  readonly code: string;
  /** One sentence: what, where, what to do. */
  readonly message: string;
  /** For a text in no format: sentences that say which formats it is nearest to, and why it is not in them. */
  readonly nearest?: readonly string[];
}
