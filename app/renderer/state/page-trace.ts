import type { EngineApi, PageWork } from '../../contract.ts';
import type { EngineLink } from './engine-link.ts';

/** ms between two messages to the engine. */
const pause = 500;
/** What waits beyond this is dropped: an engine that starts again takes nothing for seconds. */
const most = 10_000;

const now = (): number => performance.now();
/** µs since 1970 */
const since1970 = (time: number): number => (performance.timeOrigin + time) * 1000;

/** What the page does, for the trace of the program's own work: frames, tasks that kept them waiting, calls. */
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

  /** From when a frame may be drawn to when it was laid out and painted: a message comes after that. */
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
    if (this.waiting.length < most)
      this.waiting.push({ category, name, begin: since1970(start), duration: Math.max(0, duration * 1000) });
  }

  private send(): void {
    const work = this.waiting;
    this.waiting = [];
    // An engine that has ended takes none.
    if (work.length > 0) this.api.tracePage(this.process, work).catch(() => undefined);
  }
}
