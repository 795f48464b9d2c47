/**
 * Files whose content the workspace holds already: under whatever name, and as the beginning of a file that has grown
 * since. Read again they would count twice.
 *
 * Captures are looked up by the hash of their first bytes, told apart by that of their last, and made sure of by that of
 * all. Of files too large for the last one, size, beginning and end decide.
 */
import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import type { CaptureRecord } from '../captures.ts';
import type { FoundFile } from './discover.ts';

/** What a capture was read from. */
export type Content = Pick<CaptureRecord, 'bytes' | 'sha256' | 'headSha256' | 'tailSha256'>;

/** A capture that may be met again. */
export type KnownCapture = Content & Pick<CaptureRecord, 'id' | 'name' | 'status'>;

export interface HeldFile {
  readonly capture: KnownCapture;
  /** The file goes on where the capture ends. */
  readonly hasGrown: boolean;
}

/** Bytes at either end that tell most files apart. */
const endSize = 4096;
const blockSize = 1 << 20;

/** SHA-256 of the first and of the last bytes of a file that is so long. */
export function endsOf(path: string, bytes: number): Pick<Content, 'headSha256' | 'tailSha256'> {
  const file = openSync(path, 'r');
  try {
    return { headSha256: headOf(file, bytes), tailSha256: tailOf(file, bytes) };
  } finally {
    closeSync(file);
  }
}

export class KnownFiles {
  private readonly byHead = new Map<string, KnownCapture[]>();
  /** Of captures shorter than {@link endSize}, whose beginning is all of them. */
  private readonly shortLengths = new Set<number>();

  constructor(captures: readonly KnownCapture[]) {
    for (const capture of captures) this.add(capture);
  }

  /** One that failed has no rows, and one from before these hashes were kept is not known again. */
  add(capture: KnownCapture): void {
    const { headSha256: head, bytes, status } = capture;
    if (head === null || bytes === 0 || status === 'failed') return;
    this.byHead.set(head, [...(this.byHead.get(head) ?? []), capture]);
    if (bytes < endSize) this.shortLengths.add(bytes);
  }

  delete({ id }: KnownCapture): void {
    for (const [head, captures] of this.byHead)
      this.byHead.set(
        head,
        captures.filter(capture => capture.id !== id),
      );
  }

  /** The capture that holds the file, or else most of it; null if there is none. */
  find({ path, bytes }: Pick<FoundFile, 'path' | 'bytes'>): HeldFile | null {
    if (this.byHead.size === 0) return null;
    const file = openSync(path, 'r');
    try {
      const lengths = [Math.min(bytes, endSize), ...this.shortLengths].filter(length => length <= bytes);
      const heads = new Set(lengths.map(length => headOf(file, length)));
      const capture = [...heads]
        .flatMap(head => this.byHead.get(head) ?? [])
        .filter(each => each.bytes <= bytes)
        .sort((a, b) => b.bytes - a.bytes)
        .find(each => beginsWith(file, each));
      return capture ? { capture, hasGrown: capture.bytes < bytes } : null;
    } finally {
      closeSync(file);
    }
  }
}

/**
 * Whether a file is, or begins with, what a capture was read from. Of captures from before hashes were kept that is not
 * known, and the answer is no.
 */
export function isStill(path: string, content: Content): boolean {
  const { bytes, sha256, headSha256 } = content;
  const file = openSync(path, 'r');
  try {
    if (headSha256 === null) return sha256 !== null && hashOf(file, 0, bytes) === sha256;
    return headOf(file, bytes) === headSha256 && beginsWith(file, content);
  } finally {
    closeSync(file);
  }
}

/** Whether the file begins with all that the capture was read from, whose first bytes it has. */
function beginsWith(file: number, { bytes, sha256, tailSha256 }: Content): boolean {
  return tailOf(file, bytes) === tailSha256 && (sha256 === null || hashOf(file, 0, bytes) === sha256);
}

const headOf = (file: number, bytes: number): string => hashOf(file, 0, Math.min(bytes, endSize));
const tailOf = (file: number, bytes: number): string => hashOf(file, Math.max(0, bytes - endSize), bytes);

function hashOf(file: number, from: number, to: number): string {
  const hash = createHash('sha256');
  const block = new Uint8Array(Math.min(to - from, blockSize));
  for (let at = from; at < to; ) {
    const read = readSync(file, block, 0, Math.min(block.length, to - at), at);
    if (read === 0) break;
    hash.update(block.subarray(0, read));
    at += read;
  }
  return hash.digest('hex');
}
