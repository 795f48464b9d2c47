/** One command's engine: opened on a workspace, told to stop on Ctrl-C, closed at the end. */
import { existsSync } from 'node:fs';
import type { Progress } from '../contract.ts';
import type { Engine, EngineOptions } from '../engine/engine.ts';
import { EngineError } from '../engine/errors.ts';
import { version, workerFile } from '../engine/version.ts';
import type { Io } from './io.ts';

/** One command has one job. */
export const job = 'command';

/**
 * Runs `work` with an engine that has the workspace open.
 *
 * @param make whether a workspace that does not exist is made; otherwise it is an error.
 */
export async function withEngine<T>(
  path: string,
  io: Io,
  work: (engine: Engine) => Promise<T>,
  { make = false, ...options }: { make?: boolean } & Partial<EngineOptions> = {},
): Promise<T> {
  if (!make && !existsSync(path)) {
    throw new EngineError(
      'no-workspace',
      `There is no workspace ${path}: make one with aftertrace import ${path} PATH….`,
    );
  }
  // Loaded when needed: the database and its neighbours take 100 ms, which `--help` need not wait for.
  const { Engine } = await import('../engine/engine.ts');
  const engine = new Engine(
    { version, worker: workerFile, ...options },
    { progress: (_, progress) => io.status(progressLine(progress)), changed: () => undefined },
  );
  const stopListening = io.onInterrupt(() => void engine.cancel(job));
  try {
    await engine.open(path);
    return await work(engine);
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
