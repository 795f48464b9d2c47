/** Values over time as lines, with gaps where nothing was measured. */
import { formatNumber } from '../../../wording/numbers.ts';
import type { Interval } from '../../lib/interval.ts';
import type { Surface, TrackKey, TrackPicture } from '../kinds/kind.ts';
import { type Line, valueAt } from '../line-data.ts';
import { inView, placing } from './pixels.ts';

export interface DrawnLine {
  readonly line: Line;
  /** Index into the colours. */
  readonly colour: number;
  /** The values at the bottom and at the top of the track. */
  readonly low: number;
  readonly high: number;
}

interface Placed extends DrawnLine {
  readonly origin: bigint;
  readonly since: Float64Array;
  /** True if the smallest and largest value differ in some bucket. */
  readonly isSpread: boolean;
}

/** Lines with fewer points than this mark each point. */
const dotted = 3;
/** px kept free at the edges for the width of lines. */
const margin = { top: 2, bottom: 1 };

interface Lines {
  readonly title: string;
  readonly lines: readonly DrawnLine[];
  readonly about: string;
  /** One key per line, whether drawn or hidden. */
  readonly keys: readonly TrackKey[];
  /** The line of each key, in the order of `keys`. */
  readonly ofKeys: readonly (Line | null)[];
}

export function linesPicture({ title, lines, about, keys, ofKeys }: Lines): TrackPicture {
  const placed = lines.map(placedLine);
  const isAlone = keys.length === 1;
  const unit = new Set(lines.map(({ line }) => line.unit)).size === 1;
  const peak = Math.max(...lines.map(({ line }) => largest(line.max)));
  return {
    isEmpty: lines.length === 0,
    title,
    about,
    keys: isAlone ? [] : keys,
    colours: keys.map(({ colour }) => colour),
    peak: unit && Number.isFinite(peak) ? formatNumber(peak) : '',
    extent: extentOf(lines),
    draw(surface) {
      for (const line of placed) if (line.isSpread) drawSpread(line, surface);
      for (const line of placed) drawMean(line, surface, isAlone);
    },
    at(moment) {
      const words = ofKeys.map(line => (line ? wordsOf(valueAt(line, moment)) : ''));
      return { whole: isAlone ? (words[0] ?? '') : '', keys: words };
    },
    over: interval => (isAlone && lines[0] ? meanOver(lines[0].line, interval) : ''),
  };
}

function largest(values: Float64Array): number {
  let max = Number.NEGATIVE_INFINITY;
  // False for NaN, which is a gap.
  for (const value of values) if (value > max) max = value;
  return max;
}

/** Text of a value; `–` if nothing was measured. */
const wordsOf = (value: number): string => (Number.isNaN(value) ? '–' : formatNumber(value));

function placedLine(drawn: DrawnLine): Placed {
  const { times, min, max } = drawn.line;
  const origin = times[0] ?? 0n;
  return {
    ...drawn,
    origin,
    since: Float64Array.from(times, time => Number(time - origin)),
    isSpread: min.some((value, at) => value !== max[at]!),
  };
}

function extentOf(lines: readonly DrawnLine[]): Interval | null {
  let extent: Interval | null = null;
  for (const { line } of lines) {
    const [from, to] = [line.times[0], line.times.at(-1)];
    if (from === undefined || to === undefined) continue;
    extent = {
      from: extent && extent.from < from ? extent.from : from,
      to: extent && extent.to > to ? extent.to : to,
    };
  }
  return extent;
}

function yOf({ low, high }: DrawnLine, height: number): (value: number) => number {
  const room = height - margin.top - margin.bottom;
  const share = room / (high - low || 1);
  return value => height - margin.bottom - (value - low) * share;
}

function drawMean(drawn: Placed, surface: Surface, isFilled: boolean): void {
  const { context, scale, height, colours } = surface;
  const { values } = drawn.line;
  const [first, end] = inView(drawn.since, drawn.origin, scale);
  const x = placing(drawn.origin, scale);
  const y = yOf(drawn, height);
  const colour = colours[drawn.colour]!;
  context.strokeStyle = colour;
  context.fillStyle = colour;
  context.lineJoin = 'round';
  context.lineWidth = 1.5;
  const bottom = y(Math.max(0, drawn.low));
  for (let at = first; at < end; ) {
    if (Number.isNaN(values[at]!)) {
      at++;
      continue;
    }
    const begin = at;
    context.beginPath();
    while (at < end && !Number.isNaN(values[at]!)) {
      context.lineTo(x(drawn.since[at]!), y(values[at]!));
      at++;
    }
    context.stroke();
    if (isFilled) {
      context.lineTo(x(drawn.since[at - 1]!), bottom);
      context.lineTo(x(drawn.since[begin]!), bottom);
      context.globalAlpha = 0.16;
      context.fill();
      context.globalAlpha = 1;
    }
    // One value between two gaps has no line, and is drawn as a dot.
    if (at - begin === 1 || values.length <= dotted)
      for (let dot = begin; dot < at; dot++) drawDot(context, x(drawn.since[dot]!), y(values[dot]!));
  }
}

function drawDot(context: CanvasRenderingContext2D, x: number, y: number): void {
  context.beginPath();
  context.arc(x, y, 2, 0, 2 * Math.PI);
  context.fill();
}

/** Draws the range from the smallest to the largest value of each bucket, so that averages hide no peak. */
function drawSpread(drawn: Placed, { context, scale, height, colours }: Surface): void {
  const { min, max } = drawn.line;
  const [first, end] = inView(drawn.since, drawn.origin, scale);
  const x = placing(drawn.origin, scale);
  const y = yOf(drawn, height);
  context.strokeStyle = colours[drawn.colour]!;
  context.globalAlpha = 0.45;
  context.lineWidth = 1;
  context.beginPath();
  for (let at = first; at < end; at++) {
    if (Number.isNaN(min[at]!) || min[at] === max[at]) continue;
    context.moveTo(x(drawn.since[at]!), y(min[at]!));
    context.lineTo(x(drawn.since[at]!), y(max[at]!));
  }
  context.stroke();
  context.globalAlpha = 1;
}

function meanOver({ times, values }: Line, { from, to }: Interval): string {
  let [sum, count] = [0, 0];
  for (let at = 0; at < times.length; at++) {
    if (times[at]! < from || times[at]! >= to || Number.isNaN(values[at]!)) continue;
    sum += values[at]!;
    count++;
  }
  return count > 0 ? `mean ${formatNumber(sum / count)}` : '';
}
