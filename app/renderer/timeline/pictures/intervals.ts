/** Intervals in lanes: threads on CPUs, nested slices, or states of threads. */

import type { Interval } from '../../lib/interval.ts';
import type { IntervalAbout } from '../../state/chosen-interval.ts';
import type { Hit, Lane, MeantCell, Surface, TrackKey, TrackPicture } from '../kinds/kind.ts';
import { firstAbove, placing, snapped } from './pixels.ts';

/** One line of intervals, sorted by begin. They overlap only as shares of one bucket, with the same begin. */
export interface IntervalLine {
  /** ns since the origin. */
  readonly since: Float64Array;
  readonly duration: Float64Array;
  /** Indexes into the colours. */
  readonly colour: Int32Array;
  /** Bottom and top of the bar, as shares of the line's height. */
  readonly low: Float64Array;
  readonly high: Float64Array;
  /** Text drawn on it if it fits; empty: none. */
  label(at: number): string;
  /** Short text for beside the track. */
  value(at: number): string;
  /** Full description. */
  words(at: number): string;
  row?(at: number): MeantCell | undefined;
  about?(at: number): IntervalAbout | undefined;
}

export interface IntervalLane {
  readonly name: string;
  readonly row?: MeantCell;
  /** The first on top. */
  readonly lines: readonly IntervalLine[];
}

/** Position of a lane, px. */
export interface LaneBox {
  readonly top: number;
  readonly height: number;
}

interface Intervals {
  readonly lanes: readonly IntervalLane[];
  /** Epoch ns. */
  readonly origin: bigint;
  readonly extent: Interval | null;
  readonly about: string;
  readonly keys: readonly TrackKey[];
  /** The colours of the keys come first. */
  readonly colours: readonly string[];
  /** px of a line. */
  readonly lineHeight: number;
  /** True if lanes have names beside them. */
  readonly areNamed: boolean;
  /** Drawn over the intervals. */
  drawOver?(surface: Surface, boxes: readonly LaneBox[]): void;
}

/** px between lanes, and of a line that is wide enough for words. */
const gap = 3;
const minForWords = { width: 34, height: 11 };
/** Average width of a letter, px, which is faster than measuring each text. */
const letter = 5.9;

export const wordsFont = '10.5px "Inter Variable", sans-serif';

export function intervalsPicture(content: Intervals): TrackPicture {
  const { lanes, origin } = content;
  const lines = lanes.reduce((sum, lane) => sum + lane.lines.length, 0);
  const boxesIn = (height: number): readonly LaneBox[] => {
    const room = (height - gap * (lanes.length - 1)) / Math.max(1, lines);
    let top = 0;
    return lanes.map(lane => {
      const box = { top, height: room * lane.lines.length };
      top += box.height + gap;
      return box;
    });
  };
  const named = lanes.map(lane => ({
    name: lane.name,
    ...(lane.row && { row: lane.row }),
    at: (moment: bigint) => {
      const since = Number(moment - origin);
      // The innermost interval in progress has the value.
      for (const line of [...lane.lines].reverse()) {
        const at = intervalAt(line, since);
        if (at >= 0) return line.value(at);
      }
      return '';
    },
  }));
  return {
    isEmpty: lines === 0,
    about: content.about,
    keys: content.keys,
    colours: content.colours,
    ...(content.areNamed && { lanes: named satisfies readonly Lane[] }),
    minHeight: lines * content.lineHeight + gap * (lanes.length - 1),
    peak: '',
    extent: content.extent,
    draw(surface) {
      const boxes = boxesIn(surface.height);
      surface.context.font = wordsFont;
      surface.context.textBaseline = 'middle';
      lanes.forEach((lane, i) => {
        const { top, height } = boxes[i]!;
        const each = height / lane.lines.length;
        for (const [row, line] of lane.lines.entries())
          drawLine(line, surface, origin, top + row * each, each);
      });
      content.drawOver?.(surface, boxes);
    },
    at: () => ({ whole: '', keys: content.keys.map(() => '') }),
    hit(x, y, { scale, height }) {
      const boxes = boxesIn(height);
      const lane = boxes.findIndex(({ top, height }) => y >= top && y < top + height);
      const found = lanes[lane];
      if (!found) return null;
      const { top, height: high } = boxes[lane]!;
      const line =
        found.lines[Math.min(found.lines.length - 1, Math.floor(((y - top) / high) * found.lines.length))]!;
      const at = intervalAt(line, Number(scale.time(x) - origin));
      if (at < 0) return null;
      const from = origin + BigInt(Math.round(line.since[at]!));
      const row = line.row?.(at) ?? found.row;
      const about = line.about?.(at);
      return {
        text: [found.name, line.words(at)].filter(Boolean).join(': '),
        interval: { from, to: from + BigInt(Math.max(1, Math.round(line.duration[at]!))) },
        ...(row && { row }),
        ...(about && { about }),
      } satisfies Hit;
    },
  };
}

/** The interval in progress at a moment; of several with the same begin, the first; -1 if none. */
function intervalAt({ since, duration }: IntervalLine, moment: number): number {
  let at = firstAbove(since, moment) - 1;
  if (at < 0 || since[at]! + duration[at]! <= moment) return -1;
  while (at > 0 && since[at - 1] === since[at]) at--;
  return at;
}

function drawLine(line: IntervalLine, surface: Surface, origin: bigint, top: number, height: number): void {
  const { context, scale, ratio, colours, muted } = surface;
  const { since, duration, colour, low, high } = line;
  const place = placing(origin, scale);
  const begin = Number(scale.from - origin);
  const [pixel, inner] = [1 / ratio, Math.max(1, height - 1)];
  let at = Math.max(0, firstAbove(since, begin) - 1);
  while (at > 0 && since[at - 1] === since[at]) at--;
  // An interval within a pixel already painted is skipped, unless it is stacked on the one there.
  let [painted, last] = [Number.NEGATIVE_INFINITY, -1];
  const words: number[] = [];
  for (; at < since.length && since[at]! < begin + scale.length; at++) {
    if (since[at]! + duration[at]! < begin) continue;
    const left = snapped(Math.max(0, place(since[at]!)), ratio);
    const right = Math.max(
      left + pixel,
      snapped(Math.min(scale.width, place(since[at]! + duration[at]!)), ratio),
    );
    if (right <= painted && low[at] === 0) continue;
    if (colour[at] !== last) {
      last = colour[at]!;
      context.fillStyle = colours[last] ?? muted;
    }
    const foot = snapped(top + inner * (1 - low[at]!), ratio);
    const head = Math.min(foot - pixel, snapped(top + inner * (1 - high[at]!), ratio));
    // A thin gap between neighbours of the same colour, if they are wide enough.
    const hair = right - left > 4 ? pixel : 0;
    context.fillRect(left, head, right - left - hair, foot - head);
    painted = Math.max(painted, right);
    if (right - left >= minForWords.width && height >= minForWords.height) words.push(at);
  }
  context.fillStyle = surface.background;
  for (const each of words) {
    const text = line.label(each);
    const left = Math.max(0, place(since[each]!));
    const room = Math.floor(
      (Math.min(scale.width, place(since[each]! + duration[each]!)) - left - 8) / letter,
    );
    if (text === '' || room < 3) continue;
    context.fillText(
      text.length > room ? `${text.slice(0, room - 1)}…` : text,
      left + 4,
      top + inner / 2 + 0.5,
    );
  }
}
