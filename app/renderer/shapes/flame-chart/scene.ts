/** The visible part of a flame chart as rectangles and labels, independent of the canvas. */

import type { Colours } from '../../state/colours.ts';
import { lineColours } from '../../state/colours.ts';
import { opacities, type Paint } from '../flame/palette.ts';
import { fitted, type Label, type Scene, type Strip, stripHeight } from '../flame/scene.ts';
import { type BoxLayout, firstAfter, nameOf, titleHeight } from './boxes.ts';

/** The visible part: ns since the zero of the layout, and px. */
export interface Sight {
  readonly from: number;
  readonly to: number;
  readonly width: number;
  /** px that it is scrolled down, and that are seen. */
  readonly scrolled: number;
  readonly height: number;
  readonly ratio: number;
}

export interface Painted {
  readonly paints: readonly Paint[];
  /** By row. */
  readonly paintOf: Uint16Array;
}

/** Paint number of titles. */
const titlePaint = 0;
/** Number of opacities: a merged box is fainter the less its name covers. */
const steps = 4;

/** Functions have the colour of their module, slices a colour by name. */
export function paintsOf(layout: BoxLayout, colours: Colours): Painted {
  const paints: Paint[] = [{ fill: 'var(--surface)', text: 'var(--text)', opacity: 0 }];
  const places = new Map<string, number>();
  const paintIndex = (fill: string, opacity: number) => {
    const key = `${fill} ${opacity}`;
    const index = places.get(key) ?? paints.push({ fill, text: 'var(--on-block)', opacity }) - 1;
    places.set(key, index);
    return index;
  };
  const { function: func, module, slice, covered } = layout.cast;
  const ofModules = module.values.map(path => colours.module(path));
  const fills = [...ofModules, ...lineColours(slice.values), 'var(--other)'];
  const fillOf = (row: number) => {
    if (module.index[row]! >= 0) return module.index[row]!;
    return slice.index[row]! >= 0 ? ofModules.length + slice.index[row]! : fills.length - 1;
  };
  const unknown = func.values.indexOf('[unknown]');
  // A paint per row would be computed from texts, 60 ms for 150,000 rows.
  const known = new Int32Array(fills.length * steps * 2).fill(-1);
  const paintOf = new Uint16Array(layout.rows);
  for (let row = 0; row < layout.rows; row++) {
    const fill = fillOf(row);
    const share = Math.max(1, Math.ceil((covered[row]! / 100) * steps));
    const isUnknown = unknown >= 0 && func.index[row] === unknown;
    const at = (fill * steps + share - 1) * 2 + (isUnknown ? 1 : 0);
    if (known[at]! < 0) {
      const opacity = isUnknown ? opacities.unknown : opacities.known;
      known[at] = paintIndex(fills[fill]!, Number((opacity * (0.35 + 0.65 * (share / steps))).toFixed(3)));
    }
    paintOf[row] = known[at]!;
  }
  return { paints, paintOf };
}

const gapFrom = 3;
const labelFrom = 24;
const labelMargin = 4;

/** @param letter width of a letter, px */
export function sceneOf(layout: BoxLayout, { paintOf }: Painted, sight: Sight, letter: number): Scene {
  const { from, to, width, scrolled, height, ratio } = sight;
  const scale = width / (to - from);
  const snap = (time: number) => Math.round((time - from) * scale * ratio) / ratio;
  const strips: Strip[] = [];
  const labels: Label[] = [];
  const isSeen = (y: number, tall: number) => y + tall > scrolled && y < scrolled + height;
  for (const { name, y, levels } of layout.bands) {
    if (isSeen(y, titleHeight))
      labels.push({
        text: fitted(name, Math.floor((width - 12) / letter)),
        x: 6,
        y: y + titleHeight / 2 - scrolled,
        width: width - 12,
        paint: titlePaint,
      });
    for (const level of levels) {
      if (!isSeen(level.y, stripHeight)) continue;
      const rects: number[] = [];
      for (let row = firstAfter(layout, level, from); row < level.to && layout.start[row]! < to; row++) {
        const x = Math.max(0, snap(layout.start[row]!));
        const wide = Math.max(1 / ratio, Math.min(width, snap(layout.end[row]!)) - x);
        const inner = wide >= gapFrom ? wide - 1 : wide;
        rects.push(x, inner, paintOf[row]!);
        if (wide < labelFrom) continue;
        const room = inner - labelMargin;
        const text = fitted(nameOf(layout, row), Math.floor(room / letter));
        if (text !== '')
          labels.push({
            text,
            x: x + labelMargin,
            y: level.y + stripHeight / 2 - scrolled,
            width: room,
            paint: paintOf[row]!,
          });
      }
      strips.push({ y: level.y - scrolled, rects });
    }
  }
  return { strips, labels };
}
