/** Opens files as bytes. Their compression is recognised by the first bytes, never by the name. */
import { CrTranscoder, type Encoding, encodingOf, Utf16Transcoder } from '../../parsers/kit/encoding.ts';
import { type Bytes, FileBytes } from './bytes.ts';
import { DamagedInputError } from './damaged-input.ts';
import { bunzipped2 } from './packed/bunzip2.ts';
import { gunzipped } from './packed/gunzip.ts';
import { unxzipped } from './packed/xz.ts';
import { zstdDecoded } from './packed/zstd.ts';

/** Bytes that a format may examine to recognise a file. */
export const headSize = 64 << 10;

export type Compression = 'none' | 'gzip' | 'zstd' | 'xz' | 'bzip2';

const beginnings: readonly (readonly [Compression, readonly number[]])[] = [
  ['gzip', [0x1f, 0x8b]],
  ['zstd', [0x28, 0xb5, 0x2f, 0xfd]],
  ['xz', [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00]],
];

export function compressionOf(head: Uint8Array): Compression {
  for (const [compression, bytes] of beginnings)
    if (bytes.every((byte, at) => head[at] === byte)) return compression;
  // A skippable frame may come first (pzstd): 0x184D2A50 … 5F.
  if (((head[0] ?? 0) & 0xf0) === 0x50 && head[1] === 0x2a && head[2] === 0x4d && head[3] === 0x18)
    return 'zstd';
  return isBzip2(head) ? 'bzip2' : 'none';
}

/** `BZh`, a digit and the magic of a block or of the end: the three letters alone also occur in text. */
function isBzip2(head: Uint8Array): boolean {
  const level = (head[3] ?? 0) - 0x30;
  const mark = `${head[4]} ${head[5]} ${head[6]}`;
  return (
    head[0] === 0x42 &&
    head[1] === 0x5a &&
    head[2] === 0x68 &&
    level >= 1 &&
    level <= 9 &&
    (mark === '49 65 89' || mark === '23 114 69')
  );
}

/**
 * Bytes from the beginning, in chunks that are valid until the next one. An iteration may be stopped and another one
 * continue.
 */
export class RawFile {
  /** Bytes read so far. */
  read = 0;
  private chunk: Uint8Array | null = null;

  /** @param size bytes of a chunk */
  constructor(
    private readonly bytes: Bytes,
    private readonly size: number,
    private readonly seen?: (chunk: Uint8Array) => void,
  ) {}

  [Symbol.iterator](): Iterator<Uint8Array> {
    return { next: () => this.next() };
  }

  /** Iterates the bytes from the beginning again, without counting them or passing them to `seen`. */
  *again(): Generator<Uint8Array> {
    const chunk = new Uint8Array(this.size);
    for (let position = 0; ; ) {
      const read = this.bytes.read(chunk, position);
      if (read === 0) return;
      position += read;
      yield chunk.subarray(0, read);
    }
  }

  /** Fills `into` as far as one read from `position` does; returns 0 at the end of the file. */
  readInto(into: Uint8Array, position: number): number {
    const read = this.bytes.read(into, position);
    this.read += read;
    if (read > 0) this.seen?.(into.subarray(0, read));
    return read;
  }

  private next(): IteratorResult<Uint8Array> {
    this.chunk ??= new Uint8Array(this.size);
    const read = this.readInto(this.chunk, this.read);
    if (read === 0) return { done: true, value: undefined };
    return { done: false, value: this.chunk.subarray(0, read) };
  }
}

/**
 * Decompressed chunks. Throws {@link DamagedInputError} at the position where compressed data ends early.
 *
 * @param file source of the chunks
 */
export async function* decompressed(
  chunks: Iterable<Uint8Array>,
  compression: Compression,
  file: RawFile,
): AsyncGenerator<Uint8Array> {
  if (compression === 'gzip') yield* gunzipped(chunks, () => file.again());
  else if (compression === 'zstd') yield* zstdDecoded(chunks);
  else if (compression === 'xz') yield* unxzipped(chunks);
  else if (compression === 'bzip2') yield* bunzipped2(chunks);
  else yield* chunks;
}

export interface Head {
  /** The first bytes, decompressed and as UTF-8, up to the requested size. */
  readonly bytes: Uint8Array;
  readonly compression: Compression;
  readonly encoding: Encoding;
  /** Sentence that says why the beginning could not be decompressed; null if it could. */
  readonly cut: string | null;
}

/** Reads and decompresses the beginning of a file. */
export async function readHead(path: string, size: number): Promise<Head> {
  const file = FileBytes.open(path);
  try {
    return await headOf(file, size);
  } finally {
    file.close();
  }
}

export async function headOf(source: Bytes, size: number): Promise<Head> {
  const file = new RawFile(source, size);
  const [first] = file;
  if (!first) return { bytes: new Uint8Array(0), compression: 'none', encoding: 'utf-8', cut: null };
  const compression = compressionOf(first);
  let length = 0;
  // Stops feeding the decoder but not reading from it: the zstd decoder frees its memory only when it runs to its
  // end.
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
    for await (const chunk of decompressed(enough(), compression, file)) {
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
    if (!(error instanceof DamagedInputError)) throw error;
    // If enough was read, the decoder got no more input, and this error is ours.
    if (length < size) cut = error.message;
  }
  return { bytes: bytes.subarray(0, Math.min(length, size)), compression, encoding, cut };
}

/**
 * Converts to UTF-8 with line feeds; passes UTF-8 on.
 *
 * @param known the encoding by the file's beginning; absent: by the first chunk
 */
export async function* transcoded(
  chunks: AsyncIterable<Uint8Array>,
  known?: Encoding,
): AsyncGenerator<Uint8Array> {
  let transcoder: Utf16Transcoder | CrTranscoder | null = null;
  let first = true;
  for await (const chunk of chunks) {
    if (first) {
      first = false;
      const encoding = known ?? encodingOf(chunk);
      if (encoding === 'cr') transcoder = new CrTranscoder();
      else if (encoding !== 'utf-8') transcoder = new Utf16Transcoder(encoding);
    }
    yield transcoder ? transcoder.push(chunk) : chunk;
  }
  if (transcoder) yield transcoder.end();
}
