/** The visible part of a layout: strips of rectangles with labels, independent of the canvas. */

import { nameOf } from './frames.ts';
import { firstEndingAfter, type Layout } from './layout.ts';

/** The visible part of the picture, and its size. */
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
  /** Device pixels per px: edges are aligned to device pixels. */
  readonly ratio: number;
}

export const rowHeight = 19;
/** px between rows and, if they are wide enough, between blocks. */
const gap = 1;
/** Height of the rectangles of a strip, px. */
export const stripHeight = rowHeight - gap;
/** Narrower blocks have no gap, px. */
const gapFrom = 3;
/** Narrower blocks have no label, px. */
const labelFrom = 24;
const labelMargin = 5;
const markHeight = 2;

export interface Label {
  readonly text: string;
  readonly x: number;
  /** Middle of the line. */
  readonly y: number;
  /** Room, px. */
  readonly width: number;
  readonly paint: number;
}

/** The rectangles of a level, all of one height. */
export interface Strip {
  /** px from the top of the visible part. */
  readonly y: number;
  /** x, width and paint of each. */
  readonly rects: readonly number[];
}

export interface Scene {
  /** From the root on, those in view. */
  readonly strips: readonly Strip[];
  readonly labels: readonly Label[];
}

export interface Paints {
  paintOf(block: number): number;
  /** Paint of branches left out. */
  readonly rest: number;
}

/** Height of all levels, and of one more for branches left out on the last, px. */
export function heightOf({ levels }: Layout): number {
  return levels.length * rowHeight;
}

/** Top of a level, px from the top of the visible part. */
export function topOf(layout: Layout, level: number, sight: Sight): number {
  const height = Math.max(heightOf(layout), sight.height);
  return (sight.rootIsBelow ? height - (level + 1) * rowHeight : level * rowHeight) - sight.scrolled;
}

/** The level at `y`, px from the top of the visible part. */
export function levelAt(layout: Layout, y: number, sight: Sight): number {
  const height = Math.max(heightOf(layout), sight.height);
  const at = y + sight.scrolled;
  return Math.floor((sight.rootIsBelow ? height - at : at) / rowHeight);
}

/**
 * Draws one block per device pixel if blocks are narrower, found by binary search: the work depends on the
 * visible part, not on the number of blocks.
 *
 * @param letter width of a letter, px
 */
export function sceneOf(layout: Layout, paints: Paints, sight: Sight, letter: number): Scene {
  const { levels, start, end, rest } = layout;
  const strips: { y: number; rects: number[] }[] = [];
  const labels: Label[] = [];
  const { scale, pixel, left, right } = edgesOf(sight);
  const stripOf = (level: number) => {
    const y = topOf(layout, level, sight);
    return y + rowHeight > 0 && y < sight.height ? { y, rects: [] as number[] } : null;
  };
  let strip = stripOf(0);
  for (let level = 0; level < levels.length - 1; level++) {
    const next = stripOf(level + 1);
    const stop = levels[level + 1]!;
    // Callees left out on the blocks of a level are drawn in the next level.
    let block = strip || next ? firstEndingAfter(end, levels[level]!, stop, sight.from) : stop;
    while (block < stop && start[block]! < sight.to) {
      const x = left(start[block]!);
      const until = right(end[block]!);
      if (strip) {
        const width = Math.max(pixel, until - x);
        const inner = withoutGap(width);
        const paint = paints.paintOf(block);
        addRect(strip.rects, x, inner, paint);
        if (width >= labelFrom) {
          const room = inner - labelMargin;
          const text = fitted(labelOf(layout, block), Math.floor(room / letter));
          if (text !== '')
            labels.push({ text, x: x + labelMargin, y: strip.y + stripHeight / 2, width: room, paint });
        }
      }
      if (next && rest[block]! > 0) {
        const begin = restStart(layout, block);
        const [from, to] = [left(begin), right(begin + rest[block]!)];
        if (to - from >= 1) addRect(next.rects, from, to - from, paints.rest);
      }
      // The next block that reaches beyond this pixel.
      block =
        until > x ? block + 1 : firstEndingAfter(end, block + 1, stop, sight.from + (x + pixel) / scale);
    }
    if (level === 0 && strip) {
      const x = left(rootEnd(layout));
      if (sight.width - x >= 1) addRect(strip.rects, x, sight.width - x, paints.rest);
    }
    if (strip) strips.push(strip);
    strip = next;
  }
  if (strip) strips.push(strip);
  return { strips, labels };
}

/** Lines under those of the blocks that are visible: x, y, width, height of each. */
export function underlinesOf(layout: Layout, blocks: readonly number[], sight: Sight): readonly number[] {
  const lines: number[] = [];
  const { pixel, left, right } = edgesOf(sight);
  for (const block of blocks) {
    if (layout.end[block]! <= sight.from || layout.start[block]! >= sight.to) continue;
    const y = topOf(layout, layout.level[block]!, sight) + stripHeight - markHeight;
    if (y + markHeight <= 0 || y >= sight.height) continue;
    const x = left(layout.start[block]!);
    lines.push(x, y, withoutGap(Math.max(pixel, right(layout.end[block]!) - x)), markHeight);
  }
  return lines;
}

/** Converts weights to px of the visible part, rounded to device pixels. */
function edgesOf({ from, to, width, ratio }: Sight) {
  const scale = width / (to - from);
  const snap = (weight: number) => Math.round((weight - from) * scale * ratio) / ratio;
  return {
    /** px per unit of weight. */
    scale,
    /** A device pixel, px. */
    pixel: 1 / ratio,
    left: (weight: number) => Math.max(0, snap(weight)),
    right: (weight: number) => Math.min(width, snap(weight)),
  };
}

const withoutGap = (width: number) => (width >= gapFrom ? width - gap : width);

/** Adds a rectangle, or widens the one before it if they touch, because there may be thousands of narrow blocks. */
function addRect(rects: number[], x: number, width: number, paint: number): void {
  const last = rects.length - 3;
  const touches =
    last >= 0 && rects[last + 2] === paint && Math.abs(rects[last]! + rects[last + 1]! - x) < 1e-6;
  if (touches) rects[last + 1]! += width;
  else rects.push(x, width, paint);
}

/** Begin of the branches left out on a block: they are the lightest, so they come after all others. */
export function restStart({ start, end, children }: Layout, block: number): number {
  const [from, to] = [children[block]!, children[block + 1]!];
  return to > from ? end[to - 1]! : start[block]!;
}

/** End of the last root; to the right of it are the roots left out. */
export function rootEnd({ end, levels }: Layout): number {
  return end[(levels[1] ?? 0) - 1] ?? 0;
}

/** The name of a block; for a chain of unknown frames, with their number. */
export function labelOf({ frames, row, run }: Layout, block: number): string {
  const name = nameOf(frames, row[block]!);
  return run[block]! > 1 ? `${name} ×${run[block]}` : name;
}

/** Minimum number of letters of a shortened name. */
const minOfName = 4;

/** The text, or its beginning with an ellipsis, in at most `letters` letters; empty if too little of it fits. */
export function fitted(text: string, letters: number): string {
  if (text.length <= letters) return text;
  return letters <= minOfName ? '' : `${text.slice(0, letters - 1)}…`;
}
