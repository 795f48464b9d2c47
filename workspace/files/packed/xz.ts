/**
 * Decompresses xz data as a stream. No package was found that streams and can decompress two files at once, such as
 * an archive and a file in it.
 *
 * The format: https://tukaani.org/xz/xz-file-format.txt
 */
import { createHash } from 'node:crypto';
import { followed } from '../damaged-input.ts';
import { ChunkReader } from './chunk-reader.ts';
import { Crc32, Crc64 } from './crc.ts';
import { Lzma, LzmaError, maxDictionary } from './lzma.ts';

const headerMagic = [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00];
const lzma2 = 0x21;

/** Size of a check in bytes, by its number; unknown checks are skipped. */
const checkSizes = [0, 4, 4, 4, 8, 8, 8, 16, 16, 16, 32, 32, 32, 64, 64, 64];

/**
 * @throws DamagedInputError if the data is damaged, ends early or needs an unsupported method, after the data before was
 * yielded
 */
export function* unxzipped(chunks: Iterable<Uint8Array>): Generator<Uint8Array> {
  const input = new ChunkReader(chunks, 'xz');
  for (let first = true; ; first = false) {
    // Between streams there may be zeros.
    let byte = 0;
    while (byte === 0) {
      if (!first && !input.hasMore()) return;
      byte = input.byte();
      if (first) break;
    }
    const start = input.position - 1;
    const isHeader = headerMagic.every((each, at) => {
      if (at > 0 && input.hasMore()) byte = input.byte();
      return byte === each;
    });
    if (!isHeader) throw first ? input.damaged('no header') : followed('xz', start);
    const flags = new Uint8Array(6);
    input.fill(flags);
    yield* streamOf(input, (flags[1] as number) & 0x0f);
  }
}

function* streamOf(input: ChunkReader, check: number): Generator<Uint8Array> {
  for (;;) {
    const size = input.byte();
    if (size === 0) break;
    const header = new Uint8Array(size * 4 + 3);
    input.fill(header);
    const lzma = new Lzma(dictionaryOf(header, input));
    const sum = checksumOf(check);
    const begin = input.position;
    for (const bytes of lzma2Stream(input, lzma)) {
      sum?.update(bytes);
      yield bytes;
    }
    for (let padding = (4 - ((input.position - begin) % 4)) % 4; padding > 0; padding--) input.byte();
    const stated = new Uint8Array(checkSizes[check] ?? 0);
    input.fill(stated);
    if (sum && Buffer.compare(sum.digest(), stated) !== 0)
      throw input.damaged('the checksum of a block differs: some of it may be wrong');
  }
  // The index has the lengths of all blocks, which are known here.
  const begin = input.position - 1;
  const records = varint(input);
  for (let i = 0; i < 2 * records; i++) varint(input);
  while ((input.position - begin) % 4 !== 0) input.byte();
  input.fill(new Uint8Array(4 + 12));
}

/** The dictionary size, from the properties of the only supported filter. */
function dictionaryOf(header: Uint8Array, input: ChunkReader): number {
  const flags = header[0] as number;
  let at = 1;
  for (const stated of [0x40, 0x80])
    if (flags & stated) {
      while ((header[at++] ?? 0) & 0x80);
    }
  if ((flags & 0x03) !== 0 || header[at] !== lzma2 || header[at + 1] !== 1)
    throw input.damaged('it was compressed with a filter for programs (BCJ), which is not supported');
  const size = lzma2Dictionary(header[at + 2] as number);
  if (size > maxDictionary)
    throw input.damaged(
      `its dictionary needs ${Math.round(size / 2 ** 20)} MiB, more than the limit of ${maxDictionary >> 20} MiB: compress it with xz -9 or less`,
    );
  return size;
}

/** Size of a dictionary in bytes, from its property. */
export const lzma2Dictionary = (bits: number): number =>
  bits >= 40 ? 0xffffffff : (2 | (bits & 1)) * 2 ** ((bits >> 1) + 11);

/** LZMA2: chunks, each of which states what part of the state it resets. */
export function* lzma2Stream(input: ChunkReader, lzma: Lzma): Generator<Uint8Array> {
  let hasProperties = false;
  for (let isFirst = true; ; isFirst = false) {
    const control = input.byte();
    if (control === 0) return;
    if (control === 1 || control >= 0xe0) lzma.forget();
    else if (isFirst) throw input.damaged('a chunk without a dictionary');
    try {
      if (control < 0x80) {
        if (control > 2) throw new LzmaError('an unknown type of chunk');
        const bytes = new Uint8Array(number16(input) + 1);
        input.fill(bytes);
        yield* lzma.stored(bytes);
        continue;
      }
      const length = ((control & 0x1f) << 16) + number16(input) + 1;
      const packed = new Uint8Array(number16(input) + 1);
      if (control >= 0xc0) lzma.properties(input.byte());
      else if (!hasProperties) throw new LzmaError('a chunk without properties');
      else if (control >= 0xa0) lzma.reset();
      hasProperties = true;
      input.fill(packed);
      yield* lzma.decompressed(packed, length);
    } catch (error) {
      throw error instanceof LzmaError ? input.damaged(error.message) : error;
    }
  }
}

const number16 = (input: ChunkReader): number => input.byte() * 256 + input.byte();

function varint(input: ChunkReader): number {
  let value = 0;
  for (let i = 0; i < 9; i++) {
    const byte = input.byte();
    value += (byte & 0x7f) * 2 ** (7 * i);
    if (byte < 0x80) return value;
  }
  throw input.damaged('a number that is too long');
}

interface Checksum {
  update(bytes: Uint8Array): unknown;
  digest(): Uint8Array;
}

function checksumOf(check: number): Checksum | null {
  if (check === 1) return new Crc32();
  if (check === 4) return new Crc64();
  return check === 10 ? createHash('sha256') : null;
}
