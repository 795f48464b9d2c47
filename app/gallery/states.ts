/** States of a question without an answer, as the window shows them. */
import type { WireError } from '../contract.ts';
import { fixed } from './fixed.ts';

export const noRows = fixed('emptied', []);

/** A question that fails with this error. */
export const failing = {
  question: 'symbols',
  error: {
    code: 'bad-request',
    message: 'The symbols of /usr/lib/debug cannot be read: its permissions do not allow it.',
  } satisfies WireError,
};

/** A question whose answer never arrives. */
export const unanswered = 'record';
