/** Work that waits for its turn, so that answers that arrive together are not all rendered in one frame. */
export class FrameQueue {
  private readonly waiting = new Set<() => void>();
  private isScheduled = false;

  /**
   * @param budget ms of a frame after which the rest waits for the next one; each frame does at least one work
   * @param onFrame calls back in the next frame
   */
  constructor(
    private readonly budget: number,
    private readonly onFrame: (run: () => void) => void = run => void requestAnimationFrame(run),
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Queues `work`, in order. Returns a function that withdraws it. */
  add(work: () => void): () => void {
    const queued = () => work();
    this.waiting.add(queued);
    this.schedule();
    return () => void this.waiting.delete(queued);
  }

  private schedule(): void {
    if (this.isScheduled || this.waiting.size === 0) return;
    this.isScheduled = true;
    this.onFrame(() => this.run());
  }

  private run(): void {
    this.isScheduled = false;
    const end = this.now() + this.budget;
    try {
      for (const work of this.waiting) {
        this.waiting.delete(work);
        work();
        if (this.now() >= end) break;
      }
    } finally {
      this.schedule();
    }
  }
}
