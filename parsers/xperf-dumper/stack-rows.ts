/** `Stack, TimeStamp, ThreadID, No., Address, Image!Function`: one frame per line, innermost first. */
import { type FrameId, type None, none, type Output, type StackId } from '../contract.ts';
import { hexDigit, skipBlanks, trimEnd } from '../kit/bytes.ts';
import { ByteTable, grown } from '../kit/intern.ts';
import { type Column, wellKnownColumns } from './columns.ts';
import type { Frames } from './frames.ts';
import type { Pending } from './pending.ts';
import type { Texts } from './texts.ts';

/** Windows records at most 192 frames. */
const deepest = 4096;
/** Maximum bytes of cached stacks. */
const maxCachedBytes = 64 << 20;

export class StackRows {
  pointerSize: number | null = null;
  /** Number of stack lines without their event. */
  lost = 0;

  private tidAt = 0;
  private numberAt = 0;
  private addressAt = 0;
  private frameAt = 0;

  /** The stack being read, and its row: -1 if there is none. */
  private row = none as number;
  private ts = Number.NaN;
  private tid = none as number;
  private number = 0;
  private frames = new Int32Array(256);
  private frameBytes = new Uint8Array(this.frames.buffer);
  private depth = 0;
  /** The kernel part of a stack that continues in user space. */
  private kernelPart: Int32Array | null = null;
  /** True if the last frame is in the kernel. */
  private inKernel = false;

  /** Cached stacks, by the bytes of their frames. */
  private readonly known = new ByteTable();
  private stacks: (StackId | None)[] = [];
  private kernels: (Int32Array | null)[] = [];

  constructor(
    private readonly out: Output,
    private readonly pending: Pending,
    private readonly names: Frames,
    private readonly texts: Texts,
  ) {
    this.columns = wellKnownColumns('Stack');
  }

  set columns(columns: readonly Column[]) {
    const find = (name: string, other: number) => {
      const at = columns.findIndex(column => column.name === name);
      return at < 0 ? other : at;
    };
    this.tidAt = find('ThreadID', 0);
    this.numberAt = find('No.', 1);
    this.addressAt = find('Address', 2);
    this.frameAt = find('Image!Function', 3);
  }

  read(ts: number, bytes: Uint8Array, start: number, end: number, line: number, offset: number): void {
    let tid = none as number;
    let number = 0;
    let address = end;
    let addressEnd = end;
    let at = start;
    // Reads cells in one pass: most lines of a dump are stacks. A cell that is not a number matches no event.
    for (let cell = 0; cell < this.frameAt && at < end; cell++) {
      while (at < end && bytes[at] === 0x20) at++;
      const from = at;
      let value = 0;
      for (; at < end; at++) {
        const byte = bytes[at]!;
        if (byte === 0x2c) break;
        value = value * 10 + (byte - 0x30);
      }
      if (cell === this.tidAt) tid = value;
      else if (cell === this.numberAt) number = value;
      else if (cell === this.addressAt) [address, addressEnd] = [from, at];
      at++;
    }
    const frame = skipBlanks(bytes, Math.min(at, end), end);
    const kernel = this.isKernel(bytes, address, addressEnd);
    if (ts !== this.ts || tid !== this.tid || number <= this.number) {
      this.close();
      if (!this.open(ts, tid, kernel)) {
        const message = 'A stack has no event of its time and thread before it; it was skipped.';
        const example = { bytes, start, end };
        this.out.problem({
          code: 'stack-without-event',
          severity: 'warning',
          line,
          offset,
          message,
          example,
        });
      }
      if (this.row >= 0 && this.kernelPart === null)
        this.pending.setLeafHash(this.row, hashOfAddress(bytes, address, addressEnd));
    }
    this.number = number;
    this.inKernel = kernel;
    if (this.row < 0) {
      this.lost++;
      return;
    }
    this.texts.at(line, offset);
    this.push(this.names.idOf(bytes, frame, trimEnd(bytes, frame, end), address, addressEnd));
  }

  private push(frame: number): void {
    if (this.depth === deepest) return;
    if (this.depth === this.frames.length) {
      this.frames = grown(this.frames, this.depth + 1);
      this.frameBytes = new Uint8Array(this.frames.buffer);
    }
    this.frames[this.depth++] = frame;
  }

  /** False if no row has this time and thread. */
  private open(ts: number, tid: number, kernel: boolean): boolean {
    this.ts = ts;
    this.tid = tid;
    // A walk is printed in two parts if its user-space part was recorded later.
    this.row = kernel ? -1 : this.pending.inKernel(ts, tid);
    if (this.row >= 0) {
      this.kernelPart = this.pending.kernelOf(this.row)!;
      for (const frame of this.kernelPart) this.push(frame);
      return true;
    }
    this.row = this.pending.withoutStack(ts, tid);
    return this.row >= 0;
  }

  /** Gives the stack to its row. */
  close(): void {
    if (this.row >= 0 && this.depth > 0) {
      const id = this.known.intern(this.frameBytes, 0, this.depth * 4);
      if (id === this.stacks.length) this.learn();
      this.pending.setStack(this.row, this.stacks[id]!, this.inKernel ? this.kernels[id]! : null);
    }
    this.row = none;
    this.depth = 0;
    this.kernelPart = null;
    this.ts = Number.NaN;
    if (this.known.size > maxCachedBytes) this.forget();
  }

  private learn(): void {
    let stack: StackId | None = none;
    for (let at = this.depth - 1; at >= 0; at--) stack = this.out.stack(stack, this.frames[at] as FrameId);
    this.stacks.push(stack);
    this.kernels.push(this.inKernel ? this.frames.slice(0, this.depth) : null);
  }

  private forget(): void {
    this.known.truncate(0);
    this.stacks = [];
    this.kernels = [];
  }

  /** True above the middle of the address space: of 64 bits if the trace or the address has as many, else of 32. */
  private isKernel(bytes: Uint8Array, start: number, end: number): boolean {
    const digits = end - start - 2;
    if (digits === 16) return hexDigit(bytes[start + 2]!) === 15;
    return digits === 8 && this.pointerSize !== 8 && hexDigit(bytes[start + 2]!) >= 8;
  }
}

/** Hash of an address without leading zeros. */
export function hashOfAddress(bytes: Uint8Array, start: number, end: number): number {
  let value = 0;
  for (let at = start + 2; at < end; at++) value = Math.imul(value, 0x01000193) ^ hexDigit(bytes[at]!);
  return value;
}
