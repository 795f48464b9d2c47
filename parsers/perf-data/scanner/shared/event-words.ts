/** Words of an event's description, by index. Offsets are from the first field of a sample; -1 is none. */

/** 1 if the scanner reads its samples */
export const PLAIN = 0;
export const HEAD_SIZE = 1;
export const IP = 2;
export const TID = 3;
export const TIME = 4;
export const CPU = 5;
export const PERIOD = 6;
/** 1 if samples have a call chain */
export const HAS_CHAIN = 7;
/** 1 if samples have raw data */
export const HAS_RAW = 8;
/** Text that names the samples */
export const KIND = 9;
/** 1 if a sample is a row of `event` */
export const GIVES_EVENT = 10;
/** 1 if a sample is a row of `sample` */
export const GIVES_SAMPLE = 11;
export const CLASS = 12;
/** Address of the pieces, and how many; the same of the fields */
export const PIECES = 13;
export const PIECE_COUNT = 14;
export const FIELDS = 15;
export const FIELD_COUNT = 16;
/** Numbers of fields that are stored as doubles: a bit for each field */
export const WIDE = 17;
/** Period of each sample, a double; NaN if each states its own */
export const FIXED_PERIOD = 18;
