import { WorkspaceError } from '../errors.ts';
import type { Cancel } from '../query.ts';

/** Milliseconds of work on this thread after which other events, such as a cancel, get their turn. */
const breath = 50;

/**
 * Runs work to its end. Wherever it yields, other events may get their turn.
 *
 * @throws WorkspaceError `cancelled` soon after it was
 */
export async function unhurried<T>(work: Generator<void, T>, cancel?: Pick<Cancel, 'aborted'>): Promise<T> {
  for (let since = performance.now(); ; ) {
    const step = work.next();
    if (step.done) return step.value;
    if (performance.now() - since < breath) continue;
    await turn(cancel ?? { aborted: false });
    since = performance.now();
  }
}

/** Passes chunks on, and lets the event loop turn: decoders in TypeScript never wait for anything. */
export async function* breathing<T>(chunks: AsyncIterable<T> | Iterable<T>): AsyncGenerator<T> {
  let since = performance.now();
  for await (const chunk of chunks) {
    yield chunk;
    if (performance.now() - since < breath) continue;
    await new Promise(setImmediate);
    since = performance.now();
  }
}

/**
 * Gives a cancel its turn between steps that block this thread.
 *
 * @throws WorkspaceError `cancelled`
 */
export async function turn(cancel: Pick<Cancel, 'aborted'> | undefined): Promise<void> {
  if (!cancel) return;
  await new Promise(setImmediate);
  if (cancel.aborted) throw new WorkspaceError('cancelled', 'Cancelled.');
}
