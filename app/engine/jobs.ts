/** Pieces of work in hand, by the name their caller gave them: what can be cancelled, and how often it reports. */
import type { JobId, Progress } from '../contract.ts';
import { EngineError } from './errors.ts';

export class Jobs {
  private readonly running = new Map<JobId, AbortController>();
  private readonly ends = new Set<Promise<unknown>>();

  /** Runs `work` until done or cancelled. A job that was cancelled rejects with the code `cancelled`. */
  async run<T>(job: JobId, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (this.running.has(job))
      throw new EngineError('bad-request', `A job named "${job}" is already running.`);
    const controller = new AbortController();
    this.running.set(job, controller);
    const worked = work(controller.signal);
    const end = worked.catch(() => undefined);
    this.ends.add(end);
    try {
      return await worked;
    } catch (error) {
      // Whatever a stopped query or worker threw on the way out, the reason is the cancel.
      if (controller.signal.aborted) throw new EngineError('cancelled', 'Cancelled.');
      throw error;
    } finally {
      this.running.delete(job);
      this.ends.delete(end);
    }
  }

  /** A job that has ended meanwhile is no error. */
  cancel(job: JobId): void {
    this.running.get(job)?.abort();
  }

  cancelAll(): void {
    for (const controller of this.running.values()) controller.abort();
  }

  /** Cancels all, and resolves when none is running: their names may be used again. */
  async endAll(): Promise<void> {
    this.cancelAll();
    await Promise.all(this.ends);
  }
}

/** Passes on at most one progress in `interval` ms, the latest, and with `flush` the last. */
export class ProgressLimiter {
  private latest: Progress | null = null;
  private timer: ReturnType<typeof setTimeout> | null = null;

  constructor(
    private readonly report: (progress: Progress) => void,
    private readonly interval = 100,
  ) {}

  push(progress: Progress): void {
    this.latest = progress;
    if (this.timer) return;
    this.send();
    this.timer = setTimeout(() => {
      this.timer = null;
      if (this.latest) this.push(this.latest);
    }, this.interval);
  }

  flush(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    this.send();
  }

  private send(): void {
    if (this.latest) this.report(this.latest);
    this.latest = null;
  }
}
