import { type BirpcReturn, createBirpc } from 'birpc';
import type { EngineApi, EngineEvents, WireError } from '../../contract.ts';

/** An error of the engine: a code for the program, a sentence for the user. */
export class EngineError extends Error {
  override readonly name = 'EngineError';
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** The sentence to show for an error. */
export function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export function isCancelled(error: unknown): boolean {
  return error instanceof EngineError && error.code === 'cancelled';
}

/** True if the engine no longer has the answer. */
export function isGone(error: unknown): boolean {
  return error instanceof EngineError && error.code === 'answer-gone';
}

/** True if the engine ended before it answered. */
export function isEnded(error: unknown): boolean {
  return error instanceof EngineError && error.code === 'engine-ended';
}

type Remote = BirpcReturn<EngineApi, EngineEvents>;

/**
 * The connection to the engine. The engine may die and be replaced: running calls then fail with the
 * reason, later ones wait for the new engine.
 */
export class EngineLink {
  private remote: Remote | null = null;
  /** A new engine that has no workspace yet. */
  private beginning: Remote | null = null;
  private waiting: ((remote: Remote) => void)[] = [];
  private lastJob = 0;
  /** Called at the begin of every call; the returned function is called at its end. */
  watch: ((name: string) => () => void) | null = null;

  /** The same names and types as the contract; every failure is an {@link EngineError}. */
  readonly api: EngineApi = apiThrough((name, args) => this.call(name, args));

  constructor(private readonly events: EngineEvents) {}

  /** A unique name for a job. */
  newJob(name: string): string {
    this.lastJob++;
    return `${name}-${this.lastJob}`;
  }

  /**
   * Continues with a new engine.
   *
   * @param begin opens a workspace in it; all other calls wait for that
   */
  async connect(
    port: MessagePort,
    reason: string | null,
    begin: (api: EngineApi) => Promise<void>,
  ): Promise<void> {
    if (reason) this.end(reason);
    const remote = createBirpc<EngineApi, EngineEvents>(this.events, {
      post: data => port.postMessage(data),
      on: listener => {
        port.onmessage = event => listener(event.data);
      },
      // No timeout: an import may take an hour, and can be cancelled.
      timeout: -1,
    });
    this.beginning = remote;
    await begin(apiThrough((name, args) => callRemote(remote, name, args)));
    if (this.beginning !== remote) return;
    this.remote = remote;
    for (const resume of this.waiting.splice(0)) resume(remote);
  }

  /** Rejects running calls after the engine ended. */
  end(reason: string): void {
    for (const remote of [this.remote, this.beginning])
      remote?.$close(new EngineError('engine-ended', reason));
    this.remote = null;
    this.beginning = null;
  }

  private async call(name: string, args: readonly unknown[]): Promise<unknown> {
    const remote = this.remote ?? (await new Promise<Remote>(resume => this.waiting.push(resume)));
    const ended = this.watch?.(name);
    try {
      return await callRemote(remote, name, args);
    } finally {
      ended?.();
    }
  }
}

function apiThrough(call: (name: string, args: readonly unknown[]) => Promise<unknown>): EngineApi {
  return new Proxy({} as EngineApi, {
    get:
      (_, name: string) =>
      (...args: unknown[]) =>
        call(name, args),
  });
}

async function callRemote(remote: Remote, name: string, args: readonly unknown[]): Promise<unknown> {
  try {
    return await remote.$callRaw({ method: name, args: [...args] });
  } catch (error) {
    throw asEngineError(error);
  }
}

export function asEngineError(error: unknown): EngineError {
  if (error instanceof EngineError) return error;
  const { code, message, stack } = (error ?? {}) as Partial<WireError>;
  const words = message ?? String(error);
  if (stack === undefined) return new EngineError(code ?? 'internal', words);
  // A defect of the program: the engine's stack shows its place; the window's stack would only show the caller.
  console.error(stack);
  const stackLine = stack.split('\n').find(line => line.startsWith('    at '));
  const engineError = new EngineError(
    code ?? 'internal',
    stackLine ? `${words} (${stackLine.trim()})` : words,
  );
  return Object.assign(engineError, { stack });
}
