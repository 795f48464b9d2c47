import type { Note } from '../../contract.ts';
import { note } from '../../kit/notes.ts';

export interface LogAxes {
  readonly x: boolean;
  readonly y: boolean;
}

/**
 * Note on the axes of a scatter plot.
 *
 * @param log which axes are logarithmic
 * @param names what the axes show, for questions without parameters that say so
 */
export function axesNote(log: LogAxes, names?: { readonly x: string; readonly y: string }): Note {
  return note(
    'axes',
    log.x && log.y
      ? 'Both axes are logarithmic.'
      : log.x || log.y
        ? `The ${log.x ? 'x' : 'y'} axis is logarithmic.`
        : 'Both axes are linear.',
    {
      x: log.x ? 'log' : 'linear',
      y: log.y ? 'log' : 'linear',
      ...(names && { xName: names.x, yName: names.y }),
    },
  );
}
