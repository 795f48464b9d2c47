/**
 * Reads a file block by block, decompresses it, hashes it and splits it into parts.
 *
 * A part begins with the first record that begins in its first block. So the split depends only on the bytes of the
 * file: several workers may read different parts of it in parallel, and the rows are the same.
 */
import type { FileRanges, Format, Reader } from '../../parsers/contract.ts';
import { countedBlock } from '../../parsers/kit/block/scanner/block.ts';
import type { Encoding } from '../../parsers/kit/encoding.ts';
import { needsRanges, readRanges } from '../../parsers/kit/ranges.ts';
import type { Member } from '../files/archives/members.ts';
import type { Content } from '../files/archives/open.ts';
import { FileBlocks, StreamBlocks } from '../files/blocks.ts';
import { breathing } from '../files/breathe.ts';
import { type Bytes, readFully } from '../files/bytes.ts';
import { DecompressedFile } from '../files/decompressed-file.ts';
import { type Compression, decompressed, RawFile, transcoded } from '../files/files.ts';
import { type Ends, EndsHasher } from './ends.ts';

export const defaultBlockSize = 1 << 20;

/** Blocks per part. A reader reuses its caches in the next part, so parts of 4 MB would cost no more. */
const partBlocks = 16;

/**
 * Blocks of the largest file that a single worker reads and hashes. On two cores hashing is a fifth of an import's
 * time.
 */
const maxAlone = 64;

export interface SourceJob {
  readonly path: string;
  /** Files that continue this one. */
  readonly more?: readonly string[] | undefined;
  /** Position in an archive; null if it is a file on disk. */
  readonly member: Member | null;
  /** Positions in the archive of the files that continue this one. */
  readonly rest?: readonly Member[] | undefined;
  /** Size when the file was found, bytes. */
  readonly bytes: number;
  /**
   * The bytes are on disk, as a file or uncompressed in an archive, so they can be read at several positions at once.
   */
  readonly isRandom: boolean;
  readonly compression: Compression;
  readonly encoding: Encoding;
  /** The format's id, for its boundaries. */
  readonly format: string;
  /** Bytes per block. */
  readonly blockSize: number;
  /** The first bytes, decompressed, by which it was recognised. */
  readonly head: Uint8Array;
}

export interface SourceEnd {
  /** null if the file is too large to be hashed while it is read. */
  readonly sha256: string | null;
  /** Bytes read before decompression. */
  readonly bytes: number;
  /** Hashes of its ends; null if they can be computed from the file itself. */
  readonly ends: Ends | null;
  /** Sentence that says why the file could not be decompressed fully; null if it was. */
  readonly cut: string | null;
  /** Sentence that says what is wrong about the compressed file although it was decompressed fully. */
  readonly odd: string | null;
}

/** Receives the parts of a file. */
export interface PartSink {
  /** Gets the ranges of the file that the format asked for; before the first part. */
  ranges(file: FileRanges): void;
  /** Returns the reader for a first reading of the whole file; null if there is none. */
  survey(): Reader | null;
  /** Begins a part, `offset` bytes into the decompressed file. */
  begin(part: number, offset: number): void;
  /** Bytes of the part; valid until the promise resolves. */
  push(bytes: Uint8Array): Promise<void>;
  /** Ends the part. */
  end(): Promise<void>;
  /** Reports bytes on disk that have been read. */
  progress(read: number): Promise<void> | void;
}

const isLarge = ({ bytes, blockSize }: SourceJob): boolean => bytes > maxAlone * blockSize;
const isPlain = ({ compression, encoding, isRandom }: SourceJob): boolean =>
  compression === 'none' && encoding === 'utf-8' && isRandom;

/** True if several threads may read the file, if its format can be split: it is large, neither compressed nor UTF-16. */
export const mayBeShared = (job: SourceJob): boolean => isLarge(job) && isPlain(job);

/**
 * Reads the parts of a file that `take` returns, in ascending order, until it returns one past the end: all parts, or
 * some of a shared file. Every part is begun and ended; one may be empty.
 */
export async function readParts(
  job: SourceJob,
  content: Content,
  format: Format,
  take: () => number,
  sink: PartSink,
): Promise<SourceEnd> {
  const { blockSize } = job;
  if (isLarge(job)) return readPartsInto(countedBlock(blockSize), job, content, format, take, sink);
  const idle = idleBlocks.pop();
  const block = idle?.length === blockSize ? idle : new Uint8Array(blockSize);
  try {
    return await readPartsInto(block, job, content, format, take, sink);
  } finally {
    idleBlocks.push(block);
  }
}

/** Blocks for reuse: fresh ones must be zeroed, and many of them cause garbage collections. */
const idleBlocks: Uint8Array[] = [];

async function readPartsInto(
  buffer: Uint8Array,
  job: SourceJob,
  content: Content,
  format: Format,
  take: () => number,
  sink: PartSink,
): Promise<SourceEnd> {
  const { blockSize } = job;
  const hash = isLarge(job) ? null : (await import('node:crypto')).createHash('sha256');
  const bytes = new Counted(content, job, chunk => hash?.update(chunk));
  const end = mayBeShared(job) && format.boundary !== undefined ? job.bytes : Number.POSITIVE_INFINITY;
  const isInPlace = isPlain(job) && bytes.file !== null;
  const isSought = needsRanges(format, job.head) || format.survey !== undefined;
  const held = !isInPlace && isSought ? await DecompressedFile.of(bytes.decompressed(), job.path) : null;
  const random = held ?? (isInPlace && content.kind === 'bytes' ? content.bytes : null);
  const readRange = (start: number, end: number) =>
    random ? readFully(random, start, end - start) : nothing;
  sink.ranges(readRanges(format, job.head, readRange));
  const survey = random ? sink.survey() : null;
  if (random && survey) surveyed(random, survey, buffer);
  const stream = isInPlace
    ? null
    : new StreamBlocks(held ? held.chunks() : bytes.decompressed(), buffer, () => bytes.readOn());
  const blocks = stream ?? new FileBlocks(bytes.file as RawFile, buffer, end);
  const cut = (block: Uint8Array) => format.boundary?.(block, 1) ?? -1;
  let pushed = 0;
  const read = () => (stream ? bytes.read : pushed);
  const push = async (bytes: Uint8Array) => {
    if (bytes.length === 0) return;
    await sink.push(bytes);
    pushed += bytes.length;
    await sink.progress(read());
  };
  /**
   * The block in which a part ended. A part in whose first block no record begins lies within that record, and is
   * empty.
   */
  let last = 0;
  for (let part = take(); ; part = take()) {
    let index = part * partBlocks;
    let block = index < last ? nothing : await blocks.at(index);
    if (index > last && block.length === 0) break;
    const start = part === 0 ? 0 : cut(block);
    sink.begin(part, index * blockSize + Math.max(0, start));
    if (start >= 0) {
      await push(block.subarray(start));
      while (block.length === blockSize) {
        block = await blocks.at(++index);
        const stop = index % partBlocks === 0 ? cut(block) : -1;
        await push(stop < 0 ? block : block.subarray(0, stop));
        if (stop >= 0) break;
      }
      last = index;
    }
    await sink.end();
  }
  return {
    sha256: hash?.digest('hex') ?? null,
    bytes: read(),
    ends: bytes.ends,
    cut: stream?.cut ?? null,
    odd: stream?.odd ?? null,
  };
}

/** The first of two readings. */
function surveyed(bytes: Pick<Bytes, 'read'>, survey: Reader, buffer: Uint8Array): void {
  let at = 0;
  for (let read = bytes.read(buffer, at); read > 0; read = bytes.read(buffer, at)) {
    survey.push(buffer.subarray(0, read));
    at += read;
  }
  survey.end();
}

/** The bytes of a file before decompression, counted and observed. */
class Counted {
  /** null if they can be read only once. */
  readonly file: RawFile | null;
  private readonly seenOnce = new EndsHasher();

  constructor(
    private readonly content: Content,
    private readonly job: SourceJob,
    private readonly onChunk: (chunk: Uint8Array) => void,
  ) {
    this.file = content.kind === 'bytes' ? new RawFile(content.bytes, job.blockSize, onChunk) : null;
  }

  get read(): number {
    return this.file ? this.file.read : this.seenOnce.length;
  }

  get ends(): Ends | null {
    return this.file ? null : this.seenOnce.ends;
  }

  decompressed(): AsyncGenerator<Uint8Array> {
    const { file } = this;
    const { compression, encoding } = this.job;
    const chunks = file ? breathing(decompressed(file, compression, file)) : this.once();
    return transcoded(chunks, encoding);
  }

  /** Reads to the end, because the checksum covers the whole file. */
  readOn(): void {
    for (const chunk of this.file ?? []) void chunk;
  }

  private async *once(): AsyncGenerator<Uint8Array> {
    if (this.content.kind === 'bytes') return;
    for await (const chunk of this.content.chunks()) {
      this.onChunk(chunk);
      this.seenOnce.update(chunk);
      yield chunk;
    }
  }
}

const nothing = new Uint8Array(0);
