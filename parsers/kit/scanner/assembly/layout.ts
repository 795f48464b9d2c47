/**
 * Layout of the scanner's memory. Every part has a fixed place at its largest size: nothing is allocated, so
 * nothing can grow past it. Pages that were never touched cost nothing.
 *
 * The host reads `RESULT`, fills `INPUT`, and reads entries, arenas and nodes; it gets these numbers from the
 * functions at the end.
 */

import * as found from '../shared/found';

/** Results of a call besides its return value: see scan.ts. */
export const RESULT: usize = 64;

/** Frame keys of the open sequence of frame lines, leaf first, u32 each. */
export const RUN: usize = 0x1_0000;
export const RUN_MAX: u32 = 1 << 14;

/** Bytes to scan. The longest line that fits, with its terminator, is `INPUT_SIZE`. */
export const INPUT: usize = 0x2_0000;
export const INPUT_SIZE: usize = found.INPUT_SIZE;

/** Tables of interned frame lines, header prefixes and header suffixes: see intern.ts. */
export const FRAMES: usize = 0x400;
export const PREFIXES: usize = 0x440;
export const SUFFIXES: usize = 0x480;

/** The stack tree: see stacks.ts. Node n is (parent, key), u32 each; the slots hold n + 1. */
export const NODES: usize = 0x20_0000;
export const NODES_MAX: u32 = 1 << 20;
export const NODE_SLOTS: usize = NODES + (NODES_MAX as usize) * 8;

const TABLES: usize = NODE_SLOTS + (NODES_MAX as usize) * 8;

/** First address after a table of this size: 16 bytes per entry, two 4-byte slots per entry, and the arena. */
function tableEnd(base: usize, entries: usize, arena: usize): usize {
  return base + entries * 24 + arena;
}

export const FRAMES_AT: usize = TABLES;
export const FRAMES_MAX: u32 = 1 << 18;
export const FRAMES_ARENA: usize = 32 << 20;
export const PREFIXES_AT: usize = tableEnd(FRAMES_AT, FRAMES_MAX, FRAMES_ARENA);
export const PREFIXES_MAX: u32 = 1 << 15;
export const PREFIXES_ARENA: usize = 8 << 20;
export const SUFFIXES_AT: usize = tableEnd(PREFIXES_AT, PREFIXES_MAX, PREFIXES_ARENA);
export const SUFFIXES_MAX: u32 = 1 << 15;
export const SUFFIXES_ARENA: usize = 8 << 20;
export const END: usize = tableEnd(SUFFIXES_AT, SUFFIXES_MAX, SUFFIXES_ARENA);
