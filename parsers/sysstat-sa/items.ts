/** The items of a sample: their numbers, their names, and the sum over the CPUs. */

import type { ByteView } from '../kit/byte-view.ts';
import type { ActivityLayout } from './activities.ts';
import type { FileActivity } from './header.ts';
import { placeValue } from './old.ts';

export interface Item {
  readonly fields: Float64Array;
}

/** Where the items of an activity are. */
export interface ItemPlace {
  readonly fields: ByteView;
  readonly start: number;
  /** Number of items; of rows of them if they have inner ones. */
  readonly count: number;
}

/**
 * The items of an activity by name, interrupts by `cpu name` (CPU 0 is all of them).
 *
 * @param before items of the previous sample, for the sum over the CPUs
 */
export function itemsAt(
  { fields, start, count }: ItemPlace,
  file: FileActivity,
  layout: ActivityLayout,
  longSize: number,
  before: ReadonlyMap<string, Item>,
): Map<string, Item> {
  const items = new Map<string, Item>();
  const names = layout.name === 'interrupt' ? interruptNames(fields, start, file, layout) : null;
  for (let index = 0; index < count * file.inner; index++) {
    const at = start + index * file.size;
    const numbers = numbersAt(fields, at, file, longSize, layout);
    const name =
      names === null
        ? nameOf(layout, fields, at, index, file, numbers)
        : `${Math.floor(index / file.inner)} ${names[index % file.inner]}`;
    items.set(name, { fields: numbers });
  }
  if (layout.sum !== undefined) addUpCpus(items, before, layout.sum);
  return items;
}

/** The numbers of an item at the positions of its layout; NaN for fields that the file lacks. */
function numbersAt(
  fields: ByteView,
  start: number,
  { types, size, old }: FileActivity,
  longSize: number,
  layout: ActivityLayout,
): Float64Array {
  const [wides, longs, words] = layout.types;
  const numbers = new Float64Array(wides + longs + words + 1).fill(Number.NaN);
  if (old) {
    for (const [field, place] of old.places.entries())
      numbers[field] = placeValue(fields, start, place, longSize);
    const duplex = start + old.text + (layout.textLength ?? 0);
    if (old.text >= 0 && duplex < start + size) numbers[wides + longs + words] = fields.u8(duplex);
    return numbers;
  }
  const longsAt = start + types[0] * 8;
  const wordsAt = longsAt + types[1] * 8;
  for (let at = 0; at < Math.min(wides, types[0]); at++) numbers[at] = fields.u64(start + at * 8);
  for (let at = 0; at < Math.min(longs, types[1]); at++) {
    numbers[wides + at] = longSize === 4 ? fields.u32(longsAt + at * 8) : fields.u64(longsAt + at * 8);
  }
  for (let at = 0; at < Math.min(words, types[2]); at++)
    numbers[wides + longs + at] = fields.u32(wordsAt + at * 4);
  // The byte after the name of an interface is its duplex mode.
  const after = start + mapped(types) + (layout.textLength ?? 0);
  if (layout.textLength !== undefined && after < start + size)
    numbers[wides + longs + words] = fields.u8(after);
  return numbers;
}

function nameOf(
  { name, textLength }: ActivityLayout,
  fields: ByteView,
  at: number,
  index: number,
  { types, old, size }: FileActivity,
  numbers: Float64Array,
): string {
  if (typeof name === 'function') return name(numbers);
  if (name === 'cpu') return index === 0 ? 'all' : String(index - 1);
  if (name === 'line') return index === 0 ? 'sum' : String(index - 1);
  if (name === 'none') return String(index);
  return old
    ? fields.fixed(at + old.text, Math.min(textLength!, size - old.text))
    : fields.fixed(at + mapped(types), textLength!);
}

/** The names of interrupts come only with the counts of all CPUs, which are first. */
function interruptNames(
  fields: ByteView,
  start: number,
  file: FileActivity,
  layout: ActivityLayout,
): string[] {
  const text = start + mapped(file.types);
  return Array.from({ length: file.inner }, (_, index) =>
    fields.fixed(text + index * file.size, layout.textLength!),
  );
}

/** Bytes of the numbers of an item. */
const mapped = ([wides, longs, words]: FileActivity['types']): number => wides * 8 + longs * 8 + words * 4;

/**
 * sar adds up the CPUs that are in both samples: the kernel's own sum jumps when CPUs are added or removed, or is not
 * in the file.
 */
function addUpCpus(
  now: Map<string, Item>,
  before: ReadonlyMap<string, Item>,
  { states }: NonNullable<ActivityLayout['sum']>,
): void {
  const all = now.get('all');
  if (all === undefined || now.size < 2) return;
  const sum = Float64Array.from(before.get('all')?.fields ?? all.fields);
  for (const field of states) sum[field] = 0;
  for (const [name, { fields }] of now) {
    if (name === 'all') continue;
    const old = before.get(name)?.fields;
    for (let field = 0; field < sum.length; field++) {
      if (states.includes(field)) sum[field]! += fields[field]!;
      else if (old !== undefined) sum[field]! += Math.max(0, fields[field]! - old[field]!);
    }
  }
  now.set('all', { fields: sum });
}
