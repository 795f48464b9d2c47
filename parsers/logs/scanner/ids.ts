/** Numbers of an event, in the order the scanner gives them. */

export const PID = 0;
export const TID = 1;
