/**
 * Reads lines with one awkward character repeated, and repeated pieces of captures, up to a megabyte long: reading time
 * must not grow faster than the length.
 */
import { type Format, type FrameId, none, type StackId } from '../../parsers/contract.ts';
import { Recorder, readInto } from '../../parsers/kit/recorder.ts';
import type { Random } from './random.ts';

const awkward = [
  ' ',
  '\t',
  '0',
  '9',
  'a',
  'A',
  '_',
  '-',
  '.',
  ',',
  ':',
  ';',
  '=',
  '"',
  "'",
  '\\',
  '/',
  '(',
  '[',
  '{',
  '<',
  '%',
  '|',
  '+',
  '\u00a0',
  '\0',
];
/** Lengths of the insertion: a quarter of a megabyte and a megabyte. */
const [short, long] = [1 << 18, 1 << 20];
/** Largest allowed ratio of the times of the long and the short insertion; linear time is 4. */
const maxGrowth = 8;
/** ms of processor time below which the ratio means nothing. */
const minMs = 250;

export interface SlowLine {
  readonly character: string;
  readonly at: number;
  readonly ms: readonly [short: number, long: number];
}

/** Longer than any capture among the seeds: the piece is the whole capture. */
const longestPiece = 4096;

interface SlowOptions {
  readonly characters?: readonly string[];
  /** Lengths of pieces that are repeated. */
  readonly pieces?: readonly number[];
  /** Called with each input before it is read. */
  readonly onInput?: ((input: Uint8Array) => void) | undefined;
  /** ms of processor time; tests count work instead. */
  readonly busy?: () => number;
}

const processorTime = (): number => process.cpuUsage().user / 1e3;

/** @param captures the repeated character is inserted into one of them, at any place */
export function slowLines(
  format: Format,
  captures: readonly Uint8Array[],
  random: Random,
  { characters = awkward, ...options }: SlowOptions = {},
): readonly SlowLine[] {
  return characters.flatMap(character => {
    const capture = random.among(captures);
    const at = random.below(capture.length + 1);
    const inserted = (length: number) =>
      Buffer.concat([capture.subarray(0, at), Buffer.from(character.repeat(length)), capture.subarray(at)]);
    const ms = superlinearTimes(format, inserted, options);
    return ms ? [{ character, at, ms }] : [];
  });
}

export interface SlowRepeat {
  /** Piece of a capture, repeated to the length. */
  readonly what: string;
  readonly ms: readonly [short: number, long: number];
}

/** A capture followed by many repetitions of a piece of it, from a few bytes to all. */
export function slowRepeats(
  format: Format,
  captures: readonly Uint8Array[],
  random: Random,
  { pieces = [1, 2, 5, 20, 100, 500, longestPiece, longestPiece], ...options }: SlowOptions = {},
): readonly SlowRepeat[] {
  return pieces.flatMap(maxLength => {
    const capture = random.among(captures);
    const from = random.below(maxLength === longestPiece ? 1 : capture.length);
    const piece = capture.subarray(from, from + maxLength);
    const repeated = (length: number) => {
      const bytes = new Uint8Array(capture.length + length);
      bytes.set(capture);
      for (let at = capture.length; at < bytes.length; at += piece.length)
        bytes.set(piece.subarray(0, bytes.length - at), at);
      return bytes;
    };
    const ms = superlinearTimes(format, repeated, options);
    return ms ? [{ what: Buffer.from(piece).toString('latin1').slice(0, 120), ms }] : [];
  });
}

/**
 * Each stack is its leaf alone. A {@link Recorder} lists the frames of every row, which takes quadratic time and memory for
 * a stack that grows with every line; a workspace stores each frame once, with its caller.
 */
class FlatRecorder extends Recorder {
  override stack(_caller: unknown, frame: FrameId): StackId {
    return super.stack(none, frame);
  }
}

/** Both times, if they show that time grows faster than the length; else null. */
function superlinearTimes(
  format: Format,
  made: (length: number) => Uint8Array,
  { onInput, busy = processorTime }: SlowOptions,
): readonly [number, number] | null {
  const took = (length: number) => {
    const bytes = made(length);
    onInput?.(bytes);
    const before = busy();
    format.sniff(bytes.subarray(0, 64 << 10), 'capture');
    readInto(new FlatRecorder(), format, bytes, { modified: 1_700_000_000_000_000_000n });
    return busy() - before;
  };
  const whole = took(long);
  if (whole < minMs) return null;
  const part = took(short);
  return whole > maxGrowth * part ? [part, whole] : null;
}
