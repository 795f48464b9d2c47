/** Shared parts of all drawings. Colours are classes, so that one drawing serves light, dark and paper. */

import { formatInteger } from '../../wording/numbers.ts';
import { timeTicks } from '../../wording/ticks.ts';
import { formatTick } from '../../wording/time.ts';
import { type Markup, markup, type Piece } from '../markup.ts';
import type { Range } from './drawn.ts';

/** px in the drawing's own coordinates; the page scales it. */
export const width = 760;
export const margin = { left: 8, right: 8, top: 22 };
export const inner = width - margin.left - margin.right;

/** Rounds to a tenth of a pixel. */
export const px = (value: number): string => String(Math.round(value * 10) / 10);

export const svg = (height: number, title: string, content: Piece): Markup =>
  markup`<svg viewBox="0 0 ${width} ${Math.ceil(height)}" role="img" aria-label="${title}" xmlns="http://www.w3.org/2000/svg">${content}</svg>`;

/** Round times at the top, with a line down from each. */
export function timeAxis(from: bigint, to: bigint, zone: string, bottom: number): Markup {
  const length = Number(to - from);
  const { at, step } = timeTicks(from, length, inner, zone, 84);
  return markup`${at.map(ns => {
    const x = margin.left + (ns / length) * inner;
    const isAtEdge = x < margin.left + 24 || x > width - margin.right - 24;
    return markup`<line class="grid" x1="${px(x)}" x2="${px(x)}" y1="${margin.top - 4}" y2="${px(bottom)}"/>${
      isAtEdge
        ? null
        : markup`<text class="tick" x="${px(x)}" y="${margin.top - 9}">${formatTick(from + BigInt(Math.round(ns)), zone, step)}</text>`
    }`;
  })}`;
}

/** Number of distinct colours; all further categories are grey. */
export const categories = 8;
export const colourClass = (at: number): string => (at < categories ? `c${at}` : 'c-other');

export function legend(names: readonly string[]): Markup {
  return markup`<ul class="legend">${names.map(
    (name, at) =>
      markup`<li><svg class="key" viewBox="0 0 10 10" aria-hidden="true"><rect class="${colourClass(at)}" width="10" height="10" rx="2"/></svg>${name}</li>`,
  )}</ul>`;
}

/** States how many of the rows are drawn; null if all are. */
export const drawnOf = (drawn: number, total: number, what: string): Markup | null =>
  drawn < total
    ? markup`<p class="scale">${formatInteger(drawn)} of ${formatInteger(total)} ${what} are drawn.</p>`
    : null;

/** Shortens a text to `room` pixels; empty if fewer than four letters fit. */
export function shortened(text: string, room: number, letter: number): string {
  const letters = Math.floor(room / letter);
  return text.length <= letters ? text : letters > 3 ? `${text.slice(0, letters - 1)}…` : '';
}

/** Marked time ranges, behind everything else. */
export const shades = (
  marked: readonly Range[],
  x: (time: bigint) => number,
  top: number,
  bottom: number,
): readonly (Markup | null)[] =>
  marked.map(range => {
    const [a, b] = [Math.max(margin.left, x(range.from)), Math.min(width - margin.right, x(range.to))];
    return b > a
      ? markup`<rect class="shade" x="${px(a)}" y="${top}" width="${px(b - a)}" height="${px(bottom - top)}"/>`
      : null;
  });

/** The earliest and the latest time; 0 if there are none. */
export function extent(times: readonly bigint[]): readonly [from: bigint, to: bigint] {
  let [from = 0n] = times;
  let to = from;
  for (const time of times) {
    if (time < from) from = time;
    if (time > to) to = time;
  }
  return [from, to];
}
