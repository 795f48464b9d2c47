/**
 * tar: ustar, pax, GNU and older variants, compressed or not.
 *
 * The format: https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html, and GNU's in `tar/tar.h`.
 */
import type { Bytes } from '../bytes.ts';
import { DamagedInputError } from '../damaged-input.ts';
import { RawFile } from '../files.ts';
import type { Archive, Entry, EntryContent } from './archive.ts';
import { StreamTape, type Tape } from './tape.ts';

const blockSize = 512;
const chunkSize = 1 << 16;
/** Limit of a long name or a pax header, bytes. */
const maxExtra = 1 << 20;

const decoder = new TextDecoder();

/** True if the bytes begin with a header of a tar archive: it has a checksum and, since POSIX, a magic. */
export function isTar(head: Uint8Array): boolean {
  if (head.length < blockSize || head[0] === 0) return false;
  return textIn(head.subarray(257, 262)) === 'ustar' || hasChecksum(head.subarray(0, blockSize));
}

function hasChecksum(header: Uint8Array): boolean {
  const stated = octal(header.subarray(148, 156));
  if (stated === null) return false;
  let unsigned = 0;
  let signed = 0;
  for (let i = 0; i < blockSize; i++) {
    const byte = i >= 148 && i < 156 ? 0x20 : (header[i] as number);
    unsigned += byte;
    signed += (byte << 24) >> 24;
  }
  return stated === unsigned || stated === signed;
}

/** Parses digits surrounded by blanks or zeros; null if there are none. */
function octal(field: Uint8Array): number | null {
  const text = String.fromCharCode(...field);
  const digits = /^[ \0]*([0-7]+)[ \0]*/.exec(text)?.[1];
  return digits === undefined ? null : Number.parseInt(digits, 8);
}

/** GNU writes numbers that do not fit as bytes, marked by the first bit. */
function numberIn(field: Uint8Array): number {
  if ((field[0] as number) & 0x80) {
    if ((field[0] as number) !== 0x80) return Number.NaN;
    return field.subarray(1).reduce((value, byte) => value * 256 + byte, 0);
  }
  return octal(field) ?? Number.NaN;
}

function textIn(field: Uint8Array): string {
  const end = field.indexOf(0);
  return decoder.decode(end < 0 ? field : field.subarray(0, end));
}

/** Facts about the next file that are not in its own header: they come in a header before it. */
interface Extra {
  name?: string;
  size?: number;
  modified?: bigint;
  isSparse?: boolean;
}

export class TarArchive implements Archive {
  private index = -1;
  private offset = 0;
  /** Bytes of the last entry's data and padding that were not read. */
  private left = 0;
  private readonly everywhere: Extra = {};

  constructor(private readonly tape: Tape) {}

  async next(): Promise<Entry | null> {
    await this.tape.skip(this.left);
    this.left = 0;
    let extra: Extra = { ...this.everywhere };
    for (;;) {
      const header = await this.block();
      if (header === null) return null;
      this.index++;
      const type = String.fromCharCode(header[156] as number);
      const size = extra.size ?? numberIn(header.subarray(124, 136));
      if (!(size >= 0 && size <= Number.MAX_SAFE_INTEGER)) throw this.damaged('a size that is no number');
      const padded = Math.ceil(size / blockSize) * blockSize;
      if (type === 'L' || type === 'x' || type === 'g') {
        const data = await this.extraData(size, padded);
        if (type === 'L') extra.name = textIn(data);
        else Object.assign(type === 'g' ? this.everywhere : extra, paxOf(data));
        if (type === 'g') extra = { ...this.everywhere, ...extra };
        continue;
      }
      // Links and folders state the size of their target; no data follows.
      const hasData = !'123456'.includes(type) || type === '\0';
      if (!'\u00000S7'.includes(type)) {
        await this.pass(hasData ? padded : 0);
        extra = { ...this.everywhere };
        continue;
      }
      this.offset += padded;
      const modified = extra.modified ?? seconds(numberIn(header.subarray(136, 148)));
      const name = extra.name ?? nameOf(header);
      const content = this.content(size, padded, type === 'S' || extra.isSparse === true);
      return { index: this.index, name, size, modified, content };
    }
  }

  private content(size: number, padded: number, isSparse: boolean): EntryContent {
    const range = this.tape.range(padded);
    if (!range) this.left = padded;
    if (isSparse)
      return {
        kind: 'refused',
        why: 'is stored as a sparse file, which is not supported: extract it first.',
      };
    const bytes = range?.slice(0, size);
    if (bytes && bytes.size < size) return { kind: 'stream', chunks: () => this.cut(bytes) };
    if (bytes) return { kind: 'bytes', bytes };
    return { kind: 'stream', chunks: () => this.data(size) };
  }

  private async *cut(bytes: Bytes): AsyncGenerator<Uint8Array> {
    yield* new RawFile(bytes, chunkSize);
    throw new DamagedInputError(
      `The archive ends early, within this file: it has only the first ${bytes.size} bytes of it.`,
    );
  }

  private async *data(size: number): AsyncGenerator<Uint8Array> {
    const { tape } = this;
    if (!(tape instanceof StreamTape)) return;
    for (let left = size; left > 0; ) {
      const piece = await tape.some(left);
      if (piece.length === 0)
        throw new DamagedInputError(`The archive ends early, ${left} bytes before the end of this file.`);
      left -= piece.length;
      this.left -= piece.length;
      yield piece;
    }
  }

  /** The next header; null at the end. */
  private async block(): Promise<Uint8Array | null> {
    const header = await this.tape.take(blockSize);
    if (header.length === 0) return null;
    if (header.length < blockSize)
      throw new DamagedInputError(`The archive ends early, at byte ${this.offset}.`);
    if (header.every(byte => byte === 0)) return null;
    if (!hasChecksum(header)) throw this.damaged('no header');
    this.offset += blockSize;
    return header;
  }

  private async extraData(size: number, padded: number): Promise<Uint8Array> {
    if (size > maxExtra) throw this.damaged('a name of more than a megabyte');
    const data = await this.tape.take(padded);
    this.offset += padded;
    return data.slice(0, size);
  }

  private async pass(length: number): Promise<void> {
    await this.tape.skip(length);
    this.offset += length;
  }

  private damaged(why: string): DamagedInputError {
    return new DamagedInputError(
      `The archive is damaged at byte ${this.offset} (${why}): the files before it were read.`,
    );
  }
}

function nameOf(header: Uint8Array): string {
  const name = textIn(header.subarray(0, 100));
  // GNU has times in the field that is the path prefix in POSIX.
  const isPosix = header[262] === 0 && textIn(header.subarray(257, 263)) === 'ustar';
  const prefix = isPosix ? textIn(header.subarray(345, 500)) : '';
  return prefix ? `${prefix}/${name}` : name;
}

/** Records `LENGTH KEY=VALUE\n`. */
function paxOf(bytes: Uint8Array): Extra {
  const extra: Extra = {};
  for (let at = 0; at < bytes.length; ) {
    const blank = bytes.indexOf(0x20, at);
    const length =
      blank < 0 || blank > at + 10 ? Number.NaN : Number(decoder.decode(bytes.subarray(at, blank)));
    if (!(length > blank - at + 1) || at + length > bytes.length) break;
    const record = decoder.decode(bytes.subarray(blank + 1, at + length - 1));
    const equals = record.indexOf('=');
    const [key, value] = [record.slice(0, equals), record.slice(equals + 1)];
    if (key === 'path') extra.name = value;
    else if (key === 'size') extra.size = Number(value);
    else if (key === 'mtime') {
      const modified = seconds(Number(value));
      if (modified !== null) extra.modified = modified;
    } else if (key.startsWith('GNU.sparse.')) extra.isSparse = true;
    at += length;
  }
  return extra;
}

const seconds = (value: number): bigint | null =>
  Number.isFinite(value) && Math.abs(value) < 1e11 ? BigInt(Math.round(value * 1e3)) * 1_000_000n : null;
