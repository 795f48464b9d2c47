/**
 * The bytes of a record as they are in the file that a capture was read from.
 *
 * A workspace may come from anywhere and name any path: nothing is read of a file that is not, by its hashes, what the
 * capture was made from.
 */
import { type Stats, statSync } from 'node:fs';
import { encodingOf } from '../parsers/kit/encoding.ts';
import type { CaptureRecord } from './captures.ts';
import { messageOf, WorkspaceError } from './errors.ts';
import { packingOf, RawFile, transcoded, unpacked } from './import/files.ts';
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
  verify(capture);
  const file = new RawFile(capture.path, chunkSize);
  try {
    const head = new Uint8Array(4);
    file.readInto(head, 0);
    const packing = packingOf(head);
    const bytes =
      packing === 'none' && encodingOf(head) === 'utf-8'
        ? readAt(file, offset, Math.min(maxRaw, Math.max(0, capture.bytes - offset)))
        : await unpackedAt(file, packing, offset);
    return { offset, ...firstLines(bytes, lines) };
  } finally {
    file.close();
  }
}

function verify({ path, name, bytes, sha256, headSha256, tailSha256 }: CaptureRecord): void {
  let stats: Stats;
  try {
    stats = statSync(path);
  } catch (error) {
    throw unreadable(
      `${path} cannot be read again (${messageOf(error)}): its records are shown as they were read.`,
    );
  }
  const key = `${path} ${sha256} ${headSha256} ${tailSha256}`;
  if (verified.get(key) === writtenAt(stats)) return;
  // A pipe would be waited for.
  if (!stats.isFile() || stats.size < bytes || !isStill(path, { bytes, sha256, headSha256, tailSha256 }))
    throw unreadable(
      `${path} is no longer the file that ${name} was read from: read it again to see its lines.`,
    );
  verified.set(key, writtenAt(stats));
}

const writtenAt = ({ ino, size, mtimeMs, ctimeMs }: Stats): string => `${ino} ${size} ${mtimeMs} ${ctimeMs}`;

const unreadable = (message: string) => new WorkspaceError('unreadable', message);

function readAt(file: RawFile, offset: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let read = 0;
  while (read < length) {
    const more = file.readInto(bytes.subarray(read), offset + read);
    if (more === 0) break;
    read += more;
  }
  return bytes.subarray(0, read);
}

/** Unpacks up to the record, and no further: decoders are fed no more, and run to their end. */
async function unpackedAt(
  file: RawFile,
  packing: ReturnType<typeof packingOf>,
  offset: number,
): Promise<Uint8Array> {
  const end = offset + maxRaw;
  const bytes = new Uint8Array(maxRaw);
  let at = 0;
  let isEnough = false;
  const fed = function* () {
    for (const chunk of file.again()) {
      if (isEnough) return;
      yield chunk;
    }
  };
  try {
    for await (const chunk of transcoded(unpacked(fed(), packing, file))) {
      const [from, to] = [Math.max(offset, at), Math.min(end, at + chunk.length)];
      if (from < to) bytes.set(chunk.subarray(from - at, to - at), from - offset);
      at += chunk.length;
      isEnough = at >= end;
    }
  } catch (error) {
    // Where enough was taken no more was given, and what is damaged was read up to there.
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
