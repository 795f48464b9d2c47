/**
 * Flags: moments and intervals with a text. A moment is a pennant; an interval is a bar that is as long as the interval,
 * with its text inside or, if that does not fit, beside it. Flags too close for their texts are merged into one, which
 * shows the number of the others and opens all of them.
 */

import type { Interval } from '../../lib/interval.ts';
import type { Entry } from '../../lib/menu-entry.ts';
import type { TimeScale } from '../../lib/time-scale.ts';
import type { Session } from '../../state/session.ts';
import type { Hit, TrackPicture } from '../kinds/kind.ts';

export interface Flag {
  readonly from: bigint;
  /** Null for a moment. */
  readonly to: bigint | null;
  readonly text: string;
  /** CSS colours. */
  readonly colour: string;
  readonly ink: string;
  entries(session: Session): readonly Entry[];
}

/** px */
const [letter, padding, notch, gap, reach] = [6.6, 6, 5, 3, 4];

/** Minimum distance of flags, px: room for two letters. Closer flags are merged. */
const minDistance = 2 * padding + 2 * letter + gap;

interface Place {
  readonly flags: readonly [Flag, ...Flag[]];
  readonly left: number;
  /** Right end of the longest interval among `flags`, px. */
  readonly right: number;
  /** Where the text begins, px. */
  readonly text: number;
  /** True if the text stands on the colour of the flag, false if beside it. */
  readonly isInside: boolean;
  /** Right end of the text, px, which ends before the next flag. */
  readonly end: number;
}

/** Positions of the visible flags. */
export function flagPlaces(flags: readonly Flag[], scale: TimeScale): readonly Place[] {
  const places: { flags: [Flag, ...Flag[]]; left: number; right: number }[] = [];
  for (const flag of flags) {
    const left = scale.x(flag.from);
    const right = flag.to === null ? left + 1 : scale.x(flag.to);
    const before = places.at(-1);
    if (before && left - before.left < minDistance) {
      before.flags.push(flag);
      before.right = Math.max(before.right, right);
    } else places.push({ flags: [flag], left, right });
  }
  return places
    .map((place, i) => {
      const room = wordsOf(place.flags).length * letter + 2 * padding;
      const [left, right] = [Math.max(0, place.left), Math.min(scale.width, place.right)];
      const isInside =
        place.flags[0].to === null || right - left >= Math.min(room, scale.width - right + notch);
      const text = isInside ? Math.max(place.left, Math.min(left, right - room)) : right;
      const wantedRight = text + room + notch;
      const edge = Math.max(scale.width, place.left + minDistance - gap);
      return {
        ...place,
        text,
        isInside,
        end: Math.min(wantedRight, (places[i + 1]?.left ?? Number.POSITIVE_INFINITY) - gap, edge),
      };
    })
    .filter(({ left, right, end }) => Math.max(right, end) >= 0 && left <= scale.width);
}

const moreThan = (flags: readonly Flag[]): string => (flags.length > 1 ? `  +${flags.length - 1}` : '');

/** The text of the first flag, and the number of the others. */
const wordsOf = (flags: Place['flags']): string => flags[0].text + moreThan(flags);

/** @param flags earliest first */
export function flagsPicture(flags: readonly Flag[], about: string): TrackPicture {
  const colours = [...new Set(flags.flatMap(({ colour, ink }) => [colour, ink]))];
  return {
    isEmpty: flags.length === 0,
    about,
    keys: [],
    colours,
    peak: '',
    extent: null,
    draw({ context, scale, height, colours: resolved, width, muted }) {
      const resolvedColour = (colour: string) => resolved[colours.indexOf(colour)] ?? '';
      context.font = '600 11px "Inter Variable", sans-serif';
      context.textBaseline = 'middle';
      for (const { flags: merged, left, right, text, isInside, end } of flagPlaces(flags, scale)) {
        const [flag] = merged;
        const high = Math.min(height - 4, 14);
        context.fillStyle = resolvedColour(flag.colour);
        context.fillRect(left, 0, 1, height);
        if (flag.to === null) {
          context.beginPath();
          context.moveTo(left, 0);
          context.lineTo(end, 0);
          context.lineTo(end - notch, high / 2);
          context.lineTo(end, high);
          context.lineTo(left, high);
          context.fill();
        } else {
          const from = Math.max(0, left);
          context.fillRect(from, 0, Math.max(2, Math.min(width, right) - from), high);
          context.fillRect(right - 1, 0, 1, height);
        }
        context.fillStyle = isInside ? resolvedColour(flag.ink) : muted;
        const more = moreThan(merged);
        const room = (isInside && flag.to !== null ? Math.min(end, right) : end) - text - padding - notch;
        const words = cut(flag.text, room - more.length * letter) + more;
        if (room > 2 * letter) context.fillText(words, text + padding, high / 2 + 0.5);
      }
    },
    at: () => ({ whole: '', keys: [] }),
    hit(x, _, { scale }) {
      const found = flagPlaces(flags, scale).findLast(
        ({ left, right, end }) => x >= left - reach && x <= Math.max(left + reach, right, end),
      );
      return found ? hitOf(found.flags) : null;
    },
  };
}

function cut(text: string, room: number): string {
  const letters = Math.floor(room / letter);
  return text.length <= letters ? text : `${text.slice(0, Math.max(0, letters - 1))}…`;
}

function hitOf(flags: Place['flags']): Hit {
  let { from, to } = intervalOfFlag(flags[0]);
  for (const flag of flags) {
    const end = intervalOfFlag(flag).to;
    if (end > to) to = end;
  }
  return {
    text: flags.map(({ text }) => text).join('\n'),
    interval: { from, to },
    entries: session => flags.flatMap(flag => flag.entries(session)),
  };
}

export const intervalOfFlag = ({ from, to }: Pick<Flag, 'from' | 'to'>): Interval => ({
  from,
  to: to ?? from + 1n,
});
