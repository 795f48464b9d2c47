/** Indices of an event's numbers, in the order the scanner gives them. */

export const PID = 0;
export const TID = 1;
