import type { LogFormat } from '../definition.ts';

/** History files of shells: a comment with the time, then the command. */
export const shellHistory: LogFormat = {
  id: 'shell-history',
  title: 'shell history',
  patterns: ['#(+)?{time:X}{message}'],
  plainMessages: true,
  specificity: 16,
  samples: [
    {
      text: '#+1162490366\n./drive_vt52_curses',
      time: '2006-11-02T17:59:26Z',
      message: './drive_vt52_curses',
    },
  ],
};
