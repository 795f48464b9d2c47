/** One command's engine: opened on a workspace, told to stop on Ctrl-C, closed at the end. */
import { existsSync } from 'node:fs';
import type { Progress } from '../contract.ts';
import type { EngineOptions } from '../engine/engine.ts';
import { EngineError } from '../engine/errors.ts';
import type { LocalEngine } from '../engine/local.ts';
import { version, workerFile } from '../engine/version.ts';
import type { Io } from './io.ts';

/** One command has one job. */
export const job = 'command';

export interface Session<Ahead> extends Partial<EngineOptions> {
  /** Whether a workspace that does not exist is made; otherwise it is an error. */
  readonly make?: boolean;
  /** What can be done while the workspace is being opened. */
  readonly ahead?: (engine: LocalEngine) => Promise<Ahead>;
}

/** Runs `work` with an engine that has the workspace open, and with what was done ahead. */
export async function withEngine<T, Ahead = undefined>(
  path: string,
  io: Io,
  work: (engine: LocalEngine, ahead: Ahead | undefined) => Promise<T>,
  { make = false, ahead, ...options }: Session<Ahead> = {},
): Promise<T> {
  if (!make && !existsSync(path)) {
    throw new EngineError(
      'no-workspace',
      `There is no workspace ${path}: make one with aftertrace import ${path} PATH….`,
    );
  }
  // Loaded when needed: the database and its neighbours take 100 ms, which `--help` need not wait for.
  const [{ Engine }, { askingMemory }] = await Promise.all([
    import('../engine/engine.ts'),
    import('../../workspace/workspace.ts'),
  ]);
  const engine: LocalEngine = new Engine(
    { version, worker: workerFile, ...(!make && { memory: askingMemory }), ...options },
    {
      progress: (_, progress) => io.status(progressLine(progress)),
      changed: () => undefined,
      findingsChanged: () => undefined,
    },
  );
  const stopListening = io.onInterrupt(() => void engine.cancel(job));
  try {
    const done = ahead?.(engine);
    // A workspace that cannot be opened is told first.
    done?.catch(() => undefined);
    await engine.open(path);
    return await work(engine, await done);
  } finally {
    stopListening();
    io.status('');
    await engine.close();
  }
}

function progressLine({ what, bytes, totalBytes, rows, elapsed }: Progress): string {
  const megabytes = (count: number) => `${(count / 1e6).toFixed(count < 1e7 ? 1 : 0)} MB`;
  const of = totalBytes === null ? '' : ` of ${megabytes(totalBytes)}`;
  const rate = elapsed > 0 ? `, ${megabytes((bytes / elapsed) * 1e9)}/s` : '';
  const left = totalBytes && bytes > 0 ? (elapsed / bytes) * (totalBytes - bytes) : 0;
  const eta = left > 1e9 ? `, ${Math.ceil(left / 1e9)} s left` : '';
  return `${what}: ${megabytes(bytes)}${of}, ${rows.toLocaleString('en-US')} rows${rate}${eta}`;
}
