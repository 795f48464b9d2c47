/**
 * Repairs the checksums and lengths of mutants of packed files, so that decoders pass on what the mutation has changed
 * instead of refusing it. A mutant whose structure no longer shows where they stand stays as it is.
 */
import { inflateRawSync } from 'node:zlib';
import { Crc32 } from '../../workspace/files/packed/crc.ts';

export type Repair = (mutant: Uint8Array) => Uint8Array;

/** Upper bound of what a mutant may decompress to here, bytes. */
const maxContent = 64 << 20;

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function crc32(bytes: Uint8Array): number {
  const crc = new Crc32();
  crc.update(bytes);
  return crc.number;
}

/** Content of a deflate stream, and its length as compressed; null if it is damaged. */
function inflated(bytes: Uint8Array): { content: Uint8Array; length: number } | null {
  try {
    // `info` is missing in the types: https://nodejs.org/docs/latest-v20.x/api/zlib.html#class-options
    const options = { info: true, maxOutputLength: maxContent };
    const { buffer, engine } = inflateRawSync(bytes, options) as unknown as {
      buffer: Uint8Array;
      engine: { bytesWritten: number };
    };
    return { content: buffer, length: engine.bytesWritten };
  } catch {
    return null;
  }
}

/** Checksum and length of the first member of a gzip file: https://www.rfc-editor.org/rfc/rfc1952 */
export const repairedGzip: Repair = mutant => {
  const flags = mutant[3] ?? 0;
  let at = 10;
  if (flags & 4) at += 2 + (mutant[at] ?? 0) + ((mutant[at + 1] ?? 0) << 8);
  for (const isText of [flags & 8, flags & 16]) if (isText) at = mutant.indexOf(0, at) + 1;
  if (flags & 2) at += 2;
  const read = inflated(mutant.subarray(at));
  if (!read) return mutant;
  const end = at + read.length;
  const repaired = new Uint8Array(Math.max(mutant.length, end + 8));
  repaired.set(mutant);
  viewOf(repaired).setUint32(end, crc32(read.content), true);
  viewOf(repaired).setUint32(end + 4, read.content.length % 2 ** 32, true);
  return repaired;
};

/**
 * Checksums and lengths of the members of a zip that are stored or deflated, in their local headers and the directory:
 * https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
 */
export const repairedZip: Repair = mutant => {
  const repaired = Uint8Array.from(mutant);
  const view = viewOf(repaired);
  for (let at = 0; at + 46 <= repaired.length; at++) {
    if (view.getUint32(at, true) !== 0x02014b50) continue;
    const [method, packed] = [view.getUint16(at + 10, true), view.getUint32(at + 20, true)];
    const local = view.getUint32(at + 42, true);
    if (local + 30 > repaired.length || view.getUint32(local, true) !== 0x04034b50) continue;
    const begin = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    const data = repaired.subarray(begin, begin + packed);
    const content = method === 0 ? data : method === 8 ? inflated(data)?.content : undefined;
    if (!content) continue;
    for (const crc of [at + 16, local + 14]) {
      view.setUint32(crc, crc32(content), true);
      view.setUint32(crc + 8, content.length, true);
    }
  }
  return repaired;
};

/** Checksums of the headers of a tar: the sum of their bytes, of which its own eight count as spaces. */
export const repairedTar: Repair = mutant => {
  const repaired = Uint8Array.from(mutant);
  for (let at = 0; at + 512 <= repaired.length; ) {
    const header = repaired.subarray(at, at + 512);
    if (!header.some(byte => byte !== 0)) return repaired;
    header.fill(0x20, 148, 156);
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.set(Buffer.from(`${sum.toString(8).padStart(6, '0')}\0 `), 148);
    const size = Number.parseInt(Buffer.from(header.subarray(124, 136)).toString('latin1'), 8);
    at += 512 + Math.ceil(Math.max(0, size || 0) / 512) * 512;
  }
  return repaired;
};

/** Bytes of a block of a zstd frame at most. */
const zstdBlock = 1 << 17;

/** A zstd frame without a checksum, in uncompressed blocks: https://www.rfc-editor.org/rfc/rfc8878#section-3.1.1 */
export const inZstd: Repair = content => {
  // A window of 128 KB, no length, no checksum.
  const parts: Uint8Array[] = [Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0, 7 << 3)];
  for (let at = 0; at === 0 || at < content.length; at += zstdBlock) {
    const block = content.subarray(at, at + zstdBlock);
    const header = (block.length << 3) | (at + zstdBlock >= content.length ? 1 : 0);
    parts.push(Uint8Array.of(header & 0xff, (header >> 8) & 0xff, header >> 16), block);
  }
  return Buffer.concat(parts);
};

/** Drops the checksum at the end of a zstd frame, whose sum (XXH64) Node cannot compute. */
export const uncheckedZstd: Repair = mutant => {
  const descriptor = mutant[4] ?? 0;
  if (!(descriptor & 4)) return mutant;
  const isSingle = (descriptor >> 5) & 1;
  const lengthBytes = [isSingle, 2, 4, 8][descriptor >> 6]!;
  let at = 5 + (isSingle ? 0 : 1) + [0, 1, 2, 4][descriptor & 3]! + lengthBytes;
  for (let isLast = false; !isLast; ) {
    if (at + 3 > mutant.length) return mutant;
    const header = mutant[at]! | (mutant[at + 1]! << 8) | (mutant[at + 2]! << 16);
    isLast = (header & 1) === 1;
    // A block of one repeated byte states how often it is repeated.
    at += 3 + (((header >> 1) & 3) === 1 ? 1 : header >> 3);
  }
  const repaired = Buffer.concat([mutant.subarray(0, at), mutant.subarray(at + 4)]);
  repaired[4] = descriptor & ~4;
  return repaired;
};
