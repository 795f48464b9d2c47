/**
 * 7z: folders, each of which holds several files compressed together, and a directory at the end.
 *
 * The format: https://py7zr.readthedocs.io/en/latest/archive_format.html
 */
import { type Bytes, MemoryBytes, readFully } from '../bytes.ts';
import { DamagedInputError } from '../damaged-input.ts';
import { RawFile } from '../files.ts';
import { bunzipped2 } from '../packed/bunzip2.ts';
import { ChunkReader } from '../packed/chunk-reader.ts';
import { Crc32 } from '../packed/crc.ts';
import { inflated } from '../packed/gunzip.ts';
import { Lzma, lzmaStream, maxDictionary } from '../packed/lzma.ts';
import { lzma2Dictionary, lzma2Stream } from '../packed/xz.ts';
import { zstdDecoded } from '../packed/zstd.ts';
import type { Allowance, Archive, Entry, EntryContent } from './archive.ts';
import { type Directory, directoryIn, type Folder, type ListedFile } from './sevenzip-directory.ts';
import { StreamTape } from './tape.ts';

const magic = [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c];
/** Limit of directories, bytes. 100,000 files take about 10 MB. */
const maxDirectory = 64 << 20;
const chunkSize = 1 << 16;

export const isSevenZip = (head: Uint8Array): boolean => magic.every((byte, at) => head[at] === byte);

/** Compression methods by id, including unsupported ones, for messages. */
const methods: Readonly<Record<string, string>> = {
  '00': 'copy',
  '21': 'lzma2',
  '030101': 'lzma',
  '040108': 'deflate',
  '040202': 'bzip2',
  '04f71101': 'zstd',
  '030401': 'PPMd',
  '03030103': 'BCJ, a filter for programs',
  '0303011b': 'BCJ2, a filter for programs',
  '03': 'Delta',
  '040109': 'Deflate64',
  '06f10701': 'encryption',
};

export class SevenZipArchive implements Archive {
  private index = -1;
  private open: { readonly folder: Folder; readonly tape: StreamTape; at: number } | null = null;

  private constructor(
    private readonly bytes: Bytes,
    private readonly allowance: Allowance,
    private readonly directory: Directory,
  ) {}

  /** @throws DamagedInputError if its directory is damaged, missing, or cannot be decompressed */
  static async open(bytes: Bytes, allowance: Allowance): Promise<SevenZipArchive> {
    const start = readFully(bytes, 0, 32);
    if (start.length < 32) throw cut('it ends early');
    const view = new DataView(start.buffer);
    const [offset, size] = [wide(view, 12), wide(view, 20)];
    if (size > maxDirectory) throw cut('its directory is too large');
    let packed = readFully(bytes, 32 + offset, size);
    if (packed.length < size)
      throw cut('its directory, which belongs at its end, is missing: copy the archive again');
    for (let times = 0; ; times++) {
      const directory = directoryIn(packed);
      if (directory.files) return new SevenZipArchive(bytes, allowance, directory);
      const [folder] = directory.folders;
      if (!folder || times > 4 || folder.size > maxDirectory) throw cut('its directory is damaged');
      const refused = refusal(folder);
      if (refused !== null) throw cut(`its directory ${refused}`);
      const chunks: Uint8Array[] = [];
      for await (const chunk of decompressed(bytes, folder, allowance)) chunks.push(chunk.slice());
      packed = Buffer.concat(chunks);
    }
  }

  async next(): Promise<Entry | null> {
    for (;;) {
      const file = this.directory.files?.[++this.index];
      if (!file) return null;
      if (file.isFile)
        return {
          index: this.index,
          name: file.name,
          size: file.size,
          modified: file.modified,
          content: this.content(file),
        };
    }
  }

  private content(file: ListedFile): EntryContent {
    const { folder } = file;
    if (!folder) return { kind: 'bytes', bytes: new MemoryBytes(new Uint8Array(0)) };
    const refused = refusal(folder);
    return refused === null
      ? { kind: 'stream', chunks: () => this.data(file, folder) }
      : { kind: 'refused', why: `${refused}.` };
  }

  private async *data({ offset, size, crc }: ListedFile, folder: Folder): AsyncGenerator<Uint8Array> {
    if (this.open?.folder !== folder || this.open.at > offset)
      this.open = { folder, tape: new StreamTape(decompressed(this.bytes, folder, this.allowance)), at: 0 };
    const { open } = this;
    await open.tape.skip(offset - open.at);
    open.at = offset;
    const sum = new Crc32();
    for (let left = size; left > 0; ) {
      const piece = await open.tape.some(left);
      if (piece.length === 0)
        throw new DamagedInputError(`The archive ends early, ${left} bytes before the end of this file.`);
      left -= piece.length;
      open.at += piece.length;
      sum.update(piece);
      yield piece;
    }
    if (crc !== null && sum.number !== crc)
      throw new DamagedInputError('The checksum does not match: the extracted data may be damaged.');
  }
}

/** The reason why a folder cannot be decompressed, as a predicate; null if it can. */
function refusal({ coders }: Folder): string | null {
  const names = coders.map(({ id }) => methods[id] ?? `method ${id}`);
  if (names.includes('encryption')) return 'is encrypted: extract it with its password first';
  const [name = '', ...more] = names;
  if (more.length > 0 || !/^[a-z0-9]+$/.test(name))
    return `uses a compression method that Aftertrace does not support (${names.join(', ')}): extract the archive first`;
  return null;
}

function decompressed(bytes: Bytes, folder: Folder, allowance: Allowance): AsyncGenerator<Uint8Array> {
  const file = new RawFile(bytes.slice(32 + folder.start, 32 + folder.start + folder.packed), chunkSize);
  return allowance.counted(decoded(file, folder));
}

function decoded(file: RawFile, { coders, size }: Folder): Iterable<Uint8Array> | AsyncIterable<Uint8Array> {
  const [{ id, properties } = { id: '', properties: new Uint8Array(0) }] = coders;
  const name = methods[id];
  if (name === 'deflate') return inflated(file, () => file.again());
  if (name === 'bzip2') return bunzipped2(file);
  if (name === 'zstd') return zstdDecoded(file);
  if (name === 'lzma2')
    return lzma2Stream(
      new ChunkReader(file, '7z'),
      new Lzma(checkedDictionary(lzma2Dictionary(properties[0] ?? 0))),
    );
  if (name === 'lzma') {
    if (properties.length < 5) throw cut('its directory is damaged');
    const dictionary = new DataView(properties.buffer, properties.byteOffset).getUint32(1, true);
    return lzmaStream(
      new ChunkReader(file, '7z'),
      { dictionary: checkedDictionary(Math.max(dictionary, 4096)), properties: properties[0] as number },
      size,
    );
  }
  return file;
}

function checkedDictionary(dictionary: number): number {
  if (dictionary > maxDictionary)
    throw cut(
      `its dictionary needs ${Math.round(dictionary / 2 ** 20)} MiB, more than the limit of ${maxDictionary >> 20} MiB: extract the archive first`,
    );
  return dictionary;
}

const cut = (why: string): DamagedInputError =>
  new DamagedInputError(`The 7z archive cannot be read (${why}).`);
const wide = (view: DataView, at: number): number =>
  view.getUint32(at, true) + view.getUint32(at + 4, true) * 2 ** 32;
