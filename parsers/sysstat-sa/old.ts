/**
 * Data files of sysstat before 12: format 0x2173 (10.3 to 11.7) and 0x2171 (9.1.6 to 10.2). They have the same
 * content as later ones, but structures are laid out as by a C compiler, and the file does not describe the layout:
 * the positions of the numbers are listed here, by activity and format, in the order in which `activities.ts` counts
 * them.
 */
import type { ByteView } from '../kit/byte-view.ts';

/** Position of a number in an item, and its type: 64 bits, a long, 32 bits. null: the format lacks it. */
export type FieldPosition = { readonly at: number; readonly kind: 'wide' | 'long' | 'word' } | null;

export interface OldLayout {
  /** The current format with the same numbers. */
  readonly magic: number;
  readonly places: readonly FieldPosition[];
  /** Position of the text that names the item; -1 if there is none. */
  readonly text: number;
}

const run = (
  kind: NonNullable<FieldPosition>['kind'],
  count: number,
  stride: number,
  from = 0,
): FieldPosition[] => Array.from({ length: count }, (_, index) => ({ at: from + index * stride, kind }));

const wides = (count: number) => run('wide', count, 16);
const longs = (count: number) => run('long', count, 8);
const words = (count: number) => run('word', count, 4);
const at = (kind: NonNullable<FieldPosition>['kind'], ...offsets: readonly number[]): FieldPosition[] =>
  offsets.map(offset => ({ at: offset, kind }));

const layout = (magic: number, places: readonly FieldPosition[], text = -1): OldLayout => ({
  magic,
  places,
  text,
});

/** Formats of items that sysstat 10 and 11 wrote: `a`, the first of an activity, `b` and `c` after it. */
const [a, b, c] = [0x8a, 0x8b, 0x8c];

/** By activity and format; a function if the layout depends on the size of the item. */
const layouts: Readonly<Record<string, OldLayout | ((size: number) => OldLayout)>> = {
  [`1 ${a}`]: size => layout(0x8b, wides(size / 16)),
  [`2 ${a}`]: layout(0x8b, [...at('wide', 0), ...at('long', 16)]),
  [`3 ${a}`]: layout(0x8b, wides(1)),
  [`4 ${a}`]: layout(0x8a, longs(2)),
  [`5 ${a}`]: layout(0x8a, longs(8)),
  [`6 ${a}`]: layout(0x8b, words(5)),
  [`6 ${b}`]: layout(0x8b, run('wide', 5, 8)),
  [`7 ${a}`]: size => layout(0x8b, longs(Math.min(17, size / 8))),
  [`8 ${a}`]: layout(0x8b, words(4)),
  [`9 ${a}`]: layout(0x8c, [...at('long', 0), null, ...at('word', 20, 8, 12, 16)]),
  [`9 ${b}`]: layout(0x8c, [...at('long', 0, 8), ...at('word', 28, 16, 20, 24)]),
  [`10 ${a}`]: layout(0x8b, words(7)),
  [`11 ${a}`]: layout(0x8c, [
    ...at('long', 64),
    null,
    null,
    ...at('wide', 0, 16),
    null,
    ...at('long', 32, 40, 48, 56),
    ...at('word', 72, 76),
  ]),
  [`11 ${b}`]: layout(0x8c, [
    ...at('wide', 0),
    null,
    null,
    ...at('long', 16, 24),
    null,
    ...at('word', 32, 36, 40, 44, 48, 52),
  ]),
  [`12 ${a}`]: layout(0x8d, longs(7), 56),
  [`12 ${b}`]: layout(0x8d, wides(7), 112),
  [`12 ${c}`]: layout(0x8d, [...wides(7), ...at('word', 112)], 116),
  [`13 ${a}`]: layout(0x8c, longs(9), 72),
  [`13 ${b}`]: layout(0x8c, wides(9), 144),
  [`14 ${a}`]: layout(0x8a, words(6)),
  [`15 ${a}`]: layout(0x8a, words(11)),
  [`16 ${a}`]: layout(0x8a, words(6)),
  [`17 ${a}`]: layout(0x8c, longs(8)),
  [`17 ${b}`]: layout(0x8c, wides(8)),
  [`18 ${a}`]: layout(0x8c, longs(8)),
  [`18 ${b}`]: layout(0x8c, wides(8)),
  [`19 ${a}`]: layout(0x8a, longs(14)),
  [`20 ${a}`]: layout(0x8a, longs(12)),
  [`21 ${a}`]: layout(0x8a, longs(4)),
  [`22 ${a}`]: layout(0x8a, longs(5)),
  [`23 ${a}`]: layout(0x8a, longs(4)),
  [`24 ${a}`]: layout(0x8a, words(4)),
  [`25 ${a}`]: layout(0x8c, longs(10)),
  [`25 ${b}`]: layout(0x8c, wides(10)),
  [`26 ${a}`]: layout(0x8c, longs(11)),
  [`26 ${b}`]: layout(0x8c, wides(11)),
  [`27 ${a}`]: layout(0x8a, longs(17)),
  [`28 ${a}`]: layout(0x8a, longs(11)),
  [`29 ${a}`]: layout(0x8a, longs(4)),
  [`30 ${a}`]: layout(0x8a, longs(1)),
  [`34 ${a}`]: layout(0x8b, longs(2)),
  [`37 ${a}`]: layout(0x8b, wides(5), 80),
  [`39 ${a}`]: layout(0x8a, words(5)),
};

const sizes = { wide: 8, long: 8, word: 4 } as const;

/** null if the activity is not supported, or its items are too short. */
export function oldLayout(id: number, magic: number, size: number): OldLayout | null {
  const found = layouts[`${id} ${magic}`];
  const layout = typeof found === 'function' ? found(size) : found;
  const isWhole = layout?.places.every(place => place === null || place.at + sizes[place.kind] <= size);
  return layout && isWhole && layout.text < size ? layout : null;
}

/** @param longSize bytes of a long on the machine that wrote it; it is stored in eight bytes either way */
export function placeValue(fields: ByteView, start: number, place: FieldPosition, longSize: number): number {
  if (place === null) return Number.NaN;
  const { at: offset, kind } = place;
  const isShort = kind === 'word' || (kind === 'long' && longSize === 4);
  return isShort ? fields.u32(start + offset) : fields.u64(start + offset);
}

/** Bytes of a record's header: two uptimes, the time, and the type, each in 16 bytes. */
export const oldRecordSize = 48;
export const oldRecord = { uptime: 0, uptimeOfOne: 16, seconds: 32, type: 40 } as const;
/** Bytes of the description of an activity. */
export const oldActivitySize = 20;
