/** Limits of numbers in columns, which numbers printed by a capture may exceed. NaN is outside of all. */

/** True for whole numbers from 0 that a double holds exactly: weights, periods, durations, counts. */
export const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;

/** True for whole numbers from 0 in 31 bits: CPUs and ids of processes and threads. */
export const isSmall = (value: number): boolean => value === (value | 0) && value >= 0;

/** A duration as stored in rows, ns; NaN if it is negative, as from clocks of a damaged capture, or too large. */
export const durationOf = (ns: number): number => (ns >= 0 && ns < 2 ** 63 ? ns : Number.NaN);
