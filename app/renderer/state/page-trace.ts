import type { EngineApi, PageWork } from '../../contract.ts';
import type { EngineLink } from './engine-link.ts';

/** ms between two messages to the engine. */
const pause = 500;
/** Maximum number of queued entries; further ones are dropped, because a restarting engine accepts none for seconds. */
const maxRows = 10_000;

const now = (): number => performance.now();
/** µs since 1970 */
const since1970 = (time: number): number => (performance.timeOrigin + time) * 1000;

/** Records frames, long tasks and calls of the page for the trace of the program itself. */
export class PageTrace {
  private waiting: PageWork[] = [];

  constructor(
    private readonly api: Pick<EngineApi, 'tracePage'>,
    private readonly process: number,
  ) {}

  begin(link: EngineLink): void {
    link.watch = name => {
      const start = now();
      return () => name !== 'tracePage' && this.add('call', name, start, now() - start);
    };
    new PerformanceObserver(list => {
      for (const { startTime, duration } of list.getEntries())
        this.add('task', 'long task', startTime, duration);
    }).observe({ type: 'longtask', buffered: true });
    this.watchFrames();
    setInterval(() => this.send(), pause);
  }

  /** Measures each frame from its begin until after layout and paint, when a posted message arrives. */
  private watchFrames(): void {
    const { port1, port2 } = new MessageChannel();
    let start = 0;
    port1.onmessage = () => this.add('frame', 'frame', start, now() - start);
    const frame = (time: number) => {
      start = time;
      port2.postMessage(null);
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  }

  private add(category: PageWork['category'], name: string, start: number, duration: number): void {
    if (this.waiting.length < maxRows)
      this.waiting.push({ category, name, begin: since1970(start), duration: Math.max(0, duration * 1000) });
  }

  private send(): void {
    const work = this.waiting;
    this.waiting = [];
    // An ended engine accepts no messages.
    if (work.length > 0) this.api.tracePage(this.process, work).catch(() => undefined);
  }
}
