/**
 * Helpers of tests that read a file whole, in chunks, split in two at every offset, or truncated, into a {@link
 * Recorder}.
 */
import { type Format, type Options, ParseError, type Reader } from '../contract.ts';
import { Recorder } from './bulk-recording.ts';
import { KnownRanges, readRanges } from './ranges.ts';

export type {
  RecordedEvent,
  RecordedFrame,
  RecordedMetric,
  RecordedProblem,
  RecordedSample,
  RecordedThread,
} from './recorded.ts';
export { Recorder };

/** Options for a whole file about which nothing is known, except `changes`. */
export function options(bytes: Uint8Array, changes: Partial<Options> = {}): Options {
  return {
    name: 'capture',
    head: bytes.subarray(0, 64 << 10),
    offset: 0,
    file: new KnownRanges(bytes.subarray(0, 64 << 10)),
    modified: null,
    zone: null,
    year: null,
    start: null,
    interval: null,
    ...changes,
  };
}

/**
 * Reads `bytes` whole, in chunks of a size, or split at offsets. Chunks are overwritten after each push,
 * because they are valid only during the call. A {@link ParseError} is kept in `failed`; any other error is a defect
 * and rethrown.
 *
 * @param pushed called after each chunk with the number of bytes that the reader has got
 */
export function readAll(
  format: Format,
  bytes: Uint8Array,
  changes: Partial<Options> = {},
  chunking: number | readonly number[] = [],
  pushed?: (recorder: Recorder, length: number) => void,
): Recorder {
  return readInto(new Recorder(), format, bytes, changes, chunking, pushed);
}

/** {@link readAll}, into a given recorder. */
export function readInto(
  recorder: Recorder,
  format: Format,
  bytes: Uint8Array,
  changes: Partial<Options> = {},
  chunking: number | readonly number[] = [],
  pushed?: (recorder: Recorder, length: number) => void,
): Recorder {
  const cuts = typeof chunking === 'number' ? cutsEvery(chunking, bytes.length) : chunking;
  try {
    const head = changes.head ?? bytes.subarray(0, 64 << 10);
    const file = readRanges(format, head, (start, end) => bytes.subarray(start, end));
    const all = options(bytes, { file, ...changes });
    const pushAll = (reader: Reader) => {
      let start = 0;
      for (const cut of [...cuts, bytes.length]) {
        pushCopy(reader, bytes, start, cut);
        pushed?.(recorder, cut);
        start = cut;
      }
      reader.end();
    };
    const survey = format.survey?.(all);
    if (survey) pushAll(survey);
    pushAll((survey ?? format).open(recorder, all));
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    recorder.failed = error;
  } finally {
    recorder.close();
  }
  return recorder;
}

/** Reads `bytes` once per way of splitting them in two. */
export function* everySplit(
  format: Format,
  bytes: Uint8Array,
  changes: Partial<Options> = {},
): Generator<{ cut: number; recorder: Recorder }> {
  for (let cut = 1; cut < bytes.length; cut++) {
    yield { cut, recorder: readAll(format, bytes, changes, [cut]) };
  }
}

/** Reads every beginning of `bytes`, from none of it to all but the last byte. */
export function* everyTruncation(
  format: Format,
  bytes: Uint8Array,
  changes: Partial<Options> = {},
): Generator<{ length: number; recorder: Recorder }> {
  for (let length = 0; length < bytes.length; length++) {
    yield { length, recorder: readAll(format, bytes.subarray(0, length), changes) };
  }
}

function pushCopy(reader: Reader, bytes: Uint8Array, start: number, end: number): void {
  // Not `slice`, which shares the memory if `bytes` is a Buffer of Node.
  const chunk = new Uint8Array(bytes.subarray(start, end));
  reader.push(chunk);
  chunk.fill(0xaa);
}

function cutsEvery(size: number, length: number): number[] {
  const cuts: number[] = [];
  for (let at = size; at < length; at += size) cuts.push(at);
  return cuts;
}
