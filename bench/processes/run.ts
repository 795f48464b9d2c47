/** Runs programs as processes and measures them, start-up included. */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';

export interface Run {
  /** Wall-clock time. */
  readonly seconds: number;
  /** Processor time of all threads, which other load on the machine affects little. */
  readonly cpu: number;
  /** Peak resident memory, bytes; NaN if the process does not report it. */
  readonly memory: number;
}

/**
 * Runs a program and discards its standard output.
 *
 * @throws Error if the program fails.
 */
export function run(program: string, ...args: readonly string[]): Run {
  const begin = performance.now();
  // The second line of the shell's `times` is the user and system time of its children, in minutes and
  // seconds.
  const { status, stdout, stderr } = spawnSync(
    'sh',
    ['-c', '"$@" > /dev/null || exit; times', 'sh', program, ...args],
    { encoding: 'utf8' },
  );
  const seconds = (performance.now() - begin) / 1000;
  if (status !== 0) throw new Error(`${program} ended with status ${status}: ${stderr}`);
  const [, , user, system] = [...stdout.matchAll(/(\d+)m([\d.]+)s/g)].map(
    ([, m, s]) => Number(m) * 60 + Number(s),
  );
  return { seconds, cpu: user! + system!, memory: Number(/^peak (\d+)$/m.exec(stderr)?.[1] ?? Number.NaN) };
}

/** Runs the command's bundle, and prints its peak memory at the end. */
const driver = `
require(process.argv[1]).main(process.argv.slice(2), async () => 1).then(status => {
  console.error('peak ' + process.resourceUsage().maxRSS * 1024);
  process.exitCode = status;
});`;

/** Runs `aftertrace import` of a file into a new workspace. */
export function importInto(workspace: string, file: string): Run {
  rmSync(workspace, { force: true });
  return run(process.execPath, '-e', driver, join(__dirname, 'cli.cjs'), 'import', workspace, file);
}

/** True if the program is installed: it exits with 0 for this argument. */
export const isInstalled = (program: string, argument: string): boolean =>
  spawnSync(program, [argument], { stdio: 'ignore' }).status === 0;

/** The run with the lowest value of `compared`. */
export const least = (runs: readonly Run[], compared: 'seconds' | 'cpu'): Run =>
  runs.reduce((a, b) => (b[compared] < a[compared] ? b : a));

/** Prints one line about a run over a file of `bytes` bytes. */
export function report(name: string, bytes: number, { seconds, cpu, memory }: Run): void {
  const speed = (time: number) => `${(bytes / 1e6 / time).toFixed(0)} MB/s`;
  const peak = Number.isNaN(memory) ? '' : `, peak ${(memory / 1e6).toFixed(0)} MB`;
  console.log(
    `${name}: ${seconds.toFixed(2)} s by the clock (${speed(seconds)}), ${cpu.toFixed(2)} s of processor time (${speed(cpu)})${peak}`,
  );
}
