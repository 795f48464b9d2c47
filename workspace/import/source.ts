/**
 * The source: reads a file, unpacks it, takes its checksum and cuts it into blocks at record boundaries.
 *
 * Blocks have the same size whatever the number of workers, so that the parts, and with them the rows, are the same.
 */
import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import type { Format } from '../../parsers/contract.ts';
import type { Encoding } from '../../parsers/kit/encoding.ts';
import { CutError, type Packing, RawFile, transcoded, unpacked } from './files.ts';
import type { Block } from './part.ts';

export const defaultBlockSize = 4 << 20;

/**
 * Blocks per part. What a reader learns in a part (frames, stacks) is learnt again in the next, so parts are as large
 * as leaves every worker some 16 of them: parts of 16 MB take a fifth less work than parts of 4 MB.
 */
export function blocksPerPart(bytes: number, packing: Packing, blockSize: number): number {
  const unpackedBytes = packing === 'none' ? bytes : bytes * 10;
  return Math.min(mostBlocksPerPart, Math.max(1, Math.round(unpackedBytes / blockSize / 16)));
}

export const mostBlocksPerPart = 4;

const chunkSize = 1 << 20;

/** Of larger files no checksum is taken: on two cores it is a fifth of an import's time. */
const mostHashed = 64 << 20;

export interface SourceJob {
  readonly path: string;
  readonly packing: Packing;
  readonly encoding: Encoding;
  /** The format's id, for its boundaries. */
  readonly format: string;
  /** Bytes of a block: part of what decides how a file is cut. */
  readonly blockSize: number;
  readonly partBlocks: number;
}

export interface SourceEnd {
  /** null where the file is too large to take it on the way. */
  readonly sha256: string | null;
  /** Bytes on disk. */
  readonly bytes: number;
  /** Bytes once unpacked. */
  readonly size: number;
  readonly blocks: number;
  readonly parts: number;
  /** Why not all of it could be unpacked, a sentence; null if all was. */
  readonly cut: string | null;
}

/** Where blocks go, and where their buffers come from. */
export interface BlockSink {
  buffer(): Promise<ArrayBuffer>;
  /** `read`: bytes on disk read so far. */
  block(block: Block, read: number): void;
}

export async function readBlocks(job: SourceJob, format: Format, sink: BlockSink): Promise<SourceEnd> {
  const hash = statSync(job.path).size > mostHashed ? null : createHash('sha256');
  let read = 0;
  const file = new RawFile(job.path, chunkSize, chunk => {
    hash?.update(chunk);
    read += chunk.length;
  });
  const cutter = new Cutter(format, job, sink, () => read);
  let cut: string | null = null;
  try {
    try {
      if (job.packing === 'none' && job.encoding === 'utf-8') await cutter.fillFrom(file);
      else for await (const chunk of transcoded(unpacked(file, job.packing))) await cutter.add(chunk);
    } catch (error) {
      if (!(error instanceof CutError)) throw error;
      cut = error.message;
    }
    await cutter.end();
    // Damaged data leaves a rest unread, and the checksum is of the whole file.
    for (const chunk of file) void chunk;
  } finally {
    file.close();
  }
  const { size, blocks, parts } = cutter;
  return { sha256: hash?.digest('hex') ?? null, bytes: read, size, blocks, parts, cut };
}

class Cutter {
  size = 0;
  blocks = 0;
  parts = 0;
  private buffer: Uint8Array | null = null;
  private filled = 0;
  /** Blocks of the part under way. */
  private inPart = 0;
  /** Where the block being filled starts in the file. */
  private offset = 0;

  constructor(
    private readonly format: Format,
    private readonly job: SourceJob,
    private readonly sink: BlockSink,
    private readonly read: () => number,
  ) {}

  async add(chunk: Uint8Array): Promise<void> {
    for (let at = 0; at < chunk.length; ) {
      const room = await this.room();
      const length = Math.min(chunk.length - at, room.length);
      room.set(chunk.subarray(at, at + length));
      at += length;
      await this.filledWith(length);
    }
  }

  /** Reads a file that needs no unpacking straight into the blocks. */
  async fillFrom(file: RawFile): Promise<void> {
    for (;;) {
      const length = file.readInto(await this.room());
      if (length === 0) return;
      await this.filledWith(length);
    }
  }

  private async room(): Promise<Uint8Array> {
    this.buffer ??= new Uint8Array(await this.sink.buffer());
    return this.buffer.subarray(this.filled);
  }

  private async filledWith(length: number): Promise<void> {
    this.filled += length;
    this.size += length;
    if (this.filled === this.job.blockSize) await this.full(this.buffer as Uint8Array);
  }

  async end(): Promise<void> {
    this.buffer ??= new Uint8Array(await this.sink.buffer());
    this.give(this.buffer, this.filled, true);
  }

  private async full(buffer: Uint8Array): Promise<void> {
    const partGoesOn = this.inPart + 1 < this.job.partBlocks;
    const cut = partGoesOn ? -1 : lastBoundary(this.format, buffer);
    if (cut < 0) {
      this.give(buffer, this.job.blockSize, false);
      return;
    }
    const rest = new Uint8Array(await this.sink.buffer());
    rest.set(buffer.subarray(cut));
    this.give(buffer, cut, true);
    this.buffer = rest;
    this.filled = this.job.blockSize - cut;
  }

  private give(buffer: Uint8Array, length: number, last: boolean): void {
    const block: Block = {
      part: this.parts,
      offset: this.offset,
      last,
      buffer: buffer.buffer as ArrayBuffer,
      length,
    };
    this.offset += length;
    this.blocks++;
    this.inPart = last ? 0 : this.inPart + 1;
    if (last) this.parts++;
    this.buffer = null;
    this.filled = 0;
    this.sink.block(block, this.read());
  }
}

/** A place near the end of a full block where a record starts, or -1. */
function lastBoundary(format: Format, bytes: Uint8Array): number {
  const { boundary } = format;
  if (!boundary) return -1;
  for (let window = bytes.length >> 6; ; window *= 4) {
    const from = Math.max(1, bytes.length - window);
    const cut = boundary(bytes, from);
    if (cut > 0) return cut;
    if (from === 1) return -1;
  }
}
