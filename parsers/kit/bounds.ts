/** What columns hold: a number that a capture prints may be more. False of what is no number. */

/** Whole numbers from 0 that a double tells apart: weights, periods, durations, counts. */
export const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;

/** Whole numbers from 0 in 31 bits: CPUs and ids of processes and threads. */
export const isSmall = (value: number): boolean => value === (value | 0) && value >= 0;
