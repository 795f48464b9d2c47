/**
 * Times that 64 bits can hold, in ns, also where an offset to UTC and a duration are added to them. Damaged and hostile
 * captures state others, and one of them would make every question about its table fail.
 */

export interface Bounds {
  readonly least: number;
  readonly most: number;
}

/** Durations of up to 18 years. */
export const durationBounds: Bounds = { least: -(2 ** 59), most: 2 ** 59 };

/** Absolute times: the years 1714 to 2225. */
const maxAbsolute = 2 ** 63 - 2 ** 60;
/** Times of a clock that begins anywhere, to which the ns since 1970 may be added. */
const maxRelative = 2 ** 62;

/** Bounds of times since `zero`. */
export function timeBounds(zero: bigint | null): Bounds {
  const from = Number(zero ?? 0n);
  const limit = Math.abs(from) > 2 ** 59 ? maxAbsolute : maxRelative;
  return { least: Math.max(-limit - from, -maxAbsolute), most: Math.min(limit - from, maxAbsolute) };
}

/** True if 64 bits hold the start of a capture in UTC, and some years around it. */
export const isPossibleStart = (zero: bigint, utcOffset: bigint | null): boolean =>
  Math.abs(Number(zero)) < maxAbsolute && Math.abs(Number(zero + (utcOffset ?? 0n))) < maxAbsolute;
