/** The interface of archives: their files one after the other. Nothing of an archive is ever written to disk. */
import { breathing } from '../breathe.ts';
import type { Bytes } from '../bytes.ts';

export interface Archive {
  /**
   * The next file; null after the last. Folders, links and devices are left out.
   *
   * @throws DamagedInputError if the archive is damaged or ends early; the files before are good
   */
  next(): Promise<Entry | null>;
}

export interface Entry {
  /** Index of the entry in the archive, from 0. */
  readonly index: number;
  /** Name in the archive, made safe by {@link harmless}. */
  readonly name: string;
  /** Size stated in the archive. */
  readonly size: number;
  /** Time of last modification, epoch ns; null if unknown. */
  readonly modified: bigint | null;
  readonly content: EntryContent;
}

export type EntryContent =
  /** The file is stored in the archive uncompressed. */
  | { readonly kind: 'bytes'; readonly bytes: Bytes }
  /**
   * The file is decompressed while it is read: once, and only until the next entry is requested. Throws DamagedInputError if
   * it is damaged or ends early.
   */
  | { readonly kind: 'stream'; readonly chunks: () => AsyncIterable<Uint8Array> }
  /** The file cannot be read; `why` is a sentence. */
  | { readonly kind: 'refused'; readonly why: string };

/** The archive exceeds its {@link Allowance}; the rest of it is not read. */
export class ArchiveLimitError extends Error {
  override readonly name = 'ArchiveLimitError';
}

/**
 * Limit of decompressed bytes, over an archive and all archives in it. Content that is not recognised is not stored,
 * so an archive bomb costs only time; this bounds it.
 */
export class Allowance {
  private readonly maxBytes: number;
  private decompressed = 0;

  /**
   * @param bytes size of the archive on disk
   * @param isStopped true if the import was cancelled
   */
  constructor(
    bytes: number,
    private readonly isStopped: () => boolean = () => false,
  ) {
    this.maxBytes = freeBytes + maxRatio * bytes;
  }

  async *counted(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of breathing(chunks)) {
      this.take(chunk.length);
      yield chunk;
    }
  }

  take(bytes: number): void {
    if (this.isStopped()) throw new ArchiveLimitError('The import was cancelled.');
    this.decompressed += bytes;
    if (this.decompressed > this.maxBytes)
      throw new ArchiveLimitError(
        `It decompresses to more than ${Math.round(this.maxBytes / 2 ** 20)} MiB, which is ${maxRatio} times its size plus 1 GiB: extract it, and open the files.`,
      );
  }
}

/** Repetitive logs compress to a hundredth of their size; zeros, and bombs, to a thousandth. */
const maxRatio = 1000;
const freeBytes = 2 ** 30;

/** Longer names are truncated. */
const maxName = 1024;

/** Makes a path within an archive relative: no root, no `..`, no control characters, which could steer a terminal. */
export function harmless(name: string): string {
  const parts = name
    .slice(0, maxName)
    .replaceAll('\\', '/')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: names may hold them.
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, '\ufffd')
    .split('/')
    .filter(part => part !== '' && part !== '.' && part !== '..');
  return parts.join('/') || 'without a name';
}
