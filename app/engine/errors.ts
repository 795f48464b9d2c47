/** Errors on their way to whoever asked. */
import type { WireError } from '../contract.ts';

/** Something the user asked for that cannot be done, in one sentence: what, where, what to do. */
export class EngineError extends Error {
  override readonly name = 'EngineError';
  constructor(
    readonly code:
      | 'no-workspace'
      | 'answer-gone'
      | 'bad-request'
      | 'bad-option'
      | 'user-format'
      | 'too-large'
      | 'cancelled'
      | 'unknown-question',
    message: string,
  ) {
    super(message);
  }
}

/**
 * What crosses a process boundary: a structured clone of an `Error` would lose its code.
 * Errors without a code are defects of ours (or of what we stand on): the code says `internal`.
 */
export function toWireError(error: unknown): WireError {
  if (!(error instanceof Error)) return { code: 'internal', message: String(error) };
  const code = (error as { code?: unknown }).code;
  return { code: typeof code === 'string' ? code : defaultCode(error), message: error.message };
}

function defaultCode(error: Error): string {
  return error.name === 'QueryError' ? 'query-failed' : 'internal';
}
