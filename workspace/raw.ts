/**
 * Reads the bytes of a record from the file that its capture was read from.
 *
 * A workspace may come from anyone and name any path, so a file is read only if its hashes are those of the file that
 * the capture was read from.
 */
import { type Stats, statSync } from 'node:fs';
import { messageOf, WorkspaceError } from './errors.ts';
import { onDisk, withContent } from './files/archives/find.ts';
import type { Content } from './files/archives/open.ts';
import { readFully } from './files/bytes.ts';
import { decompressed, type Head, RawFile, transcoded } from './files/files.ts';
import { beginsWithContent } from './import/known.ts';
import type { CaptureRecord } from './store/captures.ts';

export interface RawBytes {
  /** Bytes from the beginning of the record; UTF-16 as UTF-8. */
  readonly bytes: Uint8Array;
  /** Their offset in the decompressed file. */
  readonly offset: number;
  /** True if the record continues: at most {@link maxRaw} bytes are shown. */
  readonly isCut: boolean;
}

/** Maximum bytes of a record that are shown. */
export const maxRaw = 64 << 10;
const chunkSize = 1 << 20;

/** Versions (inode, size, times) of verified files, by path and hashes. */
const verified = new Map<string, string>();

/**
 * @param offset of the record in the decompressed file
 * @param lines number of lines of the record
 * @throws {WorkspaceError} `unreadable` if the file is missing or has changed
 */
export async function readRaw(capture: CaptureRecord, offset: number, lines: number): Promise<RawBytes> {
  if (capture.unit === 'bytes')
    throw unreadable(`${capture.path} is binary: its records are shown as they were parsed.`);
  await verify(capture);
  return withContent(capture.path, async ({ content, head }) => {
    const isPlain = content.kind === 'bytes' && head.compression === 'none' && head.encoding === 'utf-8';
    const bytes = isPlain
      ? readFully(content.bytes, offset, Math.min(maxRaw, Math.max(0, capture.bytes - offset)))
      : await bytesAt(decompressedOf(content, head), offset);
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
      `${path} cannot be read again (${messageOf(error)}): its records are shown as they were parsed.`,
    );
  }
  const key = `${path} ${sha256} ${headSha256} ${tailSha256}`;
  if (verified.get(key) === versionOf(stats)) return;
  // Only regular files: opening a pipe would block.
  const isSame =
    stats.isFile() &&
    (disk !== path || stats.size >= bytes) &&
    (await withContent(path, ({ content }) =>
      beginsWithContent(content, { bytes, sha256, headSha256, tailSha256 }),
    ));
  if (!isSame)
    throw unreadable(`${path} has changed since ${name} was read from it: import it again to see its lines.`);
  verified.set(key, versionOf(stats));
}

const versionOf = ({ ino, size, mtimeMs, ctimeMs }: Stats): string => `${ino} ${size} ${mtimeMs} ${ctimeMs}`;

const unreadable = (message: string) => new WorkspaceError('unreadable', message);

function decompressedOf(content: Content, { compression, encoding }: Head): AsyncGenerator<Uint8Array> {
  if (content.kind === 'stream') return transcoded(content.chunks(), encoding);
  const file = new RawFile(content.bytes, chunkSize);
  return transcoded(decompressed(file, compression, file), encoding);
}

/** Decompresses from `offset` on, up to the number of bytes shown. */
async function bytesAt(chunks: AsyncGenerator<Uint8Array>, offset: number): Promise<Uint8Array> {
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
    // Damaged data was read up to the damage.
    if (at <= offset) throw error;
  }
  return bytes.subarray(0, Math.max(0, Math.min(at, end) - offset));
}

/** The first `lines` lines, without the last line's end. */
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
