/**
 * zip, read by the directory at its end, so that a file is found without decompressing others.
 *
 * The format: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
 */
import { type Bytes, readFully } from '../bytes.ts';
import { DamagedInputError, OddInputError } from '../damaged-input.ts';
import { RawFile } from '../files.ts';
import { bunzipped2 } from '../packed/bunzip2.ts';
import { Crc32 } from '../packed/crc.ts';
import { inflated } from '../packed/gunzip.ts';
import { unxzipped } from '../packed/xz.ts';
import { zstdDecoded } from '../packed/zstd.ts';
import type { Allowance, Archive, Entry, EntryContent } from './archive.ts';

const endMark = 0x06054b50;
const end64Mark = 0x06064b50;
const locatorMark = 0x07064b50;
const entryMark = 0x02014b50;
const localMark = 0x04034b50;

/** Maximum size of the end-of-directory record with the longest comment. */
const maxEndRecord = 22 + 0xffff;
/** Zeros at the end of an archive without files, after the last byte of its mark. */
const emptyRecordZeros = 18;
/** Bytes of a directory that are read at a time: more than its largest entry. */
const pieceSize = 1 << 20;
const chunkSize = 1 << 16;

/** True if the bytes begin like a zip archive or are an empty one. */
export const isZip = (head: Uint8Array): boolean =>
  head[0] === 0x50 &&
  head[1] === 0x4b &&
  ((head[2] === 3 && head[3] === 4) || (head[2] === 5 && head[3] === 6));

type Decoder = (
  chunks: Iterable<Uint8Array>,
  file: RawFile,
) => Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

const decoders: Readonly<Record<number, Decoder>> = {
  0: chunks => chunks,
  8: (chunks, file) => inflated(chunks, () => file.again()),
  12: bunzipped2,
  93: zstdDecoded,
  95: unxzipped,
};

const methods: Readonly<Record<number, string>> = {
  6: 'imploding',
  9: 'Deflate64, as Windows does with files of more than 2 GB',
  14: 'LZMA',
  98: 'PPMd',
  99: 'encryption',
};

export class ZipArchive implements Archive {
  private index = -1;

  private constructor(
    private readonly bytes: Bytes,
    private readonly allowance: Allowance,
    /** Bytes in front of the archive, from whose end its offsets count. */
    private readonly shift: number,
    private at: number,
    private readonly end: number,
    private readonly count: number,
  ) {}

  /** @throws DamagedInputError if it has no directory */
  static open(bytes: Bytes, allowance: Allowance): ZipArchive {
    const size = withoutPadding(bytes);
    const from = Math.max(0, size - maxEndRecord);
    const tail = viewOf(readFully(bytes, from, size - from));
    for (let at = tail.byteLength - 22; at >= 0; at--) {
      if (tail.getUint32(at, true) !== endMark) continue;
      let count = tail.getUint16(at + 10, true);
      let length = tail.getUint32(at + 12, true);
      let start = tail.getUint32(at + 16, true);
      let end = from + at;
      if (at >= 20 && tail.getUint32(at - 20, true) === locatorMark) {
        const place = wide(tail, at - 12);
        const end64 = viewOf(readFully(bytes, place, 56));
        if (end64.byteLength === 56 && end64.getUint32(0, true) === end64Mark) {
          count = wide(end64, 32);
          length = wide(end64, 40);
          start = wide(end64, 48);
          end = place;
        }
      }
      const shift = end - length - start;
      if (shift < 0) break;
      return new ZipArchive(bytes, allowance, shift, start + shift, end, count);
    }
    throw new DamagedInputError('The archive has no directory at its end: it is damaged or incomplete.');
  }

  async next(): Promise<Entry | null> {
    for (;;) {
      if (++this.index >= this.count || this.at >= this.end) return null;
      const entry = viewOf(readFully(this.bytes, this.at, Math.min(pieceSize, this.end - this.at)));
      if (entry.byteLength < 46 || entry.getUint32(0, true) !== entryMark)
        throw new DamagedInputError(
          `The directory of the archive is damaged at byte ${this.at}: the files before it were read.`,
        );
      const nameLength = entry.getUint16(28, true);
      const extraLength = entry.getUint16(30, true);
      const length = 46 + nameLength + extraLength + entry.getUint16(32, true);
      if (length > entry.byteLength)
        throw new DamagedInputError(`The directory of the archive ends early, at byte ${this.at}.`);
      this.at += length;
      const stated = statedOf(entry, nameLength, extraLength);
      if (stated.isFile) return { index: this.index, ...stated, content: this.content(stated) };
    }
  }

  private content(stated: Stated): EntryContent {
    const { flags, method, packed, size, offset } = stated;
    if (flags & 1) return { kind: 'refused', why: 'is encrypted: extract it with its password first.' };
    const local = viewOf(readFully(this.bytes, this.shift + offset, 30));
    if (local.byteLength < 30 || local.getUint32(0, true) !== localMark)
      return {
        kind: 'refused',
        why: 'is not at the offset that the directory of the archive states: the archive is damaged.',
      };
    const start = this.shift + offset + 30 + local.getUint16(26, true) + local.getUint16(28, true);
    const bytes = this.bytes.slice(start, start + packed);
    if (method === 0 && packed === size) return { kind: 'bytes', bytes };
    const decode = decoders[method];
    if (decode) return { kind: 'stream', chunks: () => this.decompressed(bytes, decode, stated) };
    const how = methods[method] ?? `method ${method}`;
    return {
      kind: 'refused',
      why: `uses a compression method that Aftertrace does not support (${how}): extract the archive first.`,
    };
  }

  /** Throws at the end if the data is damaged, or if it is whole and the directory states other sizes. */
  private async *decompressed(
    bytes: Bytes,
    decode: Decoder,
    { size, crc }: Stated,
  ): AsyncGenerator<Uint8Array> {
    const file = new RawFile(bytes, chunkSize);
    const sum = new Crc32();
    let length = 0;
    let damage: DamagedInputError | null = null;
    try {
      for await (const chunk of this.allowance.counted(decode(file, file))) {
        sum.update(chunk);
        length += chunk.length;
        yield chunk;
      }
    } catch (error) {
      if (!(error instanceof DamagedInputError)) throw error;
      damage = error;
    }
    if (length !== size)
      damage ??= new DamagedInputError(
        `The archive states a size of ${size} bytes, but contains ${length}: the data may be damaged.`,
      );
    if (damage === null && sum.number !== crc)
      damage = new DamagedInputError('The checksum does not match: the extracted data may be damaged.');
    if (damage === null) return;
    if (sum.number !== crc) throw damage;
    throw new OddInputError(
      length === size
        ? 'The archive states a wrong compressed size for this file: by its checksum all of it was read.'
        : `The archive states a size of ${size} bytes for this file, but contains ${length}: by its checksum all of it was read.`,
    );
  }
}

/** Bytes of the file before zeros at its end, with which tapes and block devices pad; at most the zeros of an empty record. */
function withoutPadding(bytes: Bytes): number {
  for (let end = bytes.size; end > 0; ) {
    const start = Math.max(0, end - pieceSize);
    const last = readFully(bytes, start, end - start).findLastIndex(byte => byte !== 0);
    if (last >= 0) return Math.min(bytes.size, start + last + 1 + emptyRecordZeros);
    end = start;
  }
  return 0;
}

interface Stated {
  readonly name: string;
  readonly isFile: boolean;
  readonly flags: number;
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly offset: number;
  readonly modified: bigint | null;
}

/** Facts about an entry from the directory. */
function statedOf(entry: DataView, nameLength: number, extraLength: number): Stated {
  const bytes = new Uint8Array(entry.buffer, entry.byteOffset, entry.byteLength);
  const flags = entry.getUint16(8, true);
  const name = nameIn(bytes.subarray(46, 46 + nameLength), (flags & 0x800) !== 0);
  let size = entry.getUint32(24, true);
  let packed = entry.getUint32(20, true);
  let offset = entry.getUint32(42, true);
  let modified: bigint | null = null;
  const extraEnd = 46 + nameLength + extraLength;
  for (let at = 46 + nameLength; at + 4 <= extraEnd; ) {
    const id = entry.getUint16(at, true);
    const length = entry.getUint16(at + 2, true);
    const end = Math.min(extraEnd, at + 4 + length);
    if (id === 0x0001) {
      // Values that do not fit into the fields above follow in this order.
      let place = at + 4;
      const next = (value: number) => {
        if (value !== 0xffffffff || place + 8 > end) return value;
        place += 8;
        return wide(entry, place - 8);
      };
      size = next(size);
      packed = next(packed);
      offset = next(offset);
    } else if (id === 0x5455 && length >= 5 && at + 9 <= end && (entry.getUint8(at + 4) & 1) === 1)
      modified = BigInt(entry.getInt32(at + 5, true)) * 1_000_000_000n;
    at += 4 + length;
  }
  const fromUnix = entry.getUint8(5) === 3;
  const type = (entry.getUint32(38, true) >>> 28) & 0xf;
  return {
    name,
    isFile: !/[\\/]$/.test(name) && (!fromUnix || type === 0 || type === 8),
    flags,
    method: entry.getUint16(10, true),
    crc: entry.getUint32(16, true),
    packed,
    size,
    offset,
    modified: modified ?? dosTime(entry.getUint16(14, true), entry.getUint16(12, true)),
  };
}

const utf8 = new TextDecoder();
const latin = new TextDecoder('latin1');

/** Without the flag the name is in an unknown code page, in which only ASCII is certain. */
function nameIn(bytes: Uint8Array, isUtf8: boolean): string {
  const text = utf8.decode(bytes);
  return isUtf8 || !text.includes('\ufffd') ? text : latin.decode(bytes);
}

/** A wall clock without a zone: read as UTC, which suffices for years and dates. */
function dosTime(date: number, time: number): bigint | null {
  if (date === 0) return null;
  const day = Date.UTC(1980 + (date >> 9), ((date >> 5) & 0xf) - 1, date & 0x1f);
  const ms = day + ((time >> 11) * 3600 + ((time >> 5) & 0x3f) * 60 + (time & 0x1f) * 2) * 1000;
  return BigInt(ms) * 1_000_000n;
}

const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const wide = (view: DataView, at: number): number =>
  view.getUint32(at, true) + view.getUint32(at + 4, true) * 2 ** 32;
