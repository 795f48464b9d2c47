/** Mutants of captures, made of a valid file and pieces of files of any format. */
import type { Random } from './random.ts';

/** The bytes that a mutant is made from. */
export interface Sources {
  readonly isBinary: boolean;
  /** Captures of the format itself. */
  readonly own: readonly Uint8Array[];
  /** Captures of all formats, from which pieces are spliced in. */
  readonly others: readonly Uint8Array[];
}

const text = (value: string): Uint8Array => new TextEncoder().encode(value);

/** Numbers with more digits than the range or the precision of a double allows. */
const endless = ['9'.repeat(400), `0.${'0'.repeat(400)}1`, `1${'0'.repeat(308)}`, 'f'.repeat(300)];

/** Typical problems for readers: ends of lines, quotes, brackets, endless numbers, invalid UTF-8. */
const awkward: readonly Uint8Array[] = [
  '\r',
  '\r\n',
  '\n\n\n',
  '\0',
  '\t',
  '"',
  "'",
  '\\',
  '(((((((((',
  '{"a":',
  '[[[[[[[[',
  '<!--',
  ']]>',
  '-1',
  '1e308',
  '1e999',
  '-1e23',
  'NaN',
  'inf',
  '99999999999999999999999999999999',
  '0x',
  '0.0000000000000000000000001',
  ':',
  ',',
  ';',
  '%',
  '=',
  '-',
  ' ',
  '\u001b[31m',
  '\u202e',
  '\ufeff',
  '30000-13-45 99:99:99',
  '253402300800',
  ...endless,
].map(text);
const noUtf8: readonly Uint8Array[] = [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xe2, 0x82], [0x80]].map(
  bytes => Uint8Array.from(bytes),
);
const all = [...awkward, ...noUtf8];

const joined = (...parts: readonly Uint8Array[]): Uint8Array => Buffer.concat(parts);

type Change = (bytes: Uint8Array, random: Random, sources: Sources) => Uint8Array;

const bytesChanged: Change = (bytes, random) => {
  const changed = Uint8Array.from(bytes);
  for (let n = random.below(8); n >= 0; n--)
    changed[random.below(changed.length)] = random.among([random.below(256), 0, 10, 13, 32, 48, 57, 255]);
  return changed;
};

const bitFlipped: Change = (bytes, random) => {
  const changed = Uint8Array.from(bytes);
  changed[random.below(changed.length)]! ^= 1 << random.below(8);
  return changed;
};

const extremes = [0n, 1n, -1n, 2n, 7n, 8n, 0x7fn, 0x80n, 0x7fffn, 0x8000n, 0xffffn, 0x7fff_ffffn];
const wideExtremes = [0x8000_0000n, 0xffff_ffffn, 1n << 53n, (1n << 63n) - 1n, 1n << 63n];

/** Overwrites an integer of 1, 2, 4 or 8 bytes: with an extreme value, or one near the old value. */
const integerOver: Change = (bytes, random) => {
  const width = 1 << random.below(4);
  if (bytes.length < width) return bytes;
  const changed = Uint8Array.from(bytes);
  const view = new DataView(changed.buffer);
  // Fields of records are aligned. The header is changed more often, because more depends on it.
  const end = random.below(4) === 0 ? Math.min(256, bytes.length) : bytes.length;
  const at = Math.min(bytes.length - width, random.below(end) & -width);
  const little = random.below(8) > 0;
  const lowByte = view.getUint8(at + (little ? 0 : width - 1));
  const near = BigInt(lowByte + random.below(17) - 8);
  const value = random.below(3) === 0 ? near : random.among([...extremes, ...wideExtremes]);
  if (width === 1) view.setUint8(at, Number(value & 0xffn));
  else if (width === 2) view.setUint16(at, Number(value & 0xffffn), little);
  else if (width === 4) view.setUint32(at, Number(value & 0xffff_ffffn), little);
  else view.setBigUint64(at, BigInt.asUintN(64, value), little);
  return changed;
};

const rangeCut: Change = (bytes, random) => {
  const from = random.below(bytes.length);
  return joined(bytes.subarray(0, from), bytes.subarray(from + 1 + random.below(80)));
};

const cutOff: Change = (bytes, random) => bytes.subarray(0, 1 + random.below(bytes.length));

const beginningGone: Change = (bytes, random) => bytes.subarray(random.below(bytes.length));

const rangeTwice: Change = (bytes, random) => {
  const from = random.below(bytes.length);
  const to = from + 1 + random.below(400);
  return joined(bytes.subarray(0, to), bytes.subarray(from));
};

const linesElsewhere: Change = (bytes, random) => {
  const from = lineAt(bytes, random.below(bytes.length));
  const to = lineAt(bytes, Math.min(bytes.length, from + random.below(400)));
  const at = lineAt(bytes, random.below(bytes.length));
  return joined(bytes.subarray(0, at), bytes.subarray(from, Math.max(from, to)), bytes.subarray(at));
};

const awkwardIn: Change = (bytes, random) => {
  const at = random.below(bytes.length + 1);
  return joined(bytes.subarray(0, at), random.among(all), bytes.subarray(at));
};

const awkwardOver: Change = (bytes, random) => {
  const at = random.below(bytes.length);
  return joined(bytes.subarray(0, at), random.among(all), bytes.subarray(at + 1 + random.below(12)));
};

const runOfOne: Change = (bytes, random) => {
  const at = random.below(bytes.length + 1);
  const run = new Uint8Array(1 + random.below(3000)).fill(
    random.among([32, 9, 48, 45, 40, 34, 65, 0, 255, random.below(256)]),
  );
  return joined(bytes.subarray(0, at), run, bytes.subarray(at));
};

const spliced: Change = (bytes, random, { own, others }) => {
  const other = random.among(random.below(3) === 0 ? own : others);
  const from = random.below(other.length);
  const at = random.below(bytes.length + 1);
  return joined(bytes.subarray(0, at), other.subarray(from, from + random.below(800)), bytes.subarray(at));
};

const numbers = [
  '0',
  '-1',
  '1e300',
  '999999999999',
  '18446744073709551616',
  '',
  '1.2.3',
  'NaN',
  '4294967296',
];

const numberChanged: Change = (bytes, random) => {
  const at = random.below(bytes.length);
  const from = bytes.findIndex((byte, i) => i >= at && byte >= 48 && byte <= 57);
  if (from < 0) return bytes;
  let to = from;
  while (to < bytes.length && ((bytes[to]! >= 48 && bytes[to]! <= 57) || bytes[to] === 46)) to++;
  const number = random.among([...numbers, ...endless]);
  return joined(bytes.subarray(0, from), text(number), bytes.subarray(to));
};

const inText: readonly Change[] = [
  bytesChanged,
  rangeCut,
  cutOff,
  beginningGone,
  rangeTwice,
  linesElsewhere,
  awkwardIn,
  awkwardOver,
  runOfOne,
  spliced,
  numberChanged,
];

/** Most of these changes keep all other bytes in place, because a record that moves is only not found. */
const inBinary: readonly Change[] = [
  bytesChanged,
  bytesChanged,
  bitFlipped,
  bitFlipped,
  integerOver,
  integerOver,
  integerOver,
  integerOver,
  rangeCut,
  cutOff,
  rangeTwice,
  spliced,
  runOfOne,
  awkwardOver,
];

/** Start of the next line. */
function lineAt(bytes: Uint8Array, at: number): number {
  const end = bytes.indexOf(10, at);
  return end < 0 ? bytes.length : end + 1;
}

/** Upper bounds of a mutant's size, bytes: longer mutants take longer and find no more faults. */
const maxText = 8192;
const maxBinary = 48 << 10;

/** A mutant of `bytes` with one to three changes. */
export function mutantOf(bytes: Uint8Array, random: Random, sources: Sources): Uint8Array {
  const changes = sources.isBinary ? inBinary : inText;
  let mutant = bytes;
  for (let n = random.below(3); n >= 0; n--)
    if (mutant.length > 0) mutant = random.among(changes)(mutant, random, sources);
  return mutant.subarray(0, sources.isBinary ? maxBinary : maxText);
}

/** The scanner of logs does not read fewer bytes of consecutive lines; the reader does. */
const minRepeatedBytes = 18 << 10;

/** Repeats the mutant, with no, one, four or nine copies of its capture between two repetitions. */
export function repeated(mutant: Uint8Array, capture: Uint8Array, random: Random): Uint8Array {
  const between = Array.from({ length: random.below(4) ** 2 }, () => capture);
  const round = joined(mutant, ...between);
  if (round.length === 0) return round;
  return joined(...Array.from({ length: Math.ceil(minRepeatedBytes / round.length) }, () => round));
}
