/** Files as bytes: what they are packed with is told by their first bytes, never by their name. */
import { closeSync, openSync, readSync } from 'node:fs';
import { type Encoding, encodingOf, Utf16Transcoder } from '../../parsers/kit/encoding.ts';
import { gunzipped } from './gunzip.ts';

/** What a format may look at. */
export const headSize = 64 << 10;

export type Packing = 'none' | 'gzip' | 'zstd';

export function packingOf(head: Uint8Array): Packing {
  if (head[0] === 0x1f && head[1] === 0x8b) return 'gzip';
  if (head[0] === 0x28 && head[1] === 0xb5 && head[2] === 0x2f && head[3] === 0xfd) return 'zstd';
  // A skippable frame may stand in front (pzstd): 0x184D2A50 … 5F.
  if (((head[0] ?? 0) & 0xf0) === 0x50 && head[1] === 0x2a && head[2] === 0x4d && head[3] === 0x18)
    return 'zstd';
  return 'none';
}

/** The packed data ends early or is damaged; what came before it is good. */
export class CutError extends Error {
  override readonly name = 'CutError';
}

/**
 * The file's bytes as they lie on disk, in chunks that are valid until the next. Whoever iterates may stop and another
 * go on: only `close` ends it.
 */
export class RawFile {
  /** Bytes read so far. */
  read = 0;
  private readonly file: number;
  private readonly chunk: Uint8Array;

  constructor(
    path: string,
    size: number,
    private readonly seen?: (chunk: Uint8Array) => void,
  ) {
    this.file = openSync(path, 'r');
    this.chunk = new Uint8Array(size);
  }

  [Symbol.iterator](): Iterator<Uint8Array> {
    return { next: () => this.next() };
  }

  close(): void {
    closeSync(this.file);
  }

  /** The bytes from the beginning, whatever was read: not counted, and not given to `seen`. */
  *again(): Generator<Uint8Array> {
    const chunk = new Uint8Array(this.chunk.length);
    for (let position = 0; ; ) {
      const read = readSync(this.file, chunk, 0, chunk.length, position);
      if (read === 0) return;
      position += read;
      yield chunk.subarray(0, read);
    }
  }

  /** Fills `into` as far as one read does, from `position` or where the last read ended; 0 at the end of the file. */
  readInto(into: Uint8Array, position: number | null = null): number {
    const read = readSync(this.file, into, 0, into.length, position);
    this.read += read;
    if (read > 0) this.seen?.(into.subarray(0, read));
    return read;
  }

  private next(): IteratorResult<Uint8Array> {
    const read = this.readInto(this.chunk);
    if (read === 0) return { done: true, value: undefined };
    return { done: false, value: this.chunk.subarray(0, read) };
  }
}

/**
 * Chunks as they are before packing. Throws {@link CutError} at the place where packed data ends early.
 *
 * @param file where the chunks are from
 */
export async function* unpacked(
  chunks: Iterable<Uint8Array>,
  packing: Packing,
  file: RawFile,
): AsyncGenerator<Uint8Array> {
  if (packing === 'gzip') yield* gunzipped(chunks, () => file.again());
  else if (packing === 'zstd') yield* zstdDecoded(chunks);
  else yield* chunks;
}

/** A decoder that meets an error gives empty chunks without end; a sound one gives few in a row. */
const maxEmpty = 64;

/** How much is given to the decoder at a time, bytes: how exactly the place of damaged data is known. */
const zstdPiece = 16 << 10;

async function* zstdDecoded(chunks: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { ZSTDDecoder } = await import('zstddec/stream');
  const decoder = new ZSTDDecoder();
  await decoder.init();
  let empty = 0;
  let before = 0;
  let after = 0;
  const pieces = function* () {
    for (const chunk of chunks)
      for (let at = 0; at < chunk.length; at += zstdPiece) {
        const piece = chunk.subarray(at, at + zstdPiece);
        before = after;
        after += piece.length;
        yield piece;
      }
  };
  try {
    for (const chunk of decoder.decodeStreaming(pieces())) {
      empty = chunk.length > 0 ? 0 : empty + 1;
      if (empty > maxEmpty)
        throw new CutError(
          `The zstd data is damaged, between bytes ${before} and ${after}: what unpacks before was read, and the end of it may be wrong.`,
        );
      if (chunk.length > 0) yield chunk;
    }
  } catch (error) {
    if (error instanceof Error && /Incomplete stream/.test(error.message))
      throw new CutError(`The zstd data ends early, at byte ${after}.`, { cause: error });
    throw error;
  }
}

export interface Head {
  /** The first bytes, unpacked and as UTF-8, up to the size asked for. */
  readonly bytes: Uint8Array;
  readonly packing: Packing;
  readonly encoding: Encoding;
  /** Why the beginning could not be unpacked to its end, a sentence; null if it could. */
  readonly cut: string | null;
}

/** The beginning of a file, unpacked. */
export async function readHead(path: string, size: number): Promise<Head> {
  const file = new RawFile(path, size);
  try {
    const [first] = file;
    if (!first) return { bytes: new Uint8Array(0), packing: 'none', encoding: 'utf-8', cut: null };
    const packing = packingOf(first);
    let length = 0;
    // Stops feeding, not taking: the zstd decoder frees its memory only when it runs to its end.
    const enough = function* () {
      yield* pieces(first);
      for (const chunk of file) {
        if (length >= size) return;
        yield* pieces(chunk);
      }
    };
    const pieces = function* (chunk: Uint8Array) {
      for (let at = 0; at < chunk.length && length < size; at += 4096) yield chunk.subarray(at, at + 4096);
    };
    const bytes = new Uint8Array(size);
    let encoding: Encoding = 'utf-8';
    let cut: string | null = null;
    const noted = async function* () {
      for await (const chunk of unpacked(enough(), packing, file)) {
        if (length === 0) encoding = encodingOf(chunk);
        yield chunk;
      }
    };
    try {
      for await (const chunk of transcoded(noted())) {
        const room = size - length;
        if (room > 0) bytes.set(chunk.subarray(0, room), length);
        length += chunk.length;
      }
    } catch (error) {
      if (!(error instanceof CutError)) throw error;
      // Where enough was taken, more was not given.
      if (length < size) cut = error.message;
    }
    return { bytes: bytes.subarray(0, Math.min(length, size)), packing, encoding, cut };
  } finally {
    file.close();
  }
}

/** UTF-16 becomes UTF-8; anything else passes. */
export async function* transcoded(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let transcoder: Utf16Transcoder | null = null;
  let first = true;
  for await (const chunk of chunks) {
    if (first) {
      first = false;
      const encoding = encodingOf(chunk);
      if (encoding !== 'utf-8') transcoder = new Utf16Transcoder(encoding);
    }
    yield transcoder ? transcoder.push(chunk) : chunk;
  }
  if (transcoder) yield transcoder.end();
}
