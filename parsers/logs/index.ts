/** The family of line logs: every definition in `formats/` as a {@link FormatEntry}. */
import type { FormatEntry } from '../contract.ts';
import type { LogFormat } from './definition.ts';
import { innerOf, logEntriesOf } from './entry.ts';
import { definitions } from './formats/index.ts';

export const logEntries: readonly FormatEntry[] = logEntriesOf(definitions);

/** Readers for wrapped lines. */
export const innerFormats = () => innerOf(definitions);

/**
 * The built-in formats and those of users. User formats win if two explain a file equally well, and replace a
 * built-in format of the same id.
 */
export function logEntriesBeside(own: readonly LogFormat[]): readonly FormatEntry[] {
  const theirs = new Set(own.map(({ id }) => id));
  return logEntriesOf([...own, ...definitions.filter(({ id }) => !theirs.has(id))]);
}
