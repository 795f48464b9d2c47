/** An engine, and what its answers and errors are compared by. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import type { AskRequest } from '../../app/contract.ts';
import { Engine } from '../../app/engine/engine.ts';

/** A call that has not ended after this time counts as hanging, ms. */
const patience = 60_000;

/** Errors that are answers: the call was cancelled or came too late, and says so. */
const expected = new Set([
  'cancelled',
  'closed',
  'answer-gone',
  'changed',
  'bad-sql',
  'locked',
  'not-found',
  'exists',
]);

export function newEngine(): Engine {
  const nothing = () => undefined;
  return new Engine({ version: 'storm' }, { progress: nothing, changed: nothing, findingsChanged: nothing });
}

/** Digest of the rows of an answer, without the columns that name when something was done. */
export async function digest(engine: Engine, request: AskRequest, job: string): Promise<string> {
  const { answer, columns } = await engine.ask(job, request);
  const { data, total } = await engine.page(job, answer, { offset: 0, limit: 1000 });
  await engine.release(answer);
  const hash = createHash('sha256').update(`${total}`);
  data.forEach((values, at) => {
    if (columns[at]!.name === 'imported') return;
    if ('index' in values) hash.update([...values.index].map(i => values.values[i] ?? '').join('\0'));
    else hash.update(Buffer.from(values.buffer, values.byteOffset, values.byteLength));
  });
  return hash.digest('hex');
}

/** Rejects if `work` hangs. */
export async function within<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it has not ended after ${patience / 1000} s`)), patience);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The code of an expected error; else a sentence. */
export function outcomeOf(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  const isExpected = code !== undefined && expected.has(code);
  const hasNoFindings = /has no findings to export/.test(message ?? '');
  return isExpected || hasNoFindings
    ? (code ?? 'refused')
    : `an error: ${code ?? ''} ${message ?? String(error)}`;
}

export function openFiles(): number {
  return existsSync('/proc/self/fd') ? readdirSync('/proc/self/fd').length : 0;
}
