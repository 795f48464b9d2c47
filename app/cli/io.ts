/** The terminal, or what stands for it in tests. */
import { once } from 'node:events';

export interface Io {
  /** Resolves when there is room for more. */
  write(data: string | Uint8Array): Promise<void>;
  /** A line on standard error. */
  say(line: string): void;
  /** Width of the terminal that standard output goes to; null when it goes to a file or a pipe. */
  readonly width: number | null;
  /** Overwrites one line of the terminal that standard error goes to; does nothing where that is no terminal. */
  status(line: string): void;
  /** Calls back the first time the person presses Ctrl-C (the second ends the program); returns what stops that. */
  onInterrupt(listener: () => void): () => void;
}

export function processIo(): Io {
  const { stdout, stderr } = process;
  // The reader of a pipe (`| head`) may leave early: that is its right and no failure.
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
    },
    onInterrupt(listener) {
      process.once('SIGINT', listener);
      return () => void process.off('SIGINT', listener);
    },
  };
}
