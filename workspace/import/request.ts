/** Options of an import, its progress reports and its result. */
import type { FormatEntry } from '../../parsers/contract.ts';
import type { UserFormat } from '../../parsers/user-formats.ts';
import type { ClockSettings } from '../clocks/clock.ts';
import type { ImportFailure } from '../files/failure.ts';
import type { Cancel } from '../query.ts';
import type { CaptureRecord } from '../store/captures.ts';

export interface ImportRequest extends ClockSettings {
  /** Paths of files and folders. */
  readonly paths: readonly string[];
  /** Reads every file as this format, whatever it looks like. */
  readonly format?: string;
  /**
   * A capture that the first capture read replaces, taking its place and name; it is removed only when the new one is
   * complete.
   */
  readonly replaces?: number;
  /** Reads files whose content is in the workspace already; they are left out otherwise. */
  readonly again?: boolean;
  /**
   * Treatment of a file that continues after the end of a capture: it replaces the capture, or, by default, is left
   * out as a duplicate.
   */
  readonly grown?: 'replace';
  /** ns between samples of captures without a clock. */
  readonly interval?: number;
  /** Folders with symbols, for functions that captures know only by address. */
  readonly symbols?: readonly string[];
  /** Folders and files with manifests of providers of ETW, for events that a trace does not describe. */
  readonly manifests?: readonly string[];
  /** Limit of the process's memory from now on, bytes. */
  readonly memory?: number;
  /**
   * Maximum number of workers that read one file; 0 reads on this thread. Default: all CPUs but one, which is left to
   * the importer.
   */
  readonly workers?: number;
}

export interface ImportOptions {
  readonly onProgress?: (progress: ImportProgress) => void;
  readonly cancel?: Cancel;
  /** Formats defined by the user, in addition to the registry's. */
  readonly userFormats?: readonly UserFormat[];
  /** The formats to choose from; default: the registry. Workers have their own list (see `worker.ts`). */
  readonly formats?: readonly FormatEntry[];
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
  /** Imported captures in the order read: complete, partial, empty or failed. */
  readonly captures: readonly CaptureRecord[];
  /** Files that could not be read at all and left no capture. */
  readonly failures: readonly ImportFailure[];
  /** Files left out because the workspace already holds them or their beginning. */
  readonly duplicates: readonly DuplicateFile[];
  /** Captures whose files had grown, each replaced by a new capture. */
  readonly replaced: readonly ReplacedCapture[];
  /** Sentences about what was left out after reading. */
  readonly remarks?: readonly string[];
  /** True if cancelled. The file that was being read left nothing behind; those before it stay. */
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
