/** Running jobs by id: cancels them, and limits how often they report. */
import type { JobId, Progress } from '../contract.ts';
import { EngineError } from './errors.ts';

export class Jobs {
  private readonly running = new Map<JobId, AbortController>();
  private readonly ends = new Set<Promise<unknown>>();

  /** Runs `work` until done or cancelled. A cancelled job rejects with the code `cancelled`. */
  async run<T>(job: JobId, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (this.running.has(job))
      throw new EngineError('bad-request', `A job named "${job}" is already running.`);
    const controller = new AbortController();
    this.running.set(job, controller);
    // In an async function, so that what `work` throws before its first await ends the job as well.
    const worked = (async () => work(controller.signal))();
    const end = worked.catch(() => undefined);
    this.ends.add(end);
    try {
      return await worked;
    } catch (error) {
      // A stopped query or worker may throw any error: the cause is the cancel.
      if (controller.signal.aborted) throw new EngineError('cancelled', 'Cancelled.');
      throw error;
    } finally {
      this.running.delete(job);
      this.ends.delete(end);
    }
  }

  /** Does nothing if the job has ended already. */
  cancel(job: JobId): void {
    this.running.get(job)?.abort();
  }

  cancelAll(): void {
    for (const controller of this.running.values()) controller.abort();
  }

  /** Cancels all jobs, and resolves when none is running: their ids may be reused. */
  async endAll(): Promise<void> {
    this.cancelAll();
    await Promise.all(this.ends);
  }
}

/** Passes on the latest progress at most once per `interval` ms; `flush` passes on the last. */
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
