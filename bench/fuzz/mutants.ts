/** Mutants of captures, made of a valid file and pieces of files of any format. */
import type { Random } from './random.ts';

const text = (of: string): Uint8Array => new TextEncoder().encode(of);

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
].map(text);
const noUtf8: readonly Uint8Array[] = [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xe2, 0x82], [0x80]].map(
  bytes => Uint8Array.from(bytes),
);
const all = [...awkward, ...noUtf8];

const joined = (...parts: readonly Uint8Array[]): Uint8Array => Buffer.concat(parts);

type Change = (bytes: Uint8Array, random: Random, others: readonly Uint8Array[]) => Uint8Array;

const changes: readonly Change[] = [
  function bytesChanged(bytes, random) {
    const changed = Uint8Array.from(bytes);
    for (let n = random.below(8); n >= 0; n--)
      changed[random.below(changed.length)] = random.among([random.below(256), 0, 10, 13, 32, 48, 57, 255]);
    return changed;
  },
  function rangeCut(bytes, random) {
    const from = random.below(bytes.length);
    return joined(bytes.subarray(0, from), bytes.subarray(from + 1 + random.below(80)));
  },
  function cutOff(bytes, random) {
    return bytes.subarray(0, 1 + random.below(bytes.length));
  },
  function beginningGone(bytes, random) {
    return bytes.subarray(random.below(bytes.length));
  },
  function rangeTwice(bytes, random) {
    const from = random.below(bytes.length);
    const to = from + 1 + random.below(400);
    return joined(bytes.subarray(0, to), bytes.subarray(from));
  },
  function linesElsewhere(bytes, random) {
    const from = lineAt(bytes, random.below(bytes.length));
    const to = lineAt(bytes, Math.min(bytes.length, from + random.below(400)));
    const at = lineAt(bytes, random.below(bytes.length));
    return joined(bytes.subarray(0, at), bytes.subarray(from, Math.max(from, to)), bytes.subarray(at));
  },
  function awkwardIn(bytes, random) {
    const at = random.below(bytes.length + 1);
    return joined(bytes.subarray(0, at), random.among(all), bytes.subarray(at));
  },
  function awkwardOver(bytes, random) {
    const at = random.below(bytes.length);
    return joined(bytes.subarray(0, at), random.among(all), bytes.subarray(at + 1 + random.below(12)));
  },
  function runOfOne(bytes, random) {
    const at = random.below(bytes.length + 1);
    const run = new Uint8Array(1 + random.below(3000)).fill(
      random.among([32, 9, 48, 45, 40, 34, 65, 0, 255]),
    );
    return joined(bytes.subarray(0, at), run, bytes.subarray(at));
  },
  function spliced(bytes, random, others) {
    const other = random.among(others);
    const from = random.below(other.length);
    const at = random.below(bytes.length + 1);
    return joined(bytes.subarray(0, at), other.subarray(from, from + random.below(800)), bytes.subarray(at));
  },
  function numberChanged(bytes, random) {
    const at = random.below(bytes.length);
    const from = bytes.findIndex((byte, i) => i >= at && byte >= 48 && byte <= 57);
    if (from < 0) return bytes;
    let to = from;
    while (to < bytes.length && ((bytes[to]! >= 48 && bytes[to]! <= 57) || bytes[to] === 46)) to++;
    const number = random.among([
      '0',
      '-1',
      '1e300',
      '999999999999',
      '18446744073709551616',
      '',
      '1.2.3',
      'NaN',
    ]);
    return joined(bytes.subarray(0, from), text(number), bytes.subarray(to));
  },
];

/** Start of the next line. */
function lineAt(bytes: Uint8Array, at: number): number {
  const end = bytes.indexOf(10, at);
  return end < 0 ? bytes.length : end + 1;
}

/** Upper bound of a mutant's size, bytes: longer ones find nothing more, and take longer. */
const longest = 8192;

/** A mutant of `bytes` with one to three changes. */
export function mutantOf(bytes: Uint8Array, random: Random, others: readonly Uint8Array[]): Uint8Array {
  let mutant = bytes;
  for (let n = random.below(3); n >= 0; n--)
    if (mutant.length > 0) mutant = random.among(changes)(mutant, random, others);
  return mutant.subarray(0, longest);
}
