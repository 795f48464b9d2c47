/**
 * Runs commands one after the other in this process, until one fails, and prints one line of JSON about each.
 */
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Io } from '../../app/cli/io.ts';
import { main } from '../../app/cli/main.ts';
import { Engine } from '../../app/engine/engine.ts';
import { toWireError } from '../../app/engine/errors.ts';
import { faultPoints } from '../../workspace/fault-points.ts';
import { moments } from './preload.ts';

export interface Outcome {
  readonly status: number;
  /** Lines on standard error. */
  readonly said: readonly string[];
}

/** The arguments of a command; `create FILE` and `save-as WORKSPACE FILE` are what the window does. */
export type Words = readonly string[];

export async function runCommands(all: readonly Words[], { under }: { readonly under: string | undefined }) {
  stopClock();
  if (under)
    faultPoints.reached = point => {
      // Opened in vain: the preloaded library sees it.
      try {
        closeSync(openSync(join(under, moments, point), 'r'));
      } catch {
        // As expected.
      }
    };
  for (const words of all) {
    const outcome = await run(words);
    writeSync(1, `${JSON.stringify(outcome)}\n`);
    if (outcome.status !== 0) return;
  }
}

/** The same commands then leave the same tables. */
export function stopClock(): void {
  Date.now = () => 1_700_000_000_000;
}

export async function run(words: Words): Promise<Outcome> {
  const said: string[] = [];
  const io: Io = {
    write: async () => undefined,
    say: line => void said.push(line),
    width: null,
    status: () => undefined,
    onInterrupt: () => () => undefined,
  };
  const [name, path = '', to = ''] = words;
  const status =
    name === 'create' || name === 'save-as'
      ? await inEngine(path, io, async engine => {
          if (name === 'save-as') await engine.saveAs(to);
        })
      : await main(words, async () => 1, io);
  return { status, said };
}

async function inEngine(path: string, io: Io, work: (engine: Engine) => Promise<void>): Promise<number> {
  const engine = new Engine(
    { version: '1', data: process.env.AFTERTRACE_DATA ?? null },
    { progress: () => undefined, changed: () => undefined, findingsChanged: () => undefined },
  );
  try {
    await engine.open(path);
    await work(engine);
    return 0;
  } catch (error) {
    const { message, stack } = toWireError(error);
    io.say(message);
    if (stack) io.say(stack);
    return 1;
  } finally {
    await engine.close();
  }
}
