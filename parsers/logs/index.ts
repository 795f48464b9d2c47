/** The family of line logs: every definition in `formats/` as a {@link Format}. */
import type { Format } from '../contract.ts';
import type { LogFormat } from './definition.ts';
import { innerOf, logFormatsOf } from './format.ts';
import { definitions } from './formats/index.ts';

export const logFormats: readonly Format[] = logFormatsOf(definitions);

/** Readers for wrapped lines. */
export const innerFormats = () => innerOf(definitions);

/**
 * The built-in formats and those of users. User formats win if two explain a file equally well, and replace a
 * built-in format of the same id.
 */
export function logFormatsBeside(own: readonly LogFormat[]): readonly Format[] {
  const theirs = new Set(own.map(({ id }) => id));
  return logFormatsOf([...own, ...definitions.filter(({ id }) => !theirs.has(id))]);
}
