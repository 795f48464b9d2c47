/**
 * Methods of an engine in the caller's own process, as the command line uses it. They take or return what no
 * port can carry: workers already started, texts produced while they are written. A window is limited to
 * {@link EngineApi}.
 */
import type { Folded } from '../../analyzers/questions/folded/folded.ts';
import type { Spelling } from '../../analyzers/questions/folded/spelling.ts';
import type { PreparedImport } from '../../workspace/import/begin.ts';
import type { SqlTable } from '../../workspace/query.ts';
import type { SymbolGuess } from '../../workspace/symbols/resolve.ts';
import type {
  CheckReport,
  EngineApi,
  FindingsDocument,
  ImportReport,
  ImportRequest,
  JobId,
  Note,
  Scope,
} from '../contract.ts';

export interface LocalEngine extends EngineApi {
  /**
   * Starts an import before its workspace is open: meanwhile workers start and the format of the first file
   * is recognised.
   */
  begin(request: ImportRequest): Promise<PreparedImport>;
  /** {@link EngineApi.import}, continuing from `begin`. */
  importBegun(job: JobId, request: ImportRequest, begun?: PreparedImport): Promise<ImportReport>;
  /** Runs one SELECT of the user. */
  sql(job: JobId, select: string, limit?: number): Promise<SqlTable>;
  /** The samples in scope as collapsed stacks. */
  folded(job: JobId, scope: Scope, spelling?: Spelling): Promise<Folded>;
  /** Writes {@link folded} to a file. Resolves to its notes. */
  exportFolded(job: JobId, scope: Scope, spelling: Spelling, path: string): Promise<readonly Note[]>;
  /** Time of the event on a line of a capture: epoch ns, or ns on its own clock if it is not aligned. */
  momentOfLine(capture: number, line: number): Promise<bigint>;
  /**
   * Symbolizes functions that captures know only by address, with the symbols in the folders. Resolves to the
   * number of functions that got a name.
   */
  addSymbols(job: JobId, folders: readonly string[], onGuess?: (guess: SymbolGuess) => void): Promise<number>;
  /** A sentence if findings may be lost or damaged, found when the workspace was opened. */
  readonly findingsDoubt: string | null;
  /** Recomputes a report's evidence from this workspace's captures. Stores nothing. */
  checkDocument(job: JobId, document: FindingsDocument): Promise<CheckReport>;
  /** Writes all tables to a folder, one file each. Resolves to the files. */
  exportTables(job: JobId, folder: string, as: 'parquet' | 'arrow'): Promise<readonly string[]>;
}
