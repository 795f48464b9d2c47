/**
 * The bytes of a record as they are in the file that a capture was read from.
 *
 * A workspace may come from anywhere and name any path: nothing is read of a file that is not, by its hashes, what the
 * capture was made from.
 */
import { type Stats, statSync } from 'node:fs';
import type { CaptureRecord } from './captures.ts';
import { messageOf, WorkspaceError } from './errors.ts';
import { onDisk, withContent } from './import/archives/find.ts';
import type { Content } from './import/archives/open.ts';
import { readFully } from './import/bytes.ts';
import { type Packing, RawFile, transcoded, unpacked } from './import/files.ts';
import { isStill } from './import/known.ts';

export interface RawBytes {
  /** From the beginning of the record on; UTF-16 as UTF-8. */
  readonly bytes: Uint8Array;
  /** Where that is in the unpacked file. */
  readonly offset: number;
  /** The record goes on: more than {@link maxRaw} is not shown. */
  readonly isCut: boolean;
}

/** Of a record, bytes. */
export const maxRaw = 64 << 10;
const chunkSize = 1 << 20;

/** Which files were found to be what their captures were made from, and when they were last written then. */
const verified = new Map<string, string>();

/**
 * @param offset where the record begins in the unpacked file
 * @param lines how many lines it takes
 * @throws {WorkspaceError} `unreadable`: the file is gone, or another now
 */
export async function readRaw(capture: CaptureRecord, offset: number, lines: number): Promise<RawBytes> {
  if (capture.unit === 'bytes')
    throw unreadable(`${capture.path} is binary: its records are shown as they were read.`);
  await verify(capture);
  return withContent(capture.path, async ({ content, head }) => {
    const isPlain = content.kind === 'bytes' && head.packing === 'none' && head.encoding === 'utf-8';
    const bytes = isPlain
      ? readFully(content.bytes, offset, Math.min(maxRaw, Math.max(0, capture.bytes - offset)))
      : await stretchOf(unpackedOf(content, head.packing), offset);
    return { offset, ...firstLines(bytes, lines) };
  });
}

async function verify(capture: CaptureRecord): Promise<void> {
  const { path, name, bytes, sha256, headSha256, tailSha256 } = capture;
  const disk = onDisk(path);
  let stats: Stats;
  try {
    stats = statSync(disk);
  } catch (error) {
    throw unreadable(
      `${path} cannot be read again (${messageOf(error)}): its records are shown as they were read.`,
    );
  }
  const key = `${path} ${sha256} ${headSha256} ${tailSha256}`;
  if (verified.get(key) === writtenAt(stats)) return;
  // A pipe would be waited for.
  const isSame =
    stats.isFile() &&
    (disk !== path || stats.size >= bytes) &&
    (await withContent(path, ({ content }) => isStill(content, { bytes, sha256, headSha256, tailSha256 })));
  if (!isSame)
    throw unreadable(
      `${path} is no longer the file that ${name} was read from: read it again to see its lines.`,
    );
  verified.set(key, writtenAt(stats));
}

const writtenAt = ({ ino, size, mtimeMs, ctimeMs }: Stats): string => `${ino} ${size} ${mtimeMs} ${ctimeMs}`;

const unreadable = (message: string) => new WorkspaceError('unreadable', message);

function unpackedOf(content: Content, packing: Packing): AsyncGenerator<Uint8Array> {
  if (content.kind === 'stream') return transcoded(content.chunks());
  const file = new RawFile(content.bytes, chunkSize);
  return transcoded(unpacked(file, packing, file));
}

/** What is unpacked from `offset` on, and no more than is shown. */
async function stretchOf(chunks: AsyncGenerator<Uint8Array>, offset: number): Promise<Uint8Array> {
  const end = offset + maxRaw;
  const bytes = new Uint8Array(maxRaw);
  let at = 0;
  try {
    for await (const chunk of chunks) {
      const [from, to] = [Math.max(offset, at), Math.min(end, at + chunk.length)];
      if (from < to) bytes.set(chunk.subarray(from - at, to - at), from - offset);
      at += chunk.length;
      if (at >= end) break;
    }
  } catch (error) {
    // What is damaged was read up to there.
    if (at <= offset) throw error;
  }
  return bytes.subarray(0, Math.max(0, Math.min(at, end) - offset));
}

/** So many lines, without the end of the last. */
function firstLines(bytes: Uint8Array, lines: number): Pick<RawBytes, 'bytes' | 'isCut'> {
  let end = -1;
  for (let line = 0; line < lines; line++) {
    const next = bytes.indexOf(0x0a, end + 1);
    if (next < 0) return { bytes, isCut: bytes.length === maxRaw };
    end = next;
  }
  const stop = end > 0 && bytes[end - 1] === 0x0d ? end - 1 : end;
  return { bytes: bytes.slice(0, Math.max(0, stop)), isCut: false };
}
