/** Short descriptions of facts, guesses and changes of clocks. */
import type { CaptureInfo, ClockInfo } from '../../contract.ts';
import { formatDuration, formatMargin } from '../../wording/numbers.ts';

/** `+8 h` */
export const formatShift = (ns: bigint): string =>
  `${ns < 0n ? '−' : '+'}${formatDuration(Number(ns < 0n ? -ns : ns))}`;

/** False for files of totals, whose clock does not matter. */
export const hasTimes = ({ duration }: Pick<CaptureInfo, 'duration'>): boolean => duration !== null;

/** Changes the user made to a clock: `shifted by +8 h`, `zone Asia/Tokyo`. */
export function setByHand({ setByHand, shifted, drift, zone }: ClockInfo): string[] {
  return setByHand.map(part => {
    if (part === 'shift') return `shifted by ${formatShift(shifted)}`;
    if (part === 'drift') return `drift ${drift > 0 ? '+' : '−'}${Math.abs(drift) / 1000} ppm`;
    return part === 'zone' && zone !== null ? `zone ${zone}` : `${part} set`;
  });
}

const partWords: Readonly<Record<string, string>> = { order: 'order of day and month' };

/** Summary of all clocks: that all are aligned, or which are not, are guessed, or were set by hand. */
export function clocksHeadline(all: readonly CaptureInfo[]): string[] {
  const captures = all.filter(hasTimes);
  if (captures.length === 0) return [];
  const aligned = captures.filter(({ clock }) => clock.aligned);
  const unaligned = captures.filter(({ clock }) => !clock.aligned);
  const guessed = aligned.filter(({ clock }) => clock.guessed.length > 0);
  const byHand = captures.filter(({ clock }) => clock.setByHand.length > 0);
  const errors = aligned.flatMap(({ clock }) => clock.error ?? []);
  const parts = [
    ...oneOrSeveral(
      unaligned,
      ({ name }) => `${name} is not aligned to UTC`,
      n => `${n} captures are not aligned to UTC`,
    ),
    ...oneOrSeveral(
      guessed,
      ({ name, clock }) =>
        `${clock.guessed.map(part => partWords[part] ?? part).join(', ')} of ${name} ${clock.guessed.length === 1 ? 'is a guess' : 'are guesses'}`,
      n => `clocks of ${n} captures are guesses`,
    ),
    ...oneOrSeveral(
      byHand,
      ({ name, clock }) => `${name}: ${setByHand(clock).join(', ')} (set by hand)`,
      n => `${n} clocks set by hand`,
    ),
  ];
  if (parts.length > 0) return parts;
  const isSure = errors.length > 0 && errors.length === captures.length;
  return [
    captures.length === 1 ? 'clock aligned to UTC' : 'all clocks aligned to UTC',
    ...(isSure ? [`times within ${formatMargin(Math.max(...errors))}`] : []),
  ];
}

/** A line for each capture whose clock is unknown, guessed or set by hand. */
export function clocksInDetail(captures: readonly CaptureInfo[]): string[] {
  return captures
    .filter(hasTimes)
    .filter(({ clock }) => !clock.aligned || clock.guessed.length > 0 || clock.setByHand.length > 0)
    .map(({ name, clock }) => `${name}: ${clock.aligned ? '' : 'not aligned to UTC, '}${clock.source}`);
}

function oneOrSeveral(
  captures: readonly CaptureInfo[],
  one: (capture: CaptureInfo) => string,
  several: (n: number) => string,
): string[] {
  const [first] = captures;
  if (!first) return [];
  return [captures.length === 1 ? one(first) : several(captures.length)];
}
