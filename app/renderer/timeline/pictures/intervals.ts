/** Intervals in lanes: what runs on CPUs, slices under those they are part of, what threads were doing one state after the other. */
import type { IntervalAbout } from '../../state/chosen-interval.ts';
import type { Interval } from '../../state/scope.ts';
import type { Hit, Lane, MeantCell, Surface, TrackKey, TrackPicture } from '../kinds/kind.ts';
import { firstAbove, placing, snapped } from './pixels.ts';

/** One line of intervals, by when they begin. They overlap only where they share out one bucket, and then begin together. */
export interface IntervalLine {
  /** ns since the origin. */
  readonly since: Float64Array;
  readonly duration: Float64Array;
  /** Places among the colours. */
  readonly colour: Int32Array;
  /** Drawn from here to there, as shares of the line's height from its bottom. */
  readonly low: Float64Array;
  readonly high: Float64Array;
  /** Drawn on it where there is room; empty: nothing. */
  label(at: number): string;
  /** A word or two, for beside the track. */
  value(at: number): string;
  /** All there is to say of it. */
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

/** Where a lane lies, px. */
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
  /** The keys' first. */
  readonly colours: readonly string[];
  /** px of a line. */
  readonly lineHeight: number;
  /** Lanes have names beside them. */
  readonly areNamed: boolean;
  /** Drawn over the intervals. */
  drawOver?(surface: Surface, boxes: readonly LaneBox[]): void;
}

/** px between lanes, and of a line that is wide enough for words. */
const gap = 3;
const leastForWords = { width: 34, height: 11 };
/** px of a letter, on the average: cheaper than to measure each text. */
const letter = 5.9;

export const wordsFont = '10.5px "Inter Variable", sans-serif';

export function intervalsPicture(of: Intervals): TrackPicture {
  const { lanes, origin } = of;
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
      // The innermost that is going on says what was.
      for (const line of [...lane.lines].reverse()) {
        const at = intervalAt(line, since);
        if (at >= 0) return line.value(at);
      }
      return '';
    },
  }));
  return {
    isEmpty: lines === 0,
    about: of.about,
    keys: of.keys,
    colours: of.colours,
    ...(of.areNamed && { lanes: named satisfies readonly Lane[] }),
    least: lines * of.lineHeight + gap * (lanes.length - 1),
    peak: '',
    extent: of.extent,
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
      of.drawOver?.(surface, boxes);
    },
    at: () => ({ whole: '', keys: of.keys.map(() => '') }),
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

/** The interval that is going on then, of several that begin together the first; -1 where none is. */
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
  // What lies in a pixel that is painted adds nothing to it, unless it stands on what is there.
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
    // A hair between neighbours of one colour, where there is room for it.
    const hair = right - left > 4 ? pixel : 0;
    context.fillRect(left, head, right - left - hair, foot - head);
    painted = Math.max(painted, right);
    if (right - left >= leastForWords.width && height >= leastForWords.height) words.push(at);
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
