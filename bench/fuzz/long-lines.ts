/**
 * Lines with a run of one awkward character, up to a megabyte long: reading time must not grow faster than
 * the length.
 */
import type { Format } from '../../parsers/contract.ts';
import { readAll } from '../../parsers/kit/recorder.ts';
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
/** Lengths of runs: a quarter of a megabyte and a megabyte. */
const [short, long] = [1 << 18, 1 << 20];
/** Largest allowed ratio of the times of the long and the short run; linear time is 4. */
const mostGrowth = 8;
/** ms of processor time below which the ratio means nothing. */
const least = 250;

export interface SlowLine {
  readonly character: string;
  readonly at: number;
  readonly ms: readonly [short: number, long: number];
}

/** @param captures a run is inserted into one of them, within a line or between two */
export function slowLines(
  format: Format,
  captures: readonly Uint8Array[],
  random: Random,
  characters: readonly string[] = awkward,
): readonly SlowLine[] {
  return characters.flatMap(character => {
    const capture = random.among(captures);
    const at = random.below(capture.length + 1);
    const took = (length: number) => {
      const run = Buffer.from(character.repeat(length));
      const bytes = Buffer.concat([capture.subarray(0, at), run, capture.subarray(at)]);
      const before = process.cpuUsage();
      format.sniff(bytes.subarray(0, 64 << 10), 'capture');
      readAll(format, bytes, { modified: 1_700_000_000_000_000_000n });
      return process.cpuUsage(before).user / 1e3;
    };
    const whole = took(long);
    if (whole < least) return [];
    const part = took(short);
    return whole > mostGrowth * part ? [{ character, at, ms: [part, whole] as const }] : [];
  });
}
