/**
 * A request to the workspace that failed: one sentence that says what, where and what to do. Shown to the user
 * unchanged.
 */
export class WorkspaceError extends Error {
  override readonly name = 'WorkspaceError';
  constructor(
    readonly code: WorkspaceErrorCode,
    message: string,
    options?: { cause?: unknown },
  ) {
    super(message, options);
  }
}

export type WorkspaceErrorCode =
  | 'bad-clock'
  | 'bad-option'
  | 'bad-sql'
  | 'cancelled'
  | 'closed'
  | 'corrupt'
  | 'disk-full'
  | 'exists'
  | 'internal'
  | 'locked'
  | 'newer'
  | 'not-a-workspace'
  | 'not-found'
  | 'packed'
  | 'unreadable'
  | 'unwritable';

/** The message of anything thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Where it was thrown, for whoever mends it; the words alone if that is not known. */
export function stackOf(error: unknown): string {
  return (error instanceof Error && error.stack) || messageOf(error);
}

/** DuckDB's messages continue with an excerpt of the SQL; the first line is the sentence. */
export function firstLine(message: string): string {
  return message.split('\n', 1)[0] as string;
}
