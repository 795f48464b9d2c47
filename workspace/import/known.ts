/**
 * Recognises files whose content is already in the workspace, under any name, and files that have grown since. Read
 * again, their rows would count twice.
 *
 * Captures are looked up by the hash of their first bytes and distinguished by that of their last bytes; the hash of
 * the whole file confirms. Large files have no such hash: size, beginning and end decide.
 */
import { createHash } from 'node:crypto';
import type { Content as FileContent } from '../files/archives/open.ts';
import type { Bytes } from '../files/bytes.ts';
import { DamagedInputError } from '../files/damaged-input.ts';
import { type Ends, EndsHasher, endSize } from '../reading/ends.ts';
import type { CaptureRecord } from '../store/captures.ts';

/** Identity of the file that a capture was read from. */
export type Content = Pick<CaptureRecord, 'bytes' | 'sha256' | 'headSha256' | 'tailSha256'>;

/** A capture whose file may be imported again. */
export type KnownCapture = Content & Pick<CaptureRecord, 'id' | 'name' | 'path' | 'status'>;

export interface FileMatch {
  readonly capture: KnownCapture;
  /** The file has all bytes of the capture's file and more. */
  readonly hasGrown: boolean;
}

const blockSize = 1 << 20;

/** SHA-256 of the first and of the last bytes of a file of this length. */
export const endsOf = (file: Bytes, bytes: number): Ends => ({
  headSha256: headOf(file, bytes),
  tailSha256: tailOf(file, bytes),
});

export class KnownFiles {
  private readonly byHead = new Map<string, KnownCapture[]>();
  /** Lengths of captures shorter than {@link endSize}, of which all bytes are hashed. */
  private readonly shortLengths = new Set<number>();

  constructor(captures: readonly KnownCapture[]) {
    for (const capture of captures) this.add(capture);
  }

  /** Adds a capture. Ignores failed ones, which have no rows, and those of older versions without these hashes. */
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

  /**
   * The capture that holds the whole file, or else most of it; null if there is none. Streams are read to
   * their end.
   */
  async find(content: FileContent, bytes: number): Promise<FileMatch | null> {
    if (this.byHead.size === 0) return null;
    const found =
      content.kind === 'bytes' ? this.inBytes(content.bytes, bytes) : await this.inStream(content.chunks());
    return found && { capture: found.capture, hasGrown: found.capture.bytes < found.bytes };
  }

  private inBytes(file: Bytes, bytes: number): { capture: KnownCapture; bytes: number } | null {
    const beginning = new Uint8Array(Math.min(bytes, endSize));
    const capture = this.candidates(beginning.subarray(0, file.read(beginning, 0)))
      .filter(each => each.bytes <= bytes)
      .find(each => beginsWith(file, each));
    return capture ? { capture, bytes } : null;
  }

  private async inStream(
    chunks: AsyncIterable<Uint8Array>,
  ): Promise<{ capture: KnownCapture; bytes: number } | null> {
    const iterator = chunks[Symbol.asyncIterator]();
    const { value: first, done } = await iterator.next();
    if (done) return null;
    // The first chunk contains the file's beginning, by which its format was recognised.
    const candidates = this.candidates(first);
    if (candidates.length === 0) return null;
    const lengths = [...new Set(candidates.map(each => each.bytes))].sort((a, b) => a - b);
    const held = new Map<number, Content>();
    const hash = createHash('sha256');
    const ends = new EndsHasher();
    const see = (chunk: Uint8Array) => {
      for (let at = 0; at < chunk.length; ) {
        const [next = Number.POSITIVE_INFINITY] = lengths;
        const piece = chunk.subarray(at, at + next - ends.length);
        hash.update(piece);
        ends.update(piece);
        at += piece.length;
        if (ends.length < next) continue;
        held.set(next, { bytes: next, sha256: hash.copy().digest('hex'), ...ends.ends });
        lengths.shift();
      }
    };
    try {
      see(first);
      for (let item = await iterator.next(); !item.done; item = await iterator.next()) see(item.value);
    } catch (error) {
      if (!(error instanceof DamagedInputError)) throw error;
    }
    const capture = candidates.find(({ bytes, tailSha256, sha256 }) => {
      const same = held.get(bytes);
      return same?.tailSha256 === tailSha256 && (sha256 === null || sha256 === same.sha256);
    });
    return capture ? { capture, bytes: ends.length } : null;
  }

  /**
   * Captures that begin like the file, the longest first.
   *
   * @param beginning all bytes of the file, or at least its first {@link endSize}
   */
  private candidates(beginning: Uint8Array): readonly KnownCapture[] {
    const found: KnownCapture[] = [];
    const hash = createHash('sha256');
    let at = 0;
    for (const length of [...this.shortLengths, endSize].sort((a, b) => a - b)) {
      if (length > beginning.length) break;
      hash.update(beginning.subarray(at, length));
      at = length;
      found.push(...(this.byHead.get(hash.copy().digest('hex')) ?? []));
    }
    return found.sort((a, b) => b.bytes - a.bytes);
  }
}

/**
 * True if the file is, or begins with, the content a capture was read from. False for captures of older versions
 * without hashes.
 */
export async function beginsWithContent(file: FileContent, content: Content): Promise<boolean> {
  const { bytes, sha256, headSha256 } = content;
  if (file.kind === 'stream') {
    const known = new KnownFiles([{ ...content, id: 0, name: '', path: '', status: 'complete' }]);
    return (await known.find(file, bytes)) !== null;
  }
  if (headSha256 === null) return sha256 !== null && hashOf(file.bytes, 0, bytes) === sha256;
  return headOf(file.bytes, bytes) === headSha256 && beginsWith(file.bytes, content);
}

/** True if the file begins with the content a capture was read from; its first bytes are known to match. */
function beginsWith(file: Bytes, { bytes, sha256, tailSha256 }: Content): boolean {
  return tailOf(file, bytes) === tailSha256 && (sha256 === null || hashOf(file, 0, bytes) === sha256);
}

const headOf = (file: Bytes, bytes: number): string => hashOf(file, 0, Math.min(bytes, endSize));
const tailOf = (file: Bytes, bytes: number): string => hashOf(file, Math.max(0, bytes - endSize), bytes);

function hashOf(file: Bytes, from: number, to: number): string {
  const hash = createHash('sha256');
  const block = new Uint8Array(Math.min(to - from, blockSize));
  for (let at = from; at < to; ) {
    const read = file.read(block.subarray(0, Math.min(block.length, to - at)), at);
    if (read === 0) break;
    hash.update(block.subarray(0, read));
    at += read;
  }
  return hash.digest('hex');
}
