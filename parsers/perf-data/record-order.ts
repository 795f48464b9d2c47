/** Records of the kernel in the order of time. */
import { ReorderWindow, type TakeRecord } from '../kit/reorder.ts';

/** Most records that wait; with their bytes this bounds the memory. */
const mostRecords = 1 << 21;

export interface RecordOrder {
  /** Records that came out after a later one. */
  readonly late: number;
  /** Adds a record with its time, halves. */
  add(high: number, low: number, bytes: Uint8Array, start: number, end: number, tag: number): void;
  /** Gives out what was written before perf's last look at the buffers. */
  round(): void;
  releaseAll(): void;
}

export class PlainOrder implements RecordOrder {
  private readonly window: ReorderWindow;
  /** Time of the first record, halves. */
  private first: { readonly high: number; readonly low: number } | null = null;
  private latest = Number.NEGATIVE_INFINITY;
  private flushTo = Number.NEGATIVE_INFINITY;

  /** `mostHeld`: bytes of the records that wait. */
  constructor(take: TakeRecord, mostHeld: number) {
    this.window = new ReorderWindow(take, mostHeld, mostRecords);
  }

  get late(): number {
    return this.window.late;
  }

  add(high: number, low: number, bytes: Uint8Array, start: number, end: number, tag: number): void {
    this.first ??= { high, low };
    const { first } = this;
    const time = (high - first.high) * 2 ** 32 + (low - first.low);
    if (time > this.latest) this.latest = time;
    this.window.add(time, bytes, start, end, tag);
  }

  round(): void {
    this.window.release(this.flushTo);
    this.flushTo = this.latest;
  }

  releaseAll(): void {
    this.window.releaseAll();
  }
}
