/**
 * Memory layout of the log scanner. Everything has a fixed place at its largest size: nothing is allocated,
 * so nothing can outgrow its place. Untouched pages cost nothing.
 *
 * The host writes the program and the input, and reads the rows; `index.ts` exports the addresses.
 */

import * as limits from '../shared/limits';

/** Tables of interned texts: field values, masked messages, level words. See intern.ts of the kit. */
export const TEXTS: usize = 0x400;
export const MASKED_TEXTS: usize = 0x440;
export const WORDS: usize = 0x480;

export const COLUMNS_MAX: u32 = limits.COLUMNS_MAX;
/** State after the last run, u32 each: see rows.ts. */
export const STATE: usize = 0x4c0;

/**
 * Per column of the line being matched: start and end (u32 each, 0 if absent), and the numeric value. One
 * extra column takes values that are not kept.
 */
export const SPANS: usize = 0x1000;
export const NUMBERS: usize = SPANS + (COLUMNS_MAX + 2) * 8;

/** The time read last: its bytes and the one after it. */
export const TIME: usize = 0x1800;
export const TIME_MAX: usize = 256;

/** Per text column: number of look-ups, and number of those that hit, u32 each. */
export const LOOKUPS: usize = 0x2000;
/** The same counts for messages. */
export const MESSAGE_LOOKUPS: usize = LOOKUPS + COLUMNS_MAX * 8;

/** Sixteen bytes of ones, sixteen of zeros: see search.ts. */
export const HEADS: usize = 0x2200;

/** Kind of each byte in messages, and classes of bytes in the form `ofClass` takes: see mask.ts. */
export const BYTE_CLASSES: usize = 0x2400;
export const TRIGGERS: usize = 0x2500;
export const ATOMS: usize = 0x2520;
export const PATH_ENDS: usize = 0x2540;
/**
 * The last masked message, and room for a message from the host. Everything up to here is in the first page.
 */
export const MASKED: usize = 0x2600;
export const MESSAGE: usize = 0x4000;
export const MESSAGE_SIZE: usize = 0x1000;

/** The patterns as compiled by the host: see match.ts. */
export const PROGRAM: usize = 0x5000;
export const PROGRAM_SIZE: usize = 0x1_b000;

/** Lines to read. Reads may extend up to 63 bytes past the end. */
export const INPUT: usize = 0x2_0000;
export const INPUT_SIZE: usize = 1 << 20;
const INPUT_END: usize = INPUT + INPUT_SIZE + 0x1_0000;

/** Columns of a run, one value per row: see rows.ts. */
export const ROWS_MAX: u32 = 1 << 13;
const INTS: usize = (ROWS_MAX as usize) * 4;
const DOUBLES: usize = (ROWS_MAX as usize) * 8;
export const OFFSETS: usize = INPUT_END;
export const TIMES: usize = OFFSETS + DOUBLES;
export const CLASSES: usize = TIMES + INTS;
export const MESSAGE_LENGTHS: usize = CLASSES + INTS;
/** Number of values and of numbers per row. */
export const VALUE_LENGTHS: usize = MESSAGE_LENGTHS + INTS;
export const NUMBER_LENGTHS: usize = VALUE_LENGTHS + INTS;
/** Columns of process and thread, one after the other. */
export const NAMES: usize = NUMBER_LENGTHS + INTS;
/** Columns of pid and tid. */
export const IDS: usize = NAMES + 2 * INTS;
/** Rows whose time differs from that of the row before. */
export const CHANGES: usize = IDS + 2 * DOUBLES;
/** Field values of all rows, row by row: texts and whole numbers in one array, other numbers in the second. */
export const VALUES_MAX: u32 = ROWS_MAX * 16;
export const VALUES: usize = CHANGES + INTS;
export const NUMBER_VALUES_MAX: u32 = ROWS_MAX * 16;
export const NUMBER_VALUES: usize = VALUES + (VALUES_MAX as usize) * 4;
/** Messages of all rows, concatenated. They are parts of the input, so they cannot be longer than it. */
export const MESSAGE_BYTES: usize = NUMBER_VALUES + (NUMBER_VALUES_MAX as usize) * 8;
/** Texts that were not interned, concatenated, and their lengths. */
export const UNINTERNED_BYTES: usize = MESSAGE_BYTES + INPUT_SIZE + 0x1_0000;
export const UNINTERNED_SIZE: usize = INPUT_SIZE;
export const UNINTERNED_LENGTHS: usize = UNINTERNED_BYTES + UNINTERNED_SIZE + 0x1_0000;

/** Caches of recent texts and messages: see recent.ts. */
export const RECENT: usize = UNINTERNED_LENGTHS + (VALUES_MAX as usize) * 4;
export const RECENT_LINES: u32 = 1 << 13;
export const MEMO: usize = RECENT + (RECENT_LINES as usize) * 32;
export const MEMO_LINES: u32 = 1 << 12;
/** Cache of recent classes: see classes.ts. */
export const RECENT_CLASSES: usize = MEMO + (MEMO_LINES as usize) * 80;
export const RECENT_CLASSES_MAX: u32 = 1 << 10;
/** The host's ids of the interned texts, by text number. */
export const OUT_IDS: usize = RECENT_CLASSES + (RECENT_CLASSES_MAX as usize) * 20;

const TABLES: usize = OUT_IDS + (1 << 20);

/** First address after a table of this size: 16 bytes per entry, two 4-byte slots per entry, and the arena. */
function tableEnd(base: usize, entries: usize, arena: usize): usize {
  return base + entries * 24 + arena;
}

export const TEXTS_AT: usize = TABLES;
export const TEXTS_MAX: u32 = 1 << 18;
export const TEXTS_ARENA: usize = 16 << 20;
export const MASKED_TEXTS_AT: usize = tableEnd(TEXTS_AT, TEXTS_MAX, TEXTS_ARENA);
export const MASKED_TEXTS_MAX: u32 = 1 << 15;
export const MASKED_TEXTS_ARENA: usize = 8 << 20;
export const WORDS_AT: usize = tableEnd(MASKED_TEXTS_AT, MASKED_TEXTS_MAX, MASKED_TEXTS_ARENA);
export const WORDS_MAX: u32 = 1 << 10;
export const WORDS_ARENA: usize = 1 << 16;
/** End of the memory, including bytes that may be read past the last table. */
export const END: usize = tableEnd(WORDS_AT, WORDS_MAX, WORDS_ARENA) + 64;
