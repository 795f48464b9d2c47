import type { Command } from '../command.ts';

/** The desktop is not the command line's to know: whoever starts the command says how the window is opened. */
export type OpenWindow = (paths: readonly string[]) => Promise<number>;

export function open(openWindow: OpenWindow): Command {
  return {
    name: 'open',
    usage: '[WORKSPACE|PATH…]',
    about: 'Opens the window on a workspace, on captures, or empty.',
    options: {},
    words: { min: 0, max: Number.POSITIVE_INFINITY },
    run: args => openWindow(args.words),
  };
}
