import type { Note } from '../contract.ts';
import { note } from '../notes.ts';

export interface Scales {
  readonly x: boolean;
  readonly y: boolean;
}

/**
 * What the axes of a scatter plot are.
 *
 * @param log which of them are logarithmic
 * @param names of the axes, where no parameter of the question has them
 */
export function axesNote(log: Scales, names?: { readonly x: string; readonly y: string }): Note {
  return note(
    'axes',
    log.x && log.y
      ? 'Both axes are logarithmic.'
      : log.x || log.y
        ? `The axis of ${log.x ? 'x' : 'y'} is logarithmic.`
        : 'Both axes are linear.',
    {
      x: log.x ? 'log' : 'linear',
      y: log.y ? 'log' : 'linear',
      ...(names && { xName: names.x, yName: names.y }),
    },
  );
}
