import type { Command } from '../command.ts';

/** Opens the window. Given by the program's entry, because the command line does not depend on the desktop. */
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
