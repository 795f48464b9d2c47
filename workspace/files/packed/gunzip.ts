/**
 * Decompresses gzip data as a stream, up to a damaged byte.
 *
 * Node's zlib drops the output of the call that meets an error, which for a small file is all of it. So a damaged
 * file is decompressed again in smaller pieces, down to single bytes, from the end of the last undamaged piece.
 */
import type { Gunzip, InflateRaw } from 'node:zlib';
import { DamagedInputError, followed } from '../damaged-input.ts';

/**
 * Bytes passed to zlib at a time. The output of a piece, up to 1032 times as much, waits in memory. Small pieces take
 * twice the time of the largest.
 */
const pieceSizes = [64 << 10, 4 << 10, 1];

/**
 * @param again yields the same bytes from the beginning
 * @throws DamagedInputError if the data is damaged or ends early
 */
export async function* gunzipped(
  chunks: Iterable<Uint8Array>,
  again: () => Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const { createGunzip } = await import('node:zlib');
  yield* decompressed(chunks, again, 'gzip', () => createGunzip({ chunkSize: outputSize }));
}

/** Like `gunzipped`, but without gzip's header, as in zip archives. */
export async function* inflated(
  chunks: Iterable<Uint8Array>,
  again: () => Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const { createInflateRaw } = await import('node:zlib');
  yield* decompressed(chunks, again, 'deflate', () => createInflateRaw({ chunkSize: outputSize }));
}

const outputSize = 1 << 20;

/** Yields everything before a damaged byte. */
async function* decompressed(
  chunks: Iterable<Uint8Array>,
  again: () => Iterable<Uint8Array>,
  name: string,
  create: () => Decompression,
): AsyncGenerator<Uint8Array> {
  let yielded = 0;
  let undamaged = 0;
  let failure: ZlibError | null = null;
  for (const size of pieceSizes) {
    const unpacking = new Unpacking(create());
    const bytes = failure ? again() : chunks;
    let toSkip = yielded;
    try {
      for await (const chunk of unpacking.unpack(finerPieces(bytes, undamaged, size))) {
        const fresh = chunk.subarray(Math.min(toSkip, chunk.length));
        toSkip -= chunk.length - fresh.length;
        yielded += fresh.length;
        if (fresh.length > 0) yield fresh;
      }
      if (unpacking.extra < 0) return;
      throw followed(name, unpacking.extra);
    } catch (error) {
      if (!isZlibError(error)) throw error;
      failure = error;
      undamaged = unpacking.undamaged;
      // Nothing is lost, because this error comes separately, after all pieces.
      if (error.code === 'Z_BUF_ERROR') break;
    } finally {
      unpacking.close();
    }
  }
  // The header of the first member was checked when the file was recognised; zlib gives up at its second byte.
  if (failure?.message.includes('header check')) throw followed(name, undamaged - 1);
  if (failure) throw new DamagedInputError(sentenceOf(failure, undamaged, name), { cause: failure });
}

type Decompression = Gunzip | InflateRaw;
type ZlibError = Error & { readonly code: string };

const isZlibError = (error: unknown): error is ZlibError =>
  error instanceof Error && ((error as { code?: unknown }).code ?? '').toString().startsWith('Z_');

/** @param offset of the byte in the file at which zlib gave up, from 0 */
function sentenceOf({ code, message }: ZlibError, offset: number, name: string): string {
  if (code === 'Z_BUF_ERROR') return `The ${name} data ends early, at byte ${offset}.`;
  // zlib notices a wrong checksum at the last of its four bytes.
  if (message.includes('check'))
    return `The ${name} data is damaged: the checksum at byte ${offset - 3} does not match, so some of what was read may be wrong.`;
  return `The ${name} data is damaged at or before byte ${offset} (${message}): the data before it was read, but its last part may be wrong.`;
}

/** Runs zlib, one piece after the other. */
class Unpacking {
  /** Bytes of all pieces that were decompressed without an error. */
  undamaged = 0;
  /** Offset of the first byte after the data that is not a zero; -1 if there is none. */
  extra = -1;
  private out: Uint8Array[] = [];
  private hasEnded = false;
  /** Resolves at the end of the data, after which zlib never calls back. */
  private readonly ended: Promise<void>;
  private readonly failed: Promise<never>;

  constructor(private readonly gunzip: Decompression) {
    gunzip.on('data', chunk => this.out.push(chunk));
    this.ended = new Promise(resolve =>
      gunzip.once('end', () => {
        this.hasEnded = true;
        resolve();
      }),
    );
    this.failed = new Promise((_, reject) => gunzip.on('error', reject));
    this.failed.catch(() => undefined);
  }

  /** Passes over what follows the data: tapes and block devices pad with zeros. */
  async *unpack(pieces: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let offset = 0;
    for (const piece of pieces) {
      if (!this.hasEnded) await this.wait(done => this.gunzip.write(piece, done));
      if (this.hasEnded && this.extra < 0) {
        const start = Math.max(0, this.gunzip.bytesWritten - offset);
        const extra = piece.subarray(start).findIndex(byte => byte !== 0);
        if (extra >= 0) this.extra = offset + start + extra;
      }
      offset += piece.length;
      this.undamaged = offset;
      yield* this.takeOutput();
    }
    if (!this.hasEnded) await this.wait(() => this.gunzip.end());
    yield* this.takeOutput();
  }

  close(): void {
    this.gunzip.destroy();
  }

  private wait(work: (done: () => void) => void): Promise<void> {
    return Promise.race([this.failed, this.ended, new Promise<void>(resolve => work(resolve))]);
  }

  private takeOutput(): readonly Uint8Array[] {
    const { out } = this;
    this.out = [];
    return out;
  }
}

/** Splits chunks into pieces of `size`, after large ones up to the offset `undamaged`. */
function* finerPieces(chunks: Iterable<Uint8Array>, undamaged: number, size: number): Generator<Uint8Array> {
  let offset = 0;
  for (const chunk of chunks) {
    const whole = Math.min(chunk.length, Math.max(0, undamaged - offset));
    // Copies, because zlib reads on its own thread and a chunk is valid only until the next one.
    if (whole > 0) yield chunk.slice(0, whole);
    for (let at = whole; at < chunk.length; at += size) yield chunk.slice(at, at + size);
    offset += chunk.length;
  }
}
