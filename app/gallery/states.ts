/** A question that has no answer, as the window shows it. */
import { fixed } from './fixed.ts';

export const noRows = fixed('emptied', []);

/** Asked, it fails so. */
export const failing = {
  question: 'symbols',
  message: 'The symbols of /usr/lib/debug cannot be read: its permissions do not allow it.',
};

/** Asked, it is still being answered. */
export const unanswered = 'record';
