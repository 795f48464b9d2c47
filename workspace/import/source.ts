/**
 * The source: reads a file block by block, unpacks it, takes its checksum and cuts it into parts.
 *
 * A part begins with the first record that begins in its first block. So where a file is cut depends on nothing but its
 * bytes: several may read it side by side, each the parts that fall to it, and the rows are the same.
 */
import type { Format } from '../../parsers/contract.ts';
import { countedBlock } from '../../parsers/kit/block/scanner/block.ts';
import type { Encoding } from '../../parsers/kit/encoding.ts';
import { FileBlocks, StreamBlocks } from './blocks.ts';
import { type Packing, RawFile } from './files.ts';

export const defaultBlockSize = 1 << 20;

/** Blocks per part: a reader goes on with what it learned in the part before, so parts of 4 MB would cost no more. */
const partBlocks = 16;

/** Blocks of the largest file that one reads alone, who takes its checksum: on two cores a fifth of an import's time. */
const mostAlone = 64;

export interface SourceJob {
  readonly path: string;
  /** Bytes on disk when the file was found. */
  readonly bytes: number;
  readonly packing: Packing;
  readonly encoding: Encoding;
  /** The format's id, for its boundaries. */
  readonly format: string;
  /** Bytes of a block. */
  readonly blockSize: number;
}

export interface SourceEnd {
  /** null where the file is too large to take it on the way. */
  readonly sha256: string | null;
  /** Bytes on disk. */
  readonly bytes: number;
  /** Why not all of it could be unpacked, a sentence; null if all was. */
  readonly cut: string | null;
}

/** Where parts go. */
export interface PartSink {
  /** A part begins, `offset` bytes into the unpacked file. */
  begin(part: number, offset: number): void;
  /** Bytes of the part; valid until the promise resolves. */
  push(bytes: Uint8Array): Promise<void>;
  /** Nothing more of the part. */
  end(): Promise<void>;
  /** Bytes on disk that are done. */
  progress(read: number): Promise<void> | void;
}

const isLarge = ({ bytes, blockSize }: SourceJob): boolean => bytes > mostAlone * blockSize;
const isPlain = ({ packing, encoding }: SourceJob): boolean => packing === 'none' && encoding === 'utf-8';

/** Whether several may read the file: it is large, lies on disk as it is, and can be cut. */
export function isShared(job: SourceJob, format: Format): boolean {
  return isLarge(job) && isPlain(job) && format.boundary !== undefined;
}

/**
 * Reads the parts of a file that `take` names, until it names one behind the end: all from 0 on, or of a file that is
 * shared some of them, in ascending order. Every part is begun and ended; one may be empty.
 */
export async function readParts(
  job: SourceJob,
  format: Format,
  take: () => number,
  sink: PartSink,
): Promise<SourceEnd> {
  const { blockSize } = job;
  const hash = isLarge(job) ? null : (await import('node:crypto')).createHash('sha256');
  const file = new RawFile(job.path, blockSize, chunk => hash?.update(chunk));
  const end = isShared(job, format) ? job.bytes : Number.POSITIVE_INFINITY;
  const buffer = isLarge(job) ? countedBlock(blockSize) : new Uint8Array(blockSize);
  const stream = isPlain(job) ? null : new StreamBlocks(file, job.packing, buffer);
  const blocks = stream ?? new FileBlocks(file, buffer, end);
  const cut = (block: Uint8Array) => format.boundary?.(block, 1) ?? -1;
  let pushed = 0;
  const read = () => (stream ? file.read : pushed);
  const push = async (bytes: Uint8Array) => {
    if (bytes.length === 0) return;
    await sink.push(bytes);
    pushed += bytes.length;
    await sink.progress(read());
  };
  try {
    /** The block a part ended in: one in whose first block no record begins lies behind it, and is empty. */
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
  } finally {
    file.close();
  }
  return { sha256: hash?.digest('hex') ?? null, bytes: read(), cut: stream?.cut ?? null };
}

const nothing = new Uint8Array(0);
