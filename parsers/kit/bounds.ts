/** Limits of numbers in columns, which numbers printed by a capture may exceed. NaN is outside of all. */

/** True for whole numbers from 0 that a double holds exactly: weights, periods, durations, counts. */
export const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;

/** True for whole numbers from 0 in 31 bits: CPUs and ids of processes and threads. */
export const isSmall = (value: number): boolean => value === (value | 0) && value >= 0;
