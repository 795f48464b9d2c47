/** Limits of numbers in columns, which numbers printed by a capture may exceed. NaN is outside of all. */

/** True for whole numbers from 0 that a double holds exactly: weights, periods, durations, counts. */
export const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;

/** True for whole numbers from 0 in 31 bits: CPUs and ids of processes and threads. */
export const isSmall = (value: number): boolean => value === (value | 0) && value >= 0;

/** A time that has passed, as rows hold it: none where clocks of a damaged capture say that it was less than none. */
export const durationOf = (ns: number): number => (ns >= 0 && ns < 2 ** 63 ? ns : Number.NaN);
