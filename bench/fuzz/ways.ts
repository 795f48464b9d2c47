/** Ways to read an input: options, and the chunks of the second read. */
import type { Options } from '../../parsers/contract.ts';
import { Random } from './random.ts';

export interface Way {
  readonly options: Partial<Options>;
  /** Chunking for `readAll`: the size of all pieces, or the position of a cut. */
  readonly chunking: number | readonly number[];
  /** Position at which the input is split into two parts, 0 … 1; null if it is not read in parts. */
  readonly part: number | null;
  /** Formats whose `sniff` is called first, and with `all` the other calls for recognising a file. */
  readonly sniffs: 'all' | 'own' | 'none';
}

/** Facts from the file system, the same for each read. */
export const fileFacts: Partial<Options> = { modified: 1_700_000_000_000_000_000n };

/** Options that a person may set, and names that a file may have. */
export const settings: readonly Partial<Options>[] = [
  { zone: 'UTC' },
  { zone: 'Europe/Berlin' },
  { zone: 'America/New_York' },
  { zone: '+05:30' },
  { year: 1 },
  { year: 1970 },
  { year: 2024 },
  { year: 9999 },
  { start: 0n },
  { start: 1_700_000_000_000_000_000n },
  { start: -62_135_596_800_000_000_000n >> 3n },
  { start: 1_700_000_000_000_000_000n, interval: 1e9 },
  { start: 1_700_000_000_000_000_000n, interval: 1 },
  { start: 1_700_000_000_000_000_000n, interval: 86_400e9 },
  { modified: null },
  { modified: 0n },
  { name: 'messages-20240229' },
  { name: 'sa31' },
  { name: '' },
  { name: 'a\u202e.\0.csv' },
];

/** Fewer bytes than a log's scanner takes, so that lines are read one by one. */
const maxLineByLine = 1000;

/** @param isLong true if the input is repeated until it is long enough for the scanner */
export function wayOf(length: number, random: Random, isLong = false): Way {
  const options = { ...fileFacts };
  for (let n = random.below(4); n > 1; n--) Object.assign(options, random.among(settings));
  const inPieces = isLong || random.below(8) === 0;
  const min = length > 2000 ? 60 : 1;
  const chunking = inPieces ? min + random.below(maxLineByLine - min) : cutsOf(length, random);
  const part = random.below(8) === 0 ? random.next() : null;
  const sniffs = random.below(40) === 0 ? 'all' : random.below(8) === 0 ? 'own' : 'none';
  return { options, chunking, part, sniffs };
}

/** The default options with each of {@link settings}, and two ways to cut. */
export function everyWay(length: number): readonly Way[] {
  const random = new Random(length);
  const all = [{}, ...settings].flatMap(options => [
    { ...wayOf(length, random), options: { ...fileFacts, ...options } },
    { ...wayOf(length, random, true), options: { ...fileFacts, ...options } },
  ]);
  return all.map((way, at) => ({ ...way, sniffs: at === 0 ? 'all' : 'own' }));
}

function cutsOf(length: number, random: Random): number[] {
  const cuts = Array.from({ length: 1 + random.below(6) }, () => random.below(length + 1));
  return [...new Set(cuts)].sort((a, b) => a - b);
}
