/** Parses the directory of a 7z archive: its files, and how they are compressed. */
import { DamagedInputError } from '../damaged-input.ts';

export interface Directory {
  readonly folders: readonly Folder[];
  /** null if these bytes state only the position of the directory and how it is compressed. */
  readonly files: readonly ListedFile[] | null;
}

export interface Folder {
  readonly coders: readonly { readonly id: string; readonly properties: Uint8Array }[];
  /** Offset after the archive's header, and length. */
  readonly start: number;
  readonly packed: number;
  /** Decompressed size, bytes. */
  readonly size: number;
}

export interface ListedFile {
  readonly name: string;
  /** False for folders and links. */
  readonly isFile: boolean;
  readonly modified: bigint | null;
  /** null if the file is empty. */
  readonly folder: Folder | null;
  /** Offset of the file in its folder. */
  readonly offset: number;
  readonly size: number;
  readonly crc: number | null;
}

/** A file in a folder. */
interface Stream {
  readonly folder: Folder;
  readonly offset: number;
  readonly size: number;
  readonly crc: number | null;
}

const ids = {
  end: 0,
  header: 1,
  properties: 2,
  additional: 3,
  main: 4,
  files: 5,
  packInfo: 6,
  unpackInfo: 7,
  substreams: 8,
  size: 9,
  crc: 10,
  folder: 11,
  unpackSize: 12,
  counts: 13,
  emptyStream: 14,
  emptyFile: 15,
  names: 17,
  modified: 20,
  attributes: 21,
  packed: 23,
} as const;

/** @throws DamagedInputError if the bytes are not a directory */
export function directoryIn(bytes: Uint8Array): Directory {
  const input = new Input(bytes);
  const kind = input.byte();
  if (kind === ids.packed) return { folders: streamsIn(input).map(({ folder }) => folder), files: null };
  if (kind !== ids.header) throw damaged();
  let streams: readonly Stream[] = [];
  let files: readonly ListedFile[] = [];
  for (let id = input.byte(); id !== ids.end; id = input.byte()) {
    if (id === ids.properties) skipProperties(input);
    else if (id === ids.additional) streamsIn(input);
    else if (id === ids.main) streams = streamsIn(input);
    else if (id === ids.files) files = filesIn(input, streams);
    else throw damaged();
  }
  return { folders: [], files };
}

function skipProperties(input: Input): void {
  while (input.byte() !== ids.end) input.take(input.number());
}

function streamsIn(input: Input): readonly Stream[] {
  let position = 0;
  let packedSizes: readonly number[] = [];
  let folders: readonly (Folder & { readonly crc: number | null })[] = [];
  let streams: readonly Stream[] | null = null;
  for (let id = input.byte(); id !== ids.end; id = input.byte()) {
    if (id === ids.packInfo) {
      position = input.number();
      packedSizes = packedIn(input, input.count());
    } else if (id === ids.unpackInfo) folders = foldersIn(input, position, packedSizes);
    else if (id === ids.substreams) streams = substreamsIn(input, folders);
    else throw damaged();
  }
  return streams ?? folders.map(folder => ({ folder, offset: 0, size: folder.size, crc: folder.crc }));
}

function packedIn(input: Input, count: number): readonly number[] {
  let sizes: readonly number[] = [];
  for (let id = input.byte(); id !== ids.end; id = input.byte()) {
    if (id === ids.size) sizes = input.numbers(count);
    else if (id === ids.crc) input.digests(count);
    else throw damaged();
  }
  return sizes;
}

function foldersIn(input: Input, position: number, packedSizes: readonly number[]) {
  if (input.byte() !== ids.folder) throw damaged();
  const count = input.count();
  if (input.byte() !== 0) throw damaged();
  const made = Array.from({ length: count }, () => codersIn(input));
  if (input.byte() !== ids.unpackSize) throw damaged();
  const sizes = made.map(({ outputs }) => input.numbers(outputs));
  let crcs: readonly (number | null)[] = [];
  for (let id = input.byte(); id !== ids.end; id = input.byte()) {
    if (id !== ids.crc) throw damaged();
    crcs = input.digests(count);
  }
  let start = position;
  let stream = 0;
  return made.map(({ coders, inputs }, at) => {
    const packed = packedSizes.slice(stream, stream + inputs).reduce((sum, size) => sum + size, 0);
    stream += inputs;
    start += packed;
    const size = sizes[at]?.at(-1) ?? 0;
    return { coders, start: start - packed, packed, size, crc: crcs[at] ?? null };
  });
}

/** Coders of a folder. Folders with several coders are not decompressed, but must be parsed. */
function codersIn(input: Input) {
  const coders: { id: string; properties: Uint8Array }[] = [];
  let allInputs = 0;
  let outputs = 0;
  for (let left = input.count(); left > 0; left--) {
    const flags = input.byte();
    const id = Buffer.from(input.take(flags & 0x0f)).toString('hex');
    const isComplex = (flags & 0x10) !== 0;
    allInputs += isComplex ? input.count() : 1;
    outputs += isComplex ? input.count() : 1;
    const properties = flags & 0x20 ? input.take(input.number()) : new Uint8Array(0);
    coders.push({ id, properties });
  }
  const bound = Math.max(0, outputs - 1);
  input.numbers(2 * bound);
  const inputs = allInputs - bound;
  if (inputs < 1) throw damaged();
  if (inputs > 1) input.numbers(inputs);
  return { coders, inputs, outputs };
}

function substreamsIn(
  input: Input,
  folders: readonly (Folder & { readonly crc: number | null })[],
): readonly Stream[] {
  let counts: readonly number[] = folders.map(() => 1);
  let sizes: readonly (readonly number[])[] | null = null;
  let crcs: readonly (number | null)[] = [];
  const withoutCrc = () =>
    folders.reduce((sum, { crc }, at) => sum + (counts[at] === 1 && crc !== null ? 0 : (counts[at] ?? 0)), 0);
  for (let id = input.byte(); id !== ids.end; id = input.byte()) {
    if (id === ids.counts) counts = folders.map(() => input.count());
    else if (id === ids.size) sizes = counts.map(count => input.numbers(Math.max(0, count - 1)));
    else if (id === ids.crc) crcs = input.digests(withoutCrc());
    else throw damaged();
  }
  let next = 0;
  return folders.flatMap((folder, at) => {
    const count = counts[at] ?? 0;
    let offset = 0;
    return Array.from({ length: count }, (_, index): Stream => {
      const size = index < count - 1 ? (sizes?.[at]?.[index] ?? 0) : folder.size - offset;
      if (size < 0) throw damaged();
      const crc = count === 1 && folder.crc !== null ? folder.crc : (crcs[next++] ?? null);
      offset += size;
      return { folder, offset: offset - size, size, crc };
    });
  });
}

function filesIn(input: Input, streams: readonly Stream[]): readonly ListedFile[] {
  const count = input.count();
  let names: readonly string[] = [];
  let isEmpty: readonly boolean[] = [];
  let isEmptyFile: readonly boolean[] = [];
  let modified: readonly (bigint | null)[] = [];
  let attributes: readonly (bigint | null)[] = [];
  for (let id = input.byte(); id !== ids.end; id = input.byte()) {
    const property = new Input(input.take(input.number()));
    if (id === ids.emptyStream) isEmpty = property.bits(count);
    else if (id === ids.emptyFile) isEmptyFile = property.bits(isEmpty.filter(Boolean).length);
    else if (id === ids.names) names = property.names(count);
    else if (id === ids.modified) modified = property.values(count, 8);
    else if (id === ids.attributes) attributes = property.values(count, 4);
  }
  let stream = 0;
  let empty = 0;
  return Array.from({ length: count }, (_, at): ListedFile => {
    const name = names[at] ?? '';
    const attribute = Number(attributes[at] ?? 0n);
    // The upper half holds the Unix mode if this bit is set.
    const type = attribute & 0x8000 ? (attribute >>> 28) & 0xf : 8;
    const written = modified[at] ?? null;
    const about = { name, modified: written === null ? null : (written - epoch) * 100n };
    if (isEmpty[at]) {
      const isFile = isEmptyFile[empty++] === true && type === 8;
      return { ...about, isFile, folder: null, offset: 0, size: 0, crc: null };
    }
    const found = streams[stream++];
    if (!found) throw damaged();
    return { ...about, isFile: type === 8 && (attribute & 0x10) === 0, ...found };
  });
}

/** 1970 in ticks of 100 ns since 1601. */
const epoch = 116_444_736_000_000_000n;
const utf16 = new TextDecoder('utf-16le');

class Input {
  private at = 0;

  constructor(private readonly bytes: Uint8Array) {}

  byte(): number {
    if (this.at >= this.bytes.length) throw damaged();
    return this.bytes[this.at++] as number;
  }

  take(length: number): Uint8Array {
    if (!(length <= this.bytes.length - this.at)) throw damaged();
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  /** The number of leading ones in the first byte is the number of bytes that follow. */
  number(): number {
    const first = this.byte();
    let value = 0;
    for (let index = 0, mask = 0x80; index < 8; index++, mask >>= 1) {
      if ((first & mask) === 0) return value + (first & (mask - 1)) * 2 ** (8 * index);
      value += this.byte() * 2 ** (8 * index);
    }
    if (value > Number.MAX_SAFE_INTEGER) throw damaged();
    return value;
  }

  /** A count of items that each take at least one bit of the input. */
  count(): number {
    const count = this.number();
    if (count > 8 * this.bytes.length) throw damaged();
    return count;
  }

  numbers(count: number): readonly number[] {
    return Array.from({ length: count }, () => this.number());
  }

  bits(count: number): readonly boolean[] {
    const bytes = this.take(Math.ceil(count / 8));
    return Array.from({ length: count }, (_, at) => ((bytes[at >> 3] as number) & (0x80 >> (at & 7))) !== 0);
  }

  digests(count: number): readonly (number | null)[] {
    const isThere = this.byte() === 1 ? null : this.bits(count);
    return Array.from({ length: count }, (_, at) =>
      isThere === null || isThere[at] ? Number(this.integer(4)) : null,
    );
  }

  /** The value of each file; null if it has none. */
  values(count: number, length: number): readonly (bigint | null)[] {
    const isThere = this.byte() === 1 ? null : this.bits(count);
    if (this.byte() !== 0) throw damaged();
    return Array.from({ length: count }, (_, at) =>
      isThere === null || isThere[at] ? this.integer(length) : null,
    );
  }

  names(count: number): readonly string[] {
    if (this.byte() !== 0) throw damaged();
    const names = utf16.decode(this.take(this.bytes.length - this.at)).split('\0');
    if (names.length < count) throw damaged();
    return names.slice(0, count);
  }

  private integer(length: number): bigint {
    return this.take(length).reduceRight((value, byte) => value * 256n + BigInt(byte), 0n);
  }
}

const damaged = (): DamagedInputError => new DamagedInputError('The directory of the 7z archive is damaged.');
