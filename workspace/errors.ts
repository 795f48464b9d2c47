/**
 * A request to the workspace that failed. The message is one sentence that states what happened, where, and what the
 * user can do; it is shown unchanged.
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
  | 'changed'
  | 'closed'
  | 'corrupt'
  | 'disk-full'
  | 'draft'
  | 'exists'
  | 'foreign-functions'
  | 'foreign-log'
  | 'internal'
  | 'locked'
  | 'newer'
  | 'not-a-workspace'
  | 'not-found'
  | 'out-of-memory'
  | 'packed'
  | 'unreadable'
  | 'unwritable';

/** The message of anything thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The stack of an error, for developers; its message if it has no stack. */
export function stackOf(error: unknown): string {
  return (error instanceof Error && error.stack) || messageOf(error);
}

/** DuckDB's messages continue with an excerpt of the SQL; the first line is the sentence. */
export function firstLine(message: string): string {
  return message.split('\n', 1)[0] as string;
}
