/**
 * State after a run, besides its columns: u32 each, in this order. Plain numbers: AssemblyScript and
 * TypeScript both read this file.
 */

/** Number of input bytes consumed. */
export const POSITION = 0;
export const VALUES = 1;
export const NUMBERS = 2;
export const MESSAGE_BYTES = 3;
export const UNINTERNED = 4;
export const UNINTERNED_BYTES = 5;
export const CHANGES = 6;
/** 1 if the run stopped at a line that it cannot read. */
export const FOREIGN = 7;
/**
 * 1 if the run stopped because there is no room for texts: they must be cleared, and are then numbered from 0
 * again.
 */
export const FULL = 8;
