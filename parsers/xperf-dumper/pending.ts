/**
 * Rows waiting for their stacks. xperf prints the stack of an event after it, identified by time and thread, with
 * rows and stacks of other CPUs in between. So each row is kept, as bytes, until 65,536 rows or 16 MiB follow it,
 * and then passed to `emit` in the order read.
 */
import { type None, none, type StackId } from '../contract.ts';
import { grown } from '../kit/intern.ts';
import type { Layout } from './layout.ts';

const maxRows = 1 << 16;
const maxBytes = 16 << 20;
/** Initial number of rows: a power of two. Most files are small. */
const initialRows = 1 << 9;
/** Longer rows are truncated. ETW limits an event to 64 KiB. */
export const maxRowLength = 1 << 16;

export interface PendingRow {
  readonly layout: Layout;
  /** µs */
  readonly ts: number;
  /** Text after the time. */
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly offset: number;
  readonly stack: StackId | None;
  /** Hash of the address of the leaf. */
  readonly leafHash: number;
}

export class Pending {
  /** Number of rows added, and of rows passed to `emit`. */
  private added = 0;
  private emitted = 0;
  private readonly layouts: Layout[] = [];
  private ts = new Float64Array(initialRows);
  private tids = new Int32Array(initialRows);
  private starts = new Int32Array(initialRows);
  private ends = new Int32Array(initialRows);
  private lines = new Float64Array(initialRows);
  private offsets = new Float64Array(initialRows);
  private stacks = new Int32Array(initialRows);
  private leafHashes = new Int32Array(initialRows);
  /** Frames of a stack that ends in the kernel: its user-space part may follow. */
  private readonly kernels: (Int32Array | null)[] = [];
  /** Newest row of each time and thread, as a sequence number from 1; each names the one before in `older`. */
  private newest = new Float64Array(initialRows);
  private older = new Float64Array(initialRows);
  private arena = new Uint8Array(64 << 10);
  private head = 0;

  constructor(private readonly emit: (row: PendingRow) => void) {}

  add(
    layout: Layout,
    ts: number,
    tid: number,
    bytes: Uint8Array,
    start: number,
    end: number,
    line: number,
    offset: number,
  ): void {
    const length = Math.min(end - start, maxRowLength);
    if (this.added - this.emitted === this.ts.length && !this.growRows()) this.emitOldest();
    const at = this.reserve(length);
    // A loop: the call of `set` costs more than the bytes of a short row.
    if (length < 128) for (let i = 0; i < length; i++) this.arena[at + i] = bytes[start + i]!;
    else this.arena.set(bytes.subarray(start, start + length), at);
    this.head = at + length;
    const row = this.added++;
    const slot = row & this.mask;
    this.layouts[slot] = layout;
    this.ts[slot] = ts;
    this.tids[slot] = tid;
    this.starts[slot] = at;
    this.ends[slot] = at + length;
    this.lines[slot] = line;
    this.offsets[slot] = offset;
    this.stacks[slot] = none;
    this.kernels[slot] = null;
    if (tid < 0 || !layout.mayHaveStack) return;
    this.chain(row);
  }

  /** Makes the row the newest of its time and thread. */
  private chain(row: number): void {
    const slot = row & this.mask;
    const key = this.keyOf(this.ts[slot]!, this.tids[slot]!);
    this.older[slot] = this.newest[key]!;
    this.newest[key] = row + 1;
  }

  private get mask(): number {
    return this.ts.length - 1;
  }

  private keyOf(ts: number, tid: number): number {
    const hash = Math.imul(ts | 0, 0x9e3779b1) ^ Math.imul(tid, 0x85ebca6b);
    return (hash >>> 16) & this.mask;
  }

  /**
   * Doubles the number of slots, and returns false if it cannot. Only before the first row is emitted, while row
   * `n` is in slot `n`.
   */
  private growRows(): boolean {
    const rows = this.ts.length * 2;
    if (rows > maxRows || this.emitted > 0) return false;
    this.ts = grown(this.ts, rows);
    this.tids = grown(this.tids, rows);
    this.starts = grown(this.starts, rows);
    this.ends = grown(this.ends, rows);
    this.lines = grown(this.lines, rows);
    this.offsets = grown(this.offsets, rows);
    this.stacks = grown(this.stacks, rows);
    this.leafHashes = grown(this.leafHashes, rows);
    this.older = new Float64Array(rows);
    this.newest = new Float64Array(rows);
    for (let row = 0; row < this.added; row++) {
      if (this.tids[row]! >= 0 && this.layouts[row]!.mayHaveStack) this.chain(row);
    }
    return true;
  }

  private growArena(): boolean {
    if (this.emitted > 0 || this.arena.length === maxBytes) return false;
    this.arena = grown(this.arena, 0);
    return true;
  }

  /** The oldest row of this time and thread without a stack; -1 if there is none. */
  withoutStack(ts: number, tid: number): number {
    let found = -1;
    for (let row = this.last(ts, tid); row >= 0; row = this.before(row, ts, tid))
      if (this.stacks[row & this.mask] === none) found = row;
    return found;
  }

  /** A row of this time and thread whose stack ends in the kernel; -1 if there is none. */
  inKernel(ts: number, tid: number): number {
    for (let row = this.last(ts, tid); row >= 0; row = this.before(row, ts, tid))
      if (this.kernels[row & this.mask] !== null) return row;
    return -1;
  }

  kernelOf(row: number): Int32Array | null {
    return this.kernels[row & this.mask] ?? null;
  }

  /** @param kernel the frames of a stack that ends in the kernel, else null */
  setStack(row: number, stack: StackId | None, kernel: Int32Array | null): void {
    this.stacks[row & this.mask] = stack;
    this.kernels[row & this.mask] = kernel;
  }

  setLeafHash(row: number, leafHash: number): void {
    this.leafHashes[row & this.mask] = leafHash;
  }

  flush(): void {
    while (this.emitted < this.added) this.emitOldest();
  }

  private last(ts: number, tid: number): number {
    return this.match(this.newest[this.keyOf(ts, tid)]! - 1, ts, tid);
  }

  private before(row: number, ts: number, tid: number): number {
    return this.match(this.older[row & this.mask]! - 1, ts, tid);
  }

  private match(from: number, ts: number, tid: number): number {
    for (let row = from; row >= this.emitted; row = this.older[row & this.mask]! - 1)
      if (this.ts[row & this.mask] === ts && this.tids[row & this.mask] === tid) return row;
    return -1;
  }

  private emitOldest(): void {
    const slot = this.emitted & this.mask;
    this.emit({
      layout: this.layouts[slot]!,
      ts: this.ts[slot]!,
      bytes: this.arena,
      start: this.starts[slot]!,
      end: this.ends[slot]!,
      line: this.lines[slot]!,
      offset: this.offsets[slot]!,
      stack: this.stacks[slot] as StackId | None,
      leafHash: this.leafHashes[slot]!,
    });
    this.emitted++;
  }

  /** Offset of `length` contiguous free bytes; emits the oldest rows if there are none. */
  private reserve(length: number): number {
    for (;;) {
      if (this.emitted === this.added) return 0;
      const tail = this.starts[this.emitted & this.mask]!;
      if (this.head > tail) {
        if (this.arena.length - this.head >= length) return this.head;
        if (tail > length) return 0;
      } else if (tail - this.head > length) return this.head;
      if (!this.growArena()) this.emitOldest();
    }
  }
}
