/**
 * What may be asked of an engine in one's own process, as the command line does. It takes or gives what no port carries:
 * workers that have begun, texts that are made while they are written. {@link EngineApi} is all that a window may ask.
 */
import type { Folded } from '../../analyzers/folded/folded.ts';
import type { Spelling } from '../../analyzers/folded/spelling.ts';
import type { BegunImport } from '../../workspace/import/begin.ts';
import type { SqlTable } from '../../workspace/query.ts';
import type {
  CheckReport,
  EngineApi,
  FindingsDocument,
  ImportReport,
  ImportRequest,
  JobId,
  Scope,
} from '../contract.ts';

export interface LocalEngine extends EngineApi {
  /** Begins an import before its workspace is open: workers start and the first file is recognised meanwhile. */
  begin(request: ImportRequest): Promise<BegunImport>;
  /** {@link EngineApi.import}, gone on with where `begin` has begun. */
  importBegun(job: JobId, request: ImportRequest, begun?: BegunImport): Promise<ImportReport>;
  /** One SELECT of the user's own. */
  sql(job: JobId, select: string, limit?: number): Promise<SqlTable>;
  /** The samples in scope as collapsed stacks. */
  folded(job: JobId, scope: Scope, spelling?: Spelling): Promise<Folded>;
  /** When the event on a line of a capture was: epoch ns, or ns on its own clock where it is not aligned. */
  momentOfLine(capture: number, line: number): Promise<bigint>;
  /**
   * Names functions that captures know only by address, by what lies in the folders. Answers with how many have a name now
   * that had none.
   */
  addSymbols(folders: readonly string[]): Promise<number>;
  /** Recomputes the evidence of a report, of this workspace's captures. Keeps nothing. */
  checkDocument(job: JobId, document: FindingsDocument): Promise<CheckReport>;
  /** All tables, one file each, into a folder. Answers with the files. */
  exportTables(folder: string, as: 'parquet' | 'arrow'): Promise<readonly string[]>;
}
