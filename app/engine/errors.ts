/** Errors as callers of the engine see them. */
import type { WireError } from '../contract.ts';

/** A request that cannot be fulfilled, explained in one sentence: what, where, what to do. */
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
 * An error as it crosses a process boundary: a structured clone of an `Error` would lose its code. Errors
 * without a code are defects of this program or of its dependencies, and get the code `internal`.
 */
export function toWireError(error: unknown): WireError {
  if (!(error instanceof Error)) return { code: 'internal', message: String(error) };
  const code = (error as { code?: unknown }).code;
  const knownCode = typeof code === 'string' ? code : defaultCode(error);
  const { message, stack } = error;
  return { code: knownCode, message, ...(knownCode === 'internal' && stack !== undefined && { stack }) };
}

function defaultCode(error: Error): string {
  return error.name === 'QueryError' ? 'query-failed' : 'internal';
}
