/** Errors as callers of the engine see them. */
import { dirname } from 'node:path';
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
      | 'unwritable'
      | 'unknown-question',
    message: string,
  ) {
    super(message);
  }
}

const reasons: Readonly<Record<string, (path: string) => string>> = {
  ENOENT: path => `there is no folder ${dirname(path)}`,
  ENOTDIR: path => `${dirname(path)} is not a folder`,
  EISDIR: () => 'it is a folder',
  EACCES: () => 'its permissions do not allow it',
  EPERM: () => 'its permissions do not allow it',
  EROFS: () => 'its disk is read-only',
  ENOSPC: () => 'the disk is full',
};

/**
 * Runs `work`, which writes to `path`.
 * @throws {EngineError} `unwritable`: the system's error code as a sentence
 */
export async function writing<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const reason = reasons[(error as NodeJS.ErrnoException).code ?? '']?.(path);
    if (!reason) throw error;
    throw new EngineError('unwritable', `${path} cannot be written: ${reason}. Choose another path.`);
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
