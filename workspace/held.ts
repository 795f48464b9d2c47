import type { Query } from './query.ts';
import type { CaptureRecord } from './store/captures.ts';

/** What a part of a change may use of the workspace that holds its turn. */
export interface Held extends Query {
  captures(): Promise<readonly CaptureRecord[]>;
  /** @throws WorkspaceError `not-found` */
  captureById(id: number): Promise<CaptureRecord>;
  /** Runs statements in one transaction. */
  transaction(statements: readonly string[]): Promise<void>;
}
