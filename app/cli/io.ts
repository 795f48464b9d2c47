/** The terminal, or its substitute in tests. */
import { once } from 'node:events';

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
      if (!stdout.write(data)) await once(stdout, 'drain');
    },
    say: line => void stderr.write(`${line}\n`),
    width: stdout.isTTY ? stdout.columns : null,
    status(line) {
      if (stderr.isTTY) stderr.write(`\r\x1b[2K${line.slice(0, stderr.columns - 1)}`);
      else if (line !== '' && performance.now() - printed >= quiet) {
        printed = performance.now();
        stderr.write(`${line}\n`);
      }
    },
    onInterrupt(listener) {
      process.once('SIGINT', listener);
      return () => void process.off('SIGINT', listener);
    },
  };
}
