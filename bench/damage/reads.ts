/** Reads damaged bytes and checks each read. */
import { type Format, ParseError, type Reader } from '../../parsers/contract.ts';
import { readRanges } from '../../parsers/kit/ranges.ts';
import { options } from '../../parsers/kit/recorder.ts';
import { NullOutput } from '../parsers/null-output.ts';

export interface Outcome {
  reads: number;
  /** Number of reads that ended with an error of the reader. */
  ended: number;
  /** ms of processor time. */
  slowest: number;
  /** Peak memory of the process, MB. */
  memory: number;
  readonly faults: string[];
}

const chunkSize = 1 << 20;
const headSize = 64 << 10;

function newOutcome(): Outcome {
  return { reads: 0, ended: 0, slowest: 0, memory: 0, faults: [] };
}

function read(format: Format, bytes: Uint8Array, name: string, outcome: Outcome, isCut = false): void {
  const out = new NullOutput();
  const before = process.cpuUsage();
  try {
    const head = bytes.subarray(0, headSize);
    const file = readRanges(format, head, (start, end) => bytes.subarray(start, end));
    const all = options(bytes, { file });
    const pushAll = (reader: Reader) => {
      for (let at = 0; at < bytes.length; at += chunkSize) reader.push(bytes.subarray(at, at + chunkSize));
      reader.end();
    };
    const survey = format.survey?.(all);
    if (survey) pushAll(survey);
    pushAll((survey ?? format).open(out, all));
    if (out.lines !== bytes.length)
      outcome.faults.push(`${name}: the ledger has ${out.lines} of ${bytes.length} bytes`);
    if (isCut && out.problems === 0) outcome.faults.push(`${name}: no problem says that the end is missing`);
  } catch (error) {
    if (error instanceof ParseError) outcome.ended++;
    else outcome.faults.push(`${name}: ${error instanceof Error ? error.stack : error}`);
  } finally {
    out.close();
  }
  outcome.reads++;
  const { user, system } = process.cpuUsage(before);
  outcome.slowest = Math.max(outcome.slowest, (user + system) / 1e3);
  outcome.memory = Math.max(outcome.memory, process.memoryUsage().rss / 1e6);
}

/**
 * Reads the file truncated at each of `places` evenly spaced offsets.
 *
 * @param isEndKnown false for a pipe, which may end after any record: only the ledger is checked
 */
export function readTruncated(
  format: Format,
  bytes: Uint8Array,
  places: number,
  isEndKnown: boolean,
): Outcome {
  const outcome = newOutcome();
  for (let place = 1; place <= places; place++) {
    const length = Math.floor((bytes.length * place) / (places + 1));
    if (length > 0) read(format, bytes.subarray(0, length), `cut at ${length}`, outcome, isEndKnown);
  }
  return outcome;
}

/** Reads the files in turn, each changed in up to nine places; the same changes in every run. */
export function readDamaged(format: Format, files: readonly Uint8Array[], mutations: number): Outcome {
  const outcome = newOutcome();
  let seed = 7;
  const below = (limit: number) => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((seed / 2 ** 32) * limit);
  };
  for (let mutation = 0; mutation < mutations; mutation++) {
    const bytes = Uint8Array.from(files[mutation % files.length]!);
    for (let places = below(8); places >= 0; places--) {
      // A third of the changes hit the beginning: headers and attributes affect more than records do.
      const at = below(below(3) === 0 ? Math.min(400, bytes.length) : bytes.length);
      const length = below(3) === 0 ? 1 + below(16) : 1;
      const value = [below(256), 0, 0xff, bytes[at]! ^ (1 << below(8))][below(4)]!;
      bytes.fill(value, at, at + length);
    }
    read(format, bytes, `mutation ${mutation}`, outcome);
  }
  return outcome;
}

/** Splits a trace into small ones: the first buffer, which has the header, followed by one of the others. */
export function piecesOfTrace(bytes: Uint8Array): Uint8Array[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const first = bytes.subarray(0, view.getUint32(0, true));
  const pieces: Uint8Array[] = [];
  for (let at = first.length; at + 4 <= bytes.length; ) {
    const size = Math.max(view.getUint32(at, true), 1);
    pieces.push(Buffer.concat([first, bytes.subarray(at, at + size)]));
    at += size;
  }
  return pieces;
}
