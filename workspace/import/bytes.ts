/** Bytes that can be read at any position, again and again: those of a file, of a stretch of one, or in memory. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

export interface Bytes {
  readonly size: number;
  /** Fills `into` as far as one read does; 0 at the end. */
  read(into: Uint8Array, position: number): number;
  slice(start: number, end: number): Bytes;
  /** Where they begin in the file that they lie in as they are; null where they lie in none. */
  readonly origin: number | null;
}

/** Of a file that is open, which may still be written to. */
export class FileBytes implements Bytes {
  private constructor(
    private readonly file: number,
    readonly origin: number,
    private readonly end: number,
  ) {}

  static open(path: string): FileBytes {
    return new FileBytes(openSync(path, 'r'), 0, Number.POSITIVE_INFINITY);
  }

  get size(): number {
    return Math.max(0, Math.min(this.end, fstatSync(this.file).size) - this.origin);
  }

  read(into: Uint8Array, position: number): number {
    const room = Math.min(into.length, this.end - this.origin - position);
    return room > 0 ? readSync(this.file, into, 0, room, this.origin + position) : 0;
  }

  slice(start: number, end: number): FileBytes {
    return new FileBytes(this.file, this.origin + start, Math.min(this.end, this.origin + end));
  }

  /** Of all stretches too. */
  close(): void {
    closeSync(this.file);
  }
}

export class MemoryBytes implements Bytes {
  readonly origin = null;

  constructor(private readonly bytes: Uint8Array) {}

  get size(): number {
    return this.bytes.length;
  }

  read(into: Uint8Array, position: number): number {
    const read = this.bytes.subarray(position, position + into.length);
    into.set(read);
    return read.length;
  }

  slice(start: number, end: number): MemoryBytes {
    return new MemoryBytes(this.bytes.subarray(start, end));
  }
}

/** All of a stretch; shorter only where the bytes end. */
export function readFully(bytes: Bytes, start: number, length: number): Uint8Array {
  const all = new Uint8Array(length);
  let done = 0;
  while (done < length) {
    const read = bytes.read(all.subarray(done), start + done);
    if (read === 0) break;
    done += read;
  }
  return all.subarray(0, done);
}
