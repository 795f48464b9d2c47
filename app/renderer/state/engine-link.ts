import { type BirpcReturn, createBirpc } from 'birpc';
import type { EngineApi, EngineEvents, WireError } from '../../contract.ts';

/** An error as the engine put it: a code for the program, a sentence for the person. */
export class EngineError extends Error {
  override readonly name = 'EngineError';
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** The sentence to show for whatever was thrown. */
export function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export function isCancelled(error: unknown): boolean {
  return error instanceof EngineError && error.code === 'cancelled';
}

type Remote = BirpcReturn<EngineApi, EngineEvents>;

/**
 * The engine as the window calls it. The engine behind it may die and be replaced: calls under way then fail with the
 * reason, later ones go to the new engine.
 */
export class EngineLink {
  private remote: Remote | null = null;
  private waiting: ((remote: Remote) => void)[] = [];
  private lastJob = 0;

  /** The same names and types as the contract; every failure is an {@link EngineError}. */
  readonly api: EngineApi;

  constructor(private readonly events: EngineEvents) {
    this.api = new Proxy({} as EngineApi, {
      get:
        (_, name: string) =>
        (...args: unknown[]) =>
          this.call(name, args),
    });
  }

  /** A name for a piece of work, not used before. */
  newJob(what: string): string {
    this.lastJob++;
    return `${what}-${this.lastJob}`;
  }

  connect(port: MessagePort, reason: string | null): void {
    if (reason) this.end(reason);
    const remote = createBirpc<EngineApi, EngineEvents>(this.events, {
      post: data => port.postMessage(data),
      on: listener => {
        port.onmessage = event => listener(event.data);
      },
      // An import may take an hour; whoever asks can cancel.
      timeout: -1,
    });
    this.remote = remote;
    for (const resume of this.waiting.splice(0)) resume(remote);
  }

  /** The engine is gone: whoever waits is told. */
  end(reason: string): void {
    this.remote?.$close(new EngineError('engine-ended', reason));
    this.remote = null;
  }

  private async call(name: string, args: readonly unknown[]): Promise<unknown> {
    const remote = this.remote ?? (await new Promise<Remote>(resume => this.waiting.push(resume)));
    try {
      return await remote.$callRaw({ method: name, args: [...args] });
    } catch (error) {
      throw asEngineError(error);
    }
  }
}

function asEngineError(error: unknown): EngineError {
  if (error instanceof EngineError) return error;
  const { code, message } = (error ?? {}) as Partial<WireError>;
  return new EngineError(code ?? 'internal', message ?? String(error));
}
