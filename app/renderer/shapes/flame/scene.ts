/** What of a layout is drawn where: rectangles by paint, and the words on them. Nothing of it knows a canvas. */

import { nameOf } from './frames.ts';
import { firstEndingAfter, type Layout } from './layout.ts';

/** What of the picture is seen, and how large. */
export interface Sight {
  /** Weights at the left and right edge. */
  readonly from: number;
  readonly to: number;
  /** px */
  readonly width: number;
  readonly height: number;
  /** px that the picture is scrolled down. */
  readonly scrolled: number;
  readonly rootIsBelow: boolean;
  /** Device pixels per px: edges are on whole ones. */
  readonly ratio: number;
}

export const rowHeight = 19;
/** px between rows and, where there is room, between blocks. */
const gap = 1;
/** Below this a block has no gap of its own, px. */
const gapFrom = 3;
/** Below this no letter fits, px. */
const labelFrom = 24;
const labelMargin = 5;
const markHeight = 2;

export interface Label {
  readonly text: string;
  readonly x: number;
  /** Of the middle of the line. */
  readonly y: number;
  /** Room, px. */
  readonly width: number;
  readonly paint: number;
}

export interface Scene {
  /** By paint: x, y, width, height of its rectangles. */
  readonly rects: readonly (readonly number[])[];
  readonly labels: readonly Label[];
}

export interface Paints {
  /** How many there are. */
  readonly count: number;
  /** By block. */
  readonly of: Uint16Array;
  /** Of branches left out. */
  readonly rest: number;
  /** Of the line under blocks that are marked. */
  readonly mark: number;
}

/** Height of all levels, and of one more for branches left out on the last, px. */
export function heightOf({ levels }: Layout): number {
  return levels.length * rowHeight;
}

/** Where a level is drawn: px from the top of what is seen. */
export function topOf(layout: Layout, level: number, sight: Sight): number {
  const height = Math.max(heightOf(layout), sight.height);
  return (sight.rootIsBelow ? height - (level + 1) * rowHeight : level * rowHeight) - sight.scrolled;
}

/** The level drawn at `y`, px from the top of what is seen. */
export function levelAt(layout: Layout, y: number, sight: Sight): number {
  const height = Math.max(heightOf(layout), sight.height);
  const at = y + sight.scrolled;
  return Math.floor((sight.rootIsBelow ? height - at : at) / rowHeight);
}

/**
 * Blocks narrower than a device pixel are found by halving from one pixel to the next, so that the work depends on what
 * is seen and not on how many blocks there are.
 *
 * @param letter px that a letter takes
 * @param isMarked by block: 1 where a line is drawn under it
 */
export function sceneOf(
  layout: Layout,
  paints: Paints,
  sight: Sight,
  letter: number,
  isMarked?: Uint8Array,
): Scene {
  const { levels, start, end, rest } = layout;
  const rects: number[][] = Array.from({ length: paints.count }, () => []);
  const labels: Label[] = [];
  const scale = sight.width / (sight.to - sight.from);
  const snap = (x: number) => Math.round(x * sight.ratio) / sight.ratio;
  const left = (weight: number) => Math.max(0, snap((weight - sight.from) * scale));
  const right = (weight: number) => Math.min(sight.width, snap((weight - sight.from) * scale));
  const pixel = 1 / sight.ratio;
  for (let level = 0; level < levels.length - 1; level++) {
    const y = topOf(layout, level, sight);
    if (y + rowHeight <= 0 || y >= sight.height) continue;
    const stop = levels[level + 1]!;
    let block = firstEndingAfter(end, levels[level]!, stop, sight.from);
    while (block < stop && start[block]! < sight.to) {
      const x = left(start[block]!);
      const until = right(end[block]!);
      const width = Math.max(pixel, until - x);
      const inner = width >= gapFrom ? width - gap : width;
      addRect(rects[paints.of[block]!]!, x, y, inner, rowHeight - gap);
      if (width >= labelFrom) {
        const room = inner - labelMargin;
        const text = fitted(labelOf(layout, block), Math.floor(room / letter));
        if (text !== '')
          labels.push({
            text,
            x: x + labelMargin,
            y: y + (rowHeight - gap) / 2,
            width: room,
            paint: paints.of[block]!,
          });
      }
      if (isMarked?.[block]) rects[paints.mark]!.push(x, y + rowHeight - gap - markHeight, inner, markHeight);
      if (rest[block]! > 0) {
        const begin = restStart(layout, block);
        const [from, to] = [left(begin), right(begin + rest[block]!)];
        if (to - from >= 1)
          rects[paints.rest]!.push(from, topOf(layout, level + 1, sight), to - from, rowHeight - gap);
      }
      // The next block that reaches beyond this pixel.
      block =
        until > x ? block + 1 : firstEndingAfter(end, block + 1, stop, sight.from + (x + pixel) / scale);
    }
  }
  const all = rootEnd(layout);
  if (sight.to > all) {
    const y = topOf(layout, 0, sight);
    const x = left(all);
    if (sight.width - x >= 1) rects[paints.rest]!.push(x, y, sight.width - x, rowHeight - gap);
  }
  return { rects, labels };
}

/** Adds a rectangle, or makes the one before it wider where they touch: of narrow blocks there may be thousands. */
function addRect(list: number[], x: number, y: number, width: number, height: number): void {
  const last = list.length - 4;
  const touches = last >= 0 && list[last + 1] === y && Math.abs(list[last]! + list[last + 2]! - x) < 1e-6;
  if (touches) list[last + 2]! += width;
  else list.push(x, y, width, height);
}

/** Where the branches begin that are left out on a block: they are the lightest, and so right of all others. */
export function restStart({ start, end, children }: Layout, block: number): number {
  const [from, to] = [children[block]!, children[block + 1]!];
  return to > from ? end[to - 1]! : start[block]!;
}

/** Where the last root ends: what is right of it, in all, are roots left out. */
export function rootEnd({ end, levels }: Layout): number {
  return end[(levels[1] ?? 0) - 1] ?? 0;
}

/** The name of a block; of a run of unknown frames how many there are, too. */
export function labelOf({ frames, row, run }: Layout, block: number): string {
  const name = nameOf(frames, row[block]!);
  return run[block]! > 1 ? `${name} ×${run[block]}` : name;
}

/** The text, or its beginning with an ellipsis, in at most so many letters; empty where that says nothing. */
export function fitted(text: string, letters: number): string {
  if (text.length <= letters) return text;
  return letters < 3 ? '' : `${text.slice(0, letters - 1)}…`;
}
