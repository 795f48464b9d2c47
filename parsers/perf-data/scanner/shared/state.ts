/** State that the scanner and its host share, doubles by index. */

/** Time of the recording's first record, halves; `ZERO_KNOWN` is 1 once there is one */
export const ZERO_KNOWN = 0;
export const ZERO_HIGH = 1;
export const ZERO_LOW = 2;
/** Latest time of a row */
export const LATEST = 3;
/** Rows that wait to be given out, and the sizes of their columns */
export const EVENTS = 4;
export const SAMPLES = 5;
export const VALUES = 6;
export const NUMBERS = 7;
export const MESSAGE_BYTES = 8;
/** Number of samples read since the last rows were passed to the host */
export const READ = 9;
/** Number of records that were released after a later one */
export const LATE = 10;
/** Keys for addresses of the kernel, and of the process of the thread that `threadOf` returned last */
export const KERNEL_KEY = 11;
export const SPACE_KEY = 12;
/** Number that `printed` printed; NaN where it is none */
export const NUMBER = 13;
/** Position of the time in samples (bytes from the first field) and in other records (words before the end); -1 is none */
export const SAMPLE_TIME = 14;
export const TRAILER_TIME = 15;
/** Position of the id of the event in samples; -1 is none */
export const SAMPLE_ID = 16;
/** Events of the recording */
export const EVENT_COUNT = 17;
/** Bytes that records may hold while they wait for their turn */
export const MOST_HELD = 18;
/** Number of entries */
export const SIZE = 19;
