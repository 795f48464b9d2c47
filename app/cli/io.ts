/**
 * The terminal, or its substitute in tests. Names and texts come from captures: what goes to a terminal passes here, where
 * characters that would control it, or change the order of others, become visible symbols.
 */
import { once } from 'node:events';
import { visible } from '../wording/visible.ts';

export interface Io {
  /** Resolves when the stream accepts more. */
  write(data: string | Uint8Array): Promise<void>;
  /** Prints a line on standard error. */
  say(line: string): void;
  /** Width of the terminal that standard output goes to; null when it goes to a file or a pipe. */
  readonly width: number | null;
  /** Overwrites one line on standard error; if that is not a terminal, prints a line every few seconds. */
  status(line: string): void;
  /**
   * Calls `listener` at the first Ctrl-C (the second ends the program); returns a function that stops
   * listening.
   */
  onInterrupt(listener: () => void): () => void;
}

/** Milliseconds between two lines about progress, where lines cannot be overwritten. */
const quiet = 5000;

export function processIo(): Io {
  const { stdout, stderr } = process;
  let printed = performance.now();
  // The reader of a pipe (`| head`) may close it early: not an error.
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(0);
  });
  return {
    async write(data) {
      const shown = stdout.isTTY && typeof data === 'string' ? forTerminal(data) : data;
      if (!stdout.write(shown)) await once(stdout, 'drain');
    },
    say: line => void stderr.write(`${forTerminal(line)}\n`),
    width: stdout.isTTY ? stdout.columns : null,
    status(line) {
      if (stderr.isTTY) stderr.write(`\r\x1b[2K${oneLine(line).slice(0, stderr.columns - 1)}`);
      else if (line !== '' && performance.now() - printed >= quiet) {
        printed = performance.now();
        stderr.write(`${oneLine(line)}\n`);
      }
    },
    onInterrupt(listener) {
      process.once('SIGINT', listener);
      return () => void process.off('SIGINT', listener);
    },
  };
}

/** Without characters that a terminal obeys; the line ends of CSV stay. */
export const forTerminal = (text: string): string => text.split('\r\n').map(visible).join('\r\n');

const oneLine = (text: string): string => visible(text).replace(/[\n\t]/g, ' ');
