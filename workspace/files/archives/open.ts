/** Recognises by the first bytes whether content is an archive, compressed data or a plain file. */
import type { Bytes } from '../bytes.ts';
import { MemoryBytes } from '../bytes.ts';
import { DamagedInputError } from '../damaged-input.ts';
import { compressionOf, decompressed, type Head, headOf, headSize, RawFile } from '../files.ts';
import type { Allowance, Archive, EntryContent } from './archive.ts';
import { isSevenZip, SevenZipArchive } from './sevenzip.ts';
import { BytesTape, StreamTape } from './tape.ts';
import { isTar, TarArchive } from './tar.ts';
import { isZip, ZipArchive } from './zip.ts';

/** The bytes of a file: at any position, or once from the beginning. */
export type Content = Exclude<EntryContent, { kind: 'refused' }>;

export type Opened =
  | { readonly kind: 'archive'; readonly archive: Archive }
  | { readonly kind: 'file'; readonly content: Content; readonly head: Head }
  /** A predicate that follows the file name, such as 'is encrypted: …'. */
  | { readonly kind: 'refused'; readonly why: string };

/**
 * Limit in bytes for compressed data inside an archive, which is decompressed into memory so that it can be read at
 * any position.
 */
const maxHeld = 256 << 20;

const chunkSize = 1 << 18;

/** @throws DamagedInputError if the header of an archive is damaged or missing */
export async function openBytes(bytes: Bytes, allowance: Allowance): Promise<Opened> {
  const first = new Uint8Array(8);
  bytes.read(first, 0);
  if (isSevenZip(first)) return { kind: 'archive', archive: await SevenZipArchive.open(bytes, allowance) };
  if (isZip(first)) return { kind: 'archive', archive: ZipArchive.open(bytes, allowance) };
  const head = await headOf(bytes, headSize);
  if (!isTar(head.bytes)) return { kind: 'file', content: { kind: 'bytes', bytes }, head };
  const { compression } = head;
  if (compression === 'none') return { kind: 'archive', archive: new TarArchive(new BytesTape(bytes)) };
  const file = new RawFile(bytes, chunkSize);
  const chunks = allowance.counted(decompressed(file, compression, file));
  return { kind: 'archive', archive: new TarArchive(new StreamTape(chunks)) };
}

export async function openEntry(content: EntryContent, allowance: Allowance): Promise<Opened> {
  if (content.kind === 'refused') return content;
  if (content.kind === 'bytes') return openBytes(content.bytes, allowance);
  const stream = new PeekedStream(content.chunks());
  const first = await stream.peek(headSize);
  if (isTar(first)) return { kind: 'archive', archive: new TarArchive(new StreamTape(stream.all())) };
  if (isZip(first) || isSevenZip(first) || compressionOf(first) !== 'none') {
    const held = await inMemory(stream.all());
    if (held) return openBytes(held, allowance);
    return {
      kind: 'refused',
      why: `is compressed within an archive and larger than ${maxHeld >> 20} MiB: extract the archive first.`,
    };
  }
  const head = await headOf(new MemoryBytes(first), headSize);
  return { kind: 'file', content: { kind: 'stream', chunks: () => stream.all() }, head };
}

/** The whole content in memory; null if it is too large. Damaged data yields the part before the damage. */
async function inMemory(chunks: AsyncIterable<Uint8Array>): Promise<MemoryBytes | null> {
  const held: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of chunks) {
      length += chunk.length;
      if (length > maxHeld) return null;
      held.push(chunk.slice());
    }
  } catch (error) {
    if (!(error instanceof DamagedInputError)) throw error;
  }
  return new MemoryBytes(Buffer.concat(held));
}

/** A stream whose first bytes can be examined before it is read. */
class PeekedStream {
  private readonly chunks: AsyncIterator<Uint8Array>;
  private first: Uint8Array = new Uint8Array(0);
  private failure: unknown = null;

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.chunks = chunks[Symbol.asyncIterator]();
  }

  async peek(length: number): Promise<Uint8Array> {
    const pieces: Uint8Array[] = [];
    let filled = 0;
    try {
      while (filled < length) {
        const { done, value } = await this.chunks.next();
        if (done) break;
        pieces.push(value.slice());
        filled += value.length;
      }
    } catch (error) {
      if (!(error instanceof DamagedInputError)) throw error;
      this.failure = error;
    }
    this.first = Buffer.concat(pieces);
    return this.first.subarray(0, length);
  }

  async *all(): AsyncGenerator<Uint8Array> {
    if (this.first.length > 0) yield this.first;
    if (this.failure) throw this.failure;
    for (;;) {
      const { done, value } = await this.chunks.next();
      if (done) return;
      yield value;
    }
  }
}
