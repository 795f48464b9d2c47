/** Puts records of the kernel in order of time. */
import { ReorderWindow, type TakeRecord } from '../kit/reorder.ts';

/** Maximum number of waiting records; with the maximum of their bytes it bounds the memory. */
const maxRecords = 1 << 21;

export interface RecordOrder {
  /** Number of records released after a later one. */
  readonly late: number;
  /** Adds a record. `high`, `low`: the halves of its time. */
  add(high: number, low: number, bytes: Uint8Array, start: number, end: number, tag: number): void;
  /** Called at the end of a round of perf over the buffers: releases the records up to the latest time of the round before. */
  round(): void;
  releaseAll(): void;
}

export class PlainOrder implements RecordOrder {
  private readonly window: ReorderWindow;
  /** Time of the first record, from which the others count. */
  private zero: { readonly high: number; readonly low: number } | null = null;
  private latest = Number.NEGATIVE_INFINITY;
  private flushTo = Number.NEGATIVE_INFINITY;

  /** @param maxBytes maximum total size of the waiting records */
  constructor(take: TakeRecord, maxBytes: number) {
    this.window = new ReorderWindow(take, maxBytes, maxRecords);
  }

  get late(): number {
    return this.window.late;
  }

  add(high: number, low: number, bytes: Uint8Array, start: number, end: number, tag: number): void {
    this.zero ??= { high, low };
    const { zero } = this;
    const time = (high - zero.high) * 2 ** 32 + (low - zero.low);
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
