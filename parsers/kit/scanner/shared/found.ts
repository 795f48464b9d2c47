/**
 * Return values and limits that the scanner of text records shares with its host. Only plain numbers:
 * AssemblyScript and TypeScript both read this file.
 *
 * First the return values of `next`. A line that the scanner does not know is not taken: the host calls one of the
 * functions named below, then `next` again.
 */

/** No further whole lines. */
export const END = 0;
/** A header with a time: `prefix`, `seconds`, `nanos`, `period`, `suffix`. */
export const HEADER = 1;
/**
 * The end of a sequence of frame lines: `node`, `frames`, and `closed` if a blank line ended it (and was
 * taken). Comments do not end it, nor do lines that the host takes without ending it.
 */
export const RUN = 2;
export const BLANK = 3;
/** A line that begins with `#`. */
export const COMMENT = 4;
/** Any other line, interned as `prefix`. Not taken: call takeLine() or takeAsFrame(). */
export const LINE = 5;
/** A frame line without a value: seen for the first time, or set to {@link UNSET}. Not taken: call setFrame(). */
export const NEW_FRAME = 6;
/** A line that the host set to {@link BAD}: not a frame line. */
export const BAD_FRAME = 7;
/** A frame line with {@link FLAG}. It is part of the stack. */
export const FLAGGED_FRAME = 8;
/** A frame line past the deepest stack. It is not part of the stack. */
export const DEEP_FRAME = 9;
/** The table is full: call the clear function of the same name. Ids start from 0 again. */
export const FRAMES_FULL = 10;
export const PREFIXES_FULL = 11;
export const SUFFIXES_FULL = 12;
export const STACKS_FULL = 13;
/** A frame line outside any record. */
export const ORPHAN_FRAME = 14;

/** Value of a line that is returned as {@link NEW_FRAME}. */
export const UNSET = 0xffff_fffe;
/** Value for {@link NEW_FRAME} lines that are not frame lines. */
export const BAD = 0xffff_ffff;
/**
 * Added to the value of a frame line that must be returned as {@link FLAGGED_FRAME} every time. Values are
 * below it.
 */
export const FLAG = 0x8000_0000;
/** The parent of a root. */
export const ROOT = 0xffff_ffff;

/** Size of the input in bytes, which is also the length of the longest line that fits, with its terminator. */
export const INPUT_SIZE = 1 << 20;
