/** Bytes that can be read repeatedly at any position: of a file, of a range of one, or in memory. */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { systemPath } from './paths.ts';

export interface Bytes {
  readonly size: number;
  /** Fills `into` as far as one read does; returns 0 at the end. */
  read(into: Uint8Array, position: number): number;
  slice(start: number, end: number): Bytes;
  /** Offset in the file that contains them unchanged; null if no file does. */
  readonly origin: number | null;
}

/**
 * Shared by all ranges of a file. Once it is closed, the system gives its descriptor to another file, such as the
 * workspace: this must then neither be read nor closed in its place.
 */
interface OpenFile {
  /** null when it is closed. */
  descriptor: number | null;
}

/** A read of what gives no data now, such as /proc/kmsg, fails instead of waiting for ever. Undefined on Windows. */
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** Bytes of an open file, which may still be written to. */
export class FileBytes implements Bytes {
  private constructor(
    private readonly open: OpenFile,
    readonly origin: number,
    private readonly end: number,
  ) {}

  static open(path: string): FileBytes {
    return new FileBytes({ descriptor: openSync(systemPath(path), flags) }, 0, Number.POSITIVE_INFINITY);
  }

  get size(): number {
    return Math.max(0, Math.min(this.end, fstatSync(this.file).size) - this.origin);
  }

  private get file(): number {
    const { descriptor } = this.open;
    if (descriptor === null) throw new Error('the file was closed while it was read');
    return descriptor;
  }

  read(into: Uint8Array, position: number): number {
    const room = Math.min(into.length, this.end - this.origin - position);
    return room > 0 ? readSync(this.file, into, 0, room, this.origin + position) : 0;
  }

  slice(start: number, end: number): FileBytes {
    return new FileBytes(this.open, this.origin + start, Math.min(this.end, this.origin + end));
  }

  /** Also closes all ranges of it. Idempotent. */
  close(): void {
    const { descriptor } = this.open;
    this.open.descriptor = null;
    if (descriptor !== null) closeSync(descriptor);
  }
}

/** Several files, read as if they were one. */
export class JoinedBytes implements Bytes {
  readonly origin = 0;
  private readonly ends: readonly number[];

  private constructor(
    private readonly files: readonly FileBytes[],
    sizes: readonly number[],
  ) {
    let end = 0;
    this.ends = sizes.map(size => {
      end += size;
      return end;
    });
  }

  static open(paths: readonly string[]): JoinedBytes {
    const files: FileBytes[] = [];
    try {
      for (const path of paths) files.push(FileBytes.open(path));
      return new JoinedBytes(
        files,
        files.map(({ size }) => size),
      );
    } catch (error) {
      for (const file of files) file.close();
      throw error;
    }
  }

  get size(): number {
    return this.ends.at(-1) ?? 0;
  }

  read(into: Uint8Array, position: number): number {
    const index = this.ends.findIndex(end => position < end);
    if (index < 0) return 0;
    const start = index === 0 ? 0 : this.ends[index - 1]!;
    const room = Math.min(into.length, this.ends[index]! - position);
    return this.files[index]!.read(into.subarray(0, room), position - start);
  }

  slice(start: number, end: number): Bytes {
    return new MemoryBytes(readFully(this, start, end - start));
  }

  close(): void {
    for (const file of this.files) file.close();
  }
}

/** Opens a file, or several that are parts of one. */
export const openAll = (path: string, more: readonly string[] = []): FileBytes | JoinedBytes =>
  more.length === 0 ? FileBytes.open(path) : JoinedBytes.open([path, ...more]);

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

/** All bytes of the range; fewer only at the end. */
export function readFully(bytes: Pick<Bytes, 'read'>, start: number, length: number): Uint8Array {
  const all = new Uint8Array(length);
  let done = 0;
  while (done < length) {
    const read = bytes.read(all.subarray(done), start + done);
    if (read === 0) break;
    done += read;
  }
  return all.subarray(0, done);
}
