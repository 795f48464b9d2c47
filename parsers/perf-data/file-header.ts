/**
 * Header of a perf.data file, and the ranges of its parts.
 * https://git.kernel.org/pub/scm/linux/kernel/git/torvalds/linux.git/tree/tools/perf/Documentation/perf.data-file-format.txt
 */
import type { FileRanges, Range } from '../contract.ts';
import { ByteView } from '../kit/byte-view.ts';
import { ascii, startsWith } from '../kit/bytes.ts';

export interface FileHeader {
  readonly little: boolean;
  /** True if the recording was written to a pipe: then everything is a record. */
  readonly isPipe: boolean;
  /** Bytes of the header itself. */
  readonly size: number;
  readonly attrSize: number;
  readonly attrs: Range;
  readonly data: Range;
  /** Numbers of the feature sections, in the order of the table after the data, which has their ranges. */
  readonly features: readonly number[];
}

const magics: readonly (readonly [string, little: boolean])[] = [
  ['PERFILE2', true],
  ['2ELIFREP', false],
  // Linux 2.6.32 and before.
  ['PERFFILE', true],
  ['ELIFFREP', false],
];

const minHeader = 72;
const fullHeader = 104;
const entrySize = 16;
/** Maximum number of attributes that are read; more than any recording has. */
const maxAttrs = 4096;
const nothing: Range = { start: 0, end: 0 };

export function byteOrder(head: Uint8Array): boolean | null {
  const found = magics.find(([magic]) => startsWith(head, 0, head.length, ascii(magic)));
  return found ? found[1] : null;
}

/** null if the header is missing or cut off. */
export function readHeader(head: Uint8Array): FileHeader | null {
  const little = byteOrder(head);
  if (little === null || head.length < entrySize) return null;
  const view = new ByteView(head, little);
  const size = view.u64(8);
  if (size === entrySize)
    return { little, isPipe: true, size, attrSize: 0, attrs: nothing, data: nothing, features: [] };
  if (size < minHeader || head.length < Math.min(size, fullHeader)) return null;
  const range = (at: number): Range => ({ start: view.u64(at), end: view.u64(at) + view.u64(at + 8) });
  return {
    little,
    isPipe: false,
    size,
    attrSize: view.u64(16),
    attrs: range(24),
    data: range(40),
    features: size >= fullHeader ? bitsAt(view, minHeader) : [],
  };
}

const hostname = 3;

/**
 * Indexes of the bits set among 256. A file of the other byte order may have been written in 32-bit words: it
 * is read that way if the host name is among the features only then.
 */
function bitsAt(view: ByteView, at: number): readonly number[] {
  const by = (word: (index: number) => number) =>
    Array.from({ length: 256 }, (_, bit) => bit).filter(bit => (word(bit >> 5) >>> (bit & 31)) & 1);
  const wide = by(index => (index & 1 ? view.high(at + (index >> 1) * 8) : view.low(at + (index >> 1) * 8)));
  if (view.little || wide.includes(hostname)) return wide;
  const narrow = by(index => view.u32(at + index * 4));
  return narrow.includes(hostname) ? narrow : wide;
}

/** Positions of an attribute: of its structure, and of the ids of its events. */
export interface AttrEntry {
  readonly at: number;
  readonly ids: Range;
}

export function attrEntries({ attrs, attrSize, little }: FileHeader, file: FileRanges): readonly AttrEntry[] {
  if (attrSize < 64 + entrySize || attrSize > 4096) return [];
  const view = new ByteView(file.at(attrs.start, attrs.end), little);
  const count = Math.min(maxAttrs, Math.floor(view.length / attrSize));
  return Array.from({ length: count }, (_, index) => {
    const at = index * attrSize + attrSize - entrySize;
    const start = view.u64(at);
    return { at: attrs.start + index * attrSize, ids: { start, end: start + view.u64(at + 8) } };
  });
}

/** Ranges of the feature sections, by number; null if their table is cut off. */
export function featureSections(
  { features, data, little }: FileHeader,
  file: FileRanges,
): ReadonlyMap<number, Range> | null {
  const table = new ByteView(file.at(data.end, data.end + features.length * entrySize), little);
  if (table.length < features.length * entrySize) return null;
  return new Map(
    features.map((feature, index) => {
      const start = table.u64(index * entrySize);
      return [feature, { start, end: start + table.u64(index * entrySize + 8) }];
    }),
  );
}

/** Ranges needed before the first record: attributes and their ids, then the sections after the data. */
export function rangesOf(file: FileRanges): readonly Range[] {
  const header = readHeader(file.at(0, fullHeader));
  if (header === null || header.isPipe) return [];
  const ids = attrEntries(header, file).map(entry => entry.ids);
  const { data, features } = header;
  // If perf was killed, nothing follows the data.
  if (data.end === data.start || features.length === 0) return [header.attrs, ...ids];
  const table = { start: data.end, end: data.end + features.length * entrySize };
  const sections = featureSections(header, file);
  return [header.attrs, ...ids, table, ...(sections?.values() ?? [])];
}
