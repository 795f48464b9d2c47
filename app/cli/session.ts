/** The engine of one command: opens a workspace, cancels on Ctrl-C, closes at the end. */
import { existsSync } from 'node:fs';
import type { Progress } from '../contract.ts';
import { dataFolder } from '../engine/data-folder.ts';
import type { EngineOptions } from '../engine/engine.ts';
import { EngineError, toWireError } from '../engine/errors.ts';
import type { LocalEngine } from '../engine/local.ts';
import { version, workerFile } from '../engine/version.ts';
import type { Io } from './io.ts';

/** A command runs one job only. */
export const job = 'command';

export interface Session<Ahead> extends Partial<EngineOptions> {
  /** If true, a missing workspace is created; otherwise it is an error. */
  readonly make?: boolean;
  /** If true, Ctrl-C ends the process at once, and the next opening takes back what was not complete. */
  readonly isKillable?: boolean;
  /** Work to do while the workspace is being opened. */
  readonly ahead?: (engine: LocalEngine) => Promise<Ahead>;
}

/** Opens the workspace and runs `work` with the engine and the result of `ahead`. */
export async function withEngine<T, Ahead = undefined>(
  path: string,
  io: Io,
  work: (engine: LocalEngine, ahead: Ahead | undefined) => Promise<T>,
  { make = false, isKillable = false, ahead, ...options }: Session<Ahead> = {},
): Promise<T> {
  if (!make && !existsSync(path)) {
    throw new EngineError(
      'no-workspace',
      `There is no workspace ${path}: create one with aftertrace import ${path} PATH….`,
    );
  }
  // Imported lazily: loading the database takes 100 ms, which `--help` does not need.
  const [{ Engine }, { readOnlyMemory }] = await Promise.all([
    import('../engine/engine.ts'),
    import('../../workspace/workspace.ts'),
  ]);
  const engine: LocalEngine = new Engine(
    {
      version,
      worker: workerFile,
      data: dataFolder(process.env, process.platform),
      ...(!make && { memory: readOnlyMemory }),
      ...options,
    },
    {
      progress: (_, progress) => io.status(progressLine(progress)),
      changed: () => undefined,
      findingsChanged: () => undefined,
    },
  );
  const stopListening = isKillable ? () => undefined : io.onInterrupt(() => void engine.cancel(job));
  try {
    const done = ahead?.(engine);
    // No unhandled rejection of `ahead` while `open` runs; an error of `open` is thrown first.
    done?.catch(() => undefined);
    await engine.open(path);
    if (engine.findingsDoubt !== null) io.say(engine.findingsDoubt);
    // An import makes it at its end.
    if (!make) await complete(engine, io);
    return await work(engine, await done);
  } finally {
    stopListening();
    io.status('');
    await engine.close();
  }
}

/** Makes what a killed import has left. If that cannot be stored, answers say what they lack. */
async function complete(engine: LocalEngine, io: Io): Promise<void> {
  try {
    await engine.complete(job);
  } catch (error) {
    const { code, message } = toWireError(error);
    if (code === 'cancelled')
      throw new EngineError(
        code,
        'Cancelled: what is not made yet is made when the workspace is opened again.',
      );
    io.say(message);
  }
}

function progressLine({ what, bytes, totalBytes, rows, elapsed }: Progress): string {
  if (bytes === 0 && totalBytes === null) return what;
  const megabytes = (count: number) => `${(count / 1e6).toFixed(count < 1e7 ? 1 : 0)} MB`;
  const total = totalBytes === null ? '' : ` of ${megabytes(totalBytes)}`;
  const rate = elapsed > 0 ? `, ${megabytes((bytes / elapsed) * 1e9)}/s` : '';
  const remaining = totalBytes && bytes > 0 ? (elapsed / bytes) * (totalBytes - bytes) : 0;
  const eta = remaining > 1e9 ? `, ${Math.ceil(remaining / 1e9)} s left` : '';
  return `${what}: ${megabytes(bytes)}${total}, ${rows.toLocaleString('en-US')} rows${rate}${eta}`;
}
