import { DamagedInputError } from '../damaged-input.ts';

/** After an error the decoder yields empty chunks without end; on sound data only few in a row. */
const maxEmpty = 64;

/** Bytes passed to the decoder at a time: the precision with which the position of damaged data is known. */
const zstdPiece = 16 << 10;

/** @throws DamagedInputError if the data is damaged or ends early */
export async function* zstdDecoded(chunks: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { ZSTDDecoder } = await import('zstddec/stream');
  const decoder = new ZSTDDecoder();
  await decoder.init();
  let empty = 0;
  let before = 0;
  let after = 0;
  let isOver = false;
  const pieces = function* () {
    for (const chunk of chunks)
      for (let at = 0; at < chunk.length; at += zstdPiece) {
        if (isOver) return;
        const piece = chunk.subarray(at, at + zstdPiece);
        before = after;
        after += piece.length;
        yield piece;
      }
  };
  const decoded = decoder.decodeStreaming(pieces())[Symbol.iterator]();
  try {
    for (let next = decoded.next(); !next.done; next = decoded.next()) {
      const chunk = next.value;
      empty = chunk.length > 0 ? 0 : empty + 1;
      if (empty > maxEmpty)
        throw new DamagedInputError(
          `The zstd data is damaged, between bytes ${before} and ${after}: the data before it was read, but its last part may be wrong.`,
        );
      if (chunk.length > 0) yield chunk;
    }
  } catch (error) {
    if (error instanceof Error && /Incomplete stream/.test(error.message))
      throw new DamagedInputError(`The zstd data ends early, at byte ${after}.`, { cause: error });
    throw error;
  } finally {
    // The decoder frees its memory only when it runs to its end, so it runs on without input.
    isOver = true;
    runOut(decoded);
  }
}

function runOut(decoded: Iterator<Uint8Array>): void {
  try {
    for (let i = 0; i < maxEmpty && !decoded.next().done; i++);
  } catch {
    // The error is expected: its input ended early.
  }
}
