/** States of a question without an answer, as the window shows them. */
import { fixed } from './fixed.ts';

export const noRows = fixed('emptied', []);

/** A question that fails with this error. */
export const failing = {
  question: 'symbols',
  message: 'The symbols of /usr/lib/debug cannot be read: its permissions do not allow it.',
};

/** A question whose answer never arrives. */
export const unanswered = 'record';
