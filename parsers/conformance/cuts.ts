/**
 * Where captures are cut. To cut every capture at every byte takes an hour (`npm run fuzz -- cuts`), so the suite
 * cuts where something can be lost.
 *
 * - *Chunks*: one reading cuts all records of a capture after their n-th byte, for each n, so that every byte is cut
 *   once; other readings cut once, at positions drawn by the content.
 * - *Truncations*: at every byte of the first record of each kind, around the begin of the others, and at positions
 *   drawn by the content.
 */

/** Positions in one capture. */
export interface Cuts {
  /** Each is one reading: positions at which it is cut. */
  readonly chunkings: readonly (readonly number[])[];
  readonly truncations: readonly number[];
}

/** Number of positions drawn by the content of a capture. */
const drawn = 64;
/** Longer records are cut at several bytes by one reading. */
const maxChunk = 64;
/** Bytes of the first record of a kind after which it is truncated. */
const maxRecord = 256;
/** Bytes read for the chunkings of a capture, and for either kind of truncations; beyond, some are left out by lot. */
export interface Most {
  readonly chunked: number;
  readonly truncated: number;
}

export const mostOfFile: Most = { chunked: 3e6, truncated: 0.4e6 };
/** Samples are many and share one reader. */
export const mostOfSample = ({ length }: Uint8Array): Most => ({
  chunked: 64 * length,
  truncated: 24 * length,
});

/**
 * @param answered positions after which a reader that got the bytes one by one gave something to its output
 * @param known kinds of records of the captures before, to which those of this one are added
 */
export function cutsOf(
  bytes: Uint8Array,
  answered: readonly number[],
  known: Set<string>,
  most = mostOfFile,
): Cuts {
  const random = randomOf(bytes);
  const draw = () => Array.from({ length: drawn }, () => 1 + Math.floor(random() * (bytes.length - 1)));
  const starts = startsOf(bytes, answered);
  const once = [...new Set(draw())].map(cut => [cut]);
  const { first, other } = beginsOf(bytes, starts, known);
  const truncations = (cuts: Iterable<number>) =>
    atMost(most.truncated, [...new Set(cuts)].filter(inside(bytes)), length => length, random);
  return {
    chunkings: atMost(most.chunked, [...combsOf(bytes.length, starts), ...once], () => bytes.length, random),
    truncations: [...new Set([...truncations(first), ...truncations([...other, ...draw()])])],
  };
}

const inside = (bytes: Uint8Array) => (cut: number) => cut > 0 && cut < bytes.length;

/** Begins of lines and records; of binary captures, those of records as far as the reader shows them. */
function startsOf(bytes: Uint8Array, answered: readonly number[]): number[] {
  const starts = new Set([0, ...answered]);
  if (!isBinary(bytes)) for (const [at, byte] of bytes.entries()) if (byte === 0x0a) starts.add(at + 1);
  return [...starts].filter(start => start < bytes.length).sort((a, b) => a - b);
}

const isBinary = (bytes: Uint8Array): boolean => bytes.includes(0);

/** Cuts after the first byte of each record, after the second … */
function combsOf(length: number, starts: readonly number[]): number[][] {
  const combs: number[][] = Array.from({ length: maxChunk }, () => []);
  for (const [index, start] of starts.entries()) {
    const end = starts[index + 1] ?? length;
    for (let at = start; at < end; at++) if (at > 0) combs[(at - start) % maxChunk]!.push(at);
  }
  return combs.filter(comb => comb.length > 0);
}

/** Bytes of the first record of each kind, and those around the begin of each record. */
function beginsOf(bytes: Uint8Array, starts: readonly number[], known: Set<string>) {
  const isNew = (kind: string) => !known.has(kind) && known.add(kind);
  const first: number[] = [];
  const other: number[] = [];
  for (const [index, start] of starts.entries()) {
    const end = starts[index + 1] ?? bytes.length;
    other.push(start - 1, start, start + 1);
    if (isBinary(bytes)) {
      for (let at = start; at < end; at += 8)
        if (isNew(kindOfWord(bytes, at))) first.push(...range(at, at + 8));
    } else if (isNew(kindOfLine(bytes.subarray(start, end))))
      first.push(...range(start, Math.min(end, start + maxRecord)));
  }
  return { first, other };
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);

const ascii = new TextDecoder('latin1');

/** The punctuation of a line: words and numbers are one letter, and what repeats itself is there once. */
function kindOfLine(line: Uint8Array): string {
  return ascii
    .decode(line)
    .slice(0, 400)
    .replace(/[^\s!-/:-@[-^`{-~]+/g, 'a')
    .replace(/[ \t]+/g, ' ')
    .replace(/(a.)\1+/g, '$1')
    .slice(0, 100);
}

/** Eight bytes of a binary capture: numbers below 16, text, or others. */
function kindOfWord(bytes: Uint8Array, at: number): string {
  return Array.from(bytes.subarray(at, at + 8), byte => {
    if (byte < 16) return byte.toString(16);
    if (byte === 0xff) return '-';
    return byte >= 0x20 && byte < 0x7f ? 't' : 'x';
  }).join('');
}

/** As many of `all`, by lot, as `cost` no more than `most` together. */
function atMost<T>(most: number, all: readonly T[], costOf: (each: T) => number, random: () => number): T[] {
  const total = all.reduce((sum, each) => sum + costOf(each), 0);
  return all.filter(() => random() * total < most);
}

/** Numbers from 0 to 1 that depend on the content only (mulberry32, seeded by FNV-1a). */
export function randomOf(bytes: Uint8Array): () => number {
  let state = bytes.reduce((hash, byte) => Math.imul(hash ^ byte, 0x01000193), 0x811c9dc5);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
