/** Makes binary captures smaller or uncompressed, so that a mutant is damaged in bytes that rows are made of. */
import { ZstdStream } from '../../parsers/kit/zstd.ts';

const compressed = 81;
const pipeHeader = 16;

/**
 * The output of `perf record -z -o -` with the content of its compressed records stored uncompressed: a byte that changes
 * is then a byte of a record, and the stream can still be unpacked. null for other files.
 */
export function storedRecords(file: Uint8Array): Uint8Array | null {
  const view = new DataView(file.buffer, file.byteOffset, file.length);
  if (file.length < pipeHeader || view.getUint32(8, true) !== pipeHeader) return null;
  let unpacked = Buffer.alloc(0);
  const stream = new ZstdStream((bytes, start, end) => {
    unpacked = Buffer.concat([unpacked, bytes.subarray(start, end)]);
  });
  const parts: Uint8Array[] = [file.subarray(0, pipeHeader)];
  let found = false;
  for (let at = pipeHeader; at + 8 <= file.length; ) {
    const end = at + Math.max(8, view.getUint16(at + 6, true));
    if (view.getUint32(at, true) === compressed) {
      found = true;
      stream.push(file, at + 8, end);
      for (let from = 0; from < unpacked.length; from += 32 << 10)
        parts.push(storedRecord(unpacked.subarray(from, from + (32 << 10))));
      unpacked = Buffer.alloc(0);
    } else parts.push(file.subarray(at, end));
    at = end;
  }
  return found ? Buffer.concat(parts) : null;
}

/** A compressed record of one frame with one stored block. */
function storedRecord(content: Uint8Array): Uint8Array {
  // A window of 2 MiB, and no size, checksum or dictionary: https://www.rfc-editor.org/rfc/rfc8878#name-frame-header
  const frame = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0x58, 0, 0, 0]);
  frame.writeUIntLE((content.length << 3) | 1, 6, 3);
  const header = Buffer.alloc(8);
  header.writeUInt32LE(compressed, 0);
  header.writeUInt16LE(8 + frame.length + content.length, 6);
  return Buffer.concat([header, frame, content]);
}

/** Limits of a small trace: number of buffers, and bytes of each. */
const maxBuffers = 6;
const maxBufferBytes = 4096;

/** The first buffer of a trace, which has its header, and some of the others, each cut to its first records. */
export function smallTrace(trace: Uint8Array): Uint8Array {
  const view = new DataView(trace.buffer, trace.byteOffset, trace.length);
  const starts: number[] = [];
  for (let at = 0; at + 72 <= trace.length; at += Math.max(72, view.getUint32(at, true))) starts.push(at);
  const step = Math.max(1, Math.floor(starts.length / maxBuffers));
  const chosen = starts.filter((_, index) => index % step === 0).slice(0, maxBuffers);
  return Buffer.concat(chosen.map(at => cutBuffer(trace.subarray(at, at + view.getUint32(at, true)))));
}

/** Truncates a buffer. Its first three numbers are its size and two positions up to which it is filled. */
function cutBuffer(buffer: Uint8Array): Uint8Array {
  const cut = Buffer.from(buffer.subarray(0, maxBufferBytes));
  if (cut.length >= 12)
    for (const at of [0, 4, 8]) cut.writeUInt32LE(Math.min(cut.readUInt32LE(at), cut.length), at);
  return cut;
}
