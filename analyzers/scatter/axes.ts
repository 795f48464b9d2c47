import type { Note } from '../contract.ts';
import { note } from '../notes.ts';

export interface Scales {
  readonly x: boolean;
  readonly y: boolean;
}

/**
 * Note on the axes of a scatter plot.
 *
 * @param log which axes are logarithmic
 * @param names of the axes, for questions without parameters for them
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
