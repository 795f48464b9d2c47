/**
 * What the scanner of text records and its host say to each other. Plain numbers: AssemblyScript and TypeScript both read this file.
 *
 * What `next` found comes first. What was not understood is not taken: the host settles it and calls again.
 */

/** No more whole lines. */
export const END = 0;
/** A header with a time: `prefix`, `seconds`, `nanos`, `period`, `suffix`. */
export const HEADER = 1;
/**
 * The end of a run of frame lines: `node`, `frames`, and `closed` if a blank line ended it (and was taken).
 * Comments and lines that the host takes without ending the run do not end it.
 */
export const RUN = 2;
export const BLANK = 3;
/** A line that begins with `#`. */
export const COMMENT = 4;
/** Any other line, interned as `prefix`. Not taken: call takeLine() or takeAsFrame(). */
export const LINE = 5;
/** A frame line seen for the first time. Not taken: call setFrame(). */
export const NEW_FRAME = 6;
/** A line that was set to be no frame. */
export const BAD_FRAME = 7;
/** A frame line that was flagged. It is part of the run. */
export const FLAGGED_FRAME = 8;
/** A frame line past the deepest stack. It is not part of the run. */
export const DEEP_FRAME = 9;
/** No room: call the clear function of the same name. Ids start from 0 again. */
export const FRAMES_FULL = 10;
export const PREFIXES_FULL = 11;
export const SUFFIXES_FULL = 12;
export const STACKS_FULL = 13;
/** A frame line outside any record. */
export const ORPHAN_FRAME = 14;

/** The value of a frame line that is none. */
export const BAD = 0xffff_ffff;
/** Added to the value of a frame line that {@link FLAGGED_FRAME} shall report every time. Values end below it. */
export const FLAG = 0x8000_0000;
/** The parent of a root. */
export const ROOT = 0xffff_ffff;

/** Bytes to scan. The longest line that fits, with its terminator, is as long. */
export const INPUT_SIZE = 1 << 20;
