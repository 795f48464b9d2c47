import { readFileSync } from 'node:fs';
import { unreadable } from '../../workspace/files/discover.ts';
import { EngineError } from '../engine/errors.ts';

/** The text of a file that a command is given. */
export function textIn(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new EngineError('bad-request', unreadable(path, error).message);
  }
}
