/** The family of line logs: every definition in `formats/` as a {@link Format}. */
import type { Format } from '../contract.ts';
import { logFormatsOf } from './format.ts';
import { definitions } from './formats/index.ts';

export const logFormats: readonly Format[] = logFormatsOf(definitions);
