/**
 * Memory layout of the record scanner. Everything has a fixed place at its largest size, except the waiting records, which are
 * after everything else (order.ts). Untouched pages cost nothing. The host writes the program and the input, and reads the
 * rows; `index.ts` exports the addresses.
 */
import * as codes from '../shared/codes';

export const STATE: usize = 0x400;
/** Start of each piece of the message, and the printed numbers. */
export const BOUNDS: usize = 0x800;
export const PRINTED: usize = 0xa00;

/** Descriptions of events. */
export const EVENTS: usize = 0x1000;
/** Events by id, open addressing: 64 bits of the id, the event's index plus one. */
export const IDS: usize = EVENTS + codes.EVENTS_MAX * codes.EVENT_WORDS * 4;
export const ID_SLOTS: u32 = codes.IDS_MAX * 2;
/** Pieces and fields of events. */
export const PROGRAM: usize = IDS + (ID_SLOTS as usize) * 16;
export const PROGRAM_SIZE: usize = 1 << 18;

/** Caches: see caches.ts. */
export const THREADS: usize = PROGRAM + PROGRAM_SIZE;
export const THREAD_SLOTS: u32 = 1 << 12;
export const HOSTED: usize = THREADS + (THREAD_SLOTS as usize) * 24;
export const HOSTED_SLOTS: u32 = 1 << 13;
export const HOSTED_TEXT: u32 = 56;
export const TEXTS: usize = HOSTED + (HOSTED_SLOTS as usize) * 96;
export const TEXT_SLOTS: u32 = 1 << 13;
export const TEXT_MAX: u32 = 112;
export const CALLS: usize = TEXTS + (TEXT_SLOTS as usize) * 128;
export const CALL_SLOTS: u32 = 1 << 10;
export const CHAINS: usize = CALLS + (CALL_SLOTS as usize) * 16;
export const CHAIN_SLOTS: u32 = 1 << 15;
export const CHAIN_MAX: u32 = 4096;
/** Stacks by parent stack and address. */
export const NODES: usize = CHAINS + (CHAIN_SLOTS as usize) * 40;
export const NODE_SLOTS: u32 = 1 << 17;
/** Bytes of cached chains: a ring buffer. */
export const CHAIN_BYTES: usize = NODES + (NODE_SLOTS as usize) * 24;
export const CHAIN_BYTES_SIZE: u32 = 8 << 20;
export const CACHES_END: usize = CHAIN_BYTES + CHAIN_BYTES_SIZE;

/** Bytes of the file, and 64 bytes that may be read after them. */
export const INPUT: usize = CACHES_END;
export const INPUT_SIZE: usize = 256 << 10;

/** Addresses of a call chain, leaf first: their positions in it, and their keys. */
export const ENTRIES_MAX: u32 = 4096;
export const ENTRIES: usize = INPUT + INPUT_SIZE + 64;

/** Columns of rows, one value per row. */
export const ROWS_MAX: u32 = 1 << 13;
const INTS: usize = (ROWS_MAX as usize) * 4;
const DOUBLES: usize = (ROWS_MAX as usize) * 8;
export const TS: usize = ENTRIES + (ENTRIES_MAX as usize) * 8;
export const OFFSET: usize = TS + DOUBLES;
export const CLASS: usize = OFFSET + DOUBLES;
export const THREAD: usize = CLASS + INTS;
export const CPU: usize = THREAD + INTS;
export const STACK: usize = CPU + INTS;
export const VALUE_LENGTHS: usize = STACK + INTS;
export const NUMBER_LENGTHS: usize = VALUE_LENGTHS + INTS;
export const MESSAGE_LENGTHS: usize = NUMBER_LENGTHS + INTS;
export const SAMPLE_TS: usize = MESSAGE_LENGTHS + INTS;
export const SAMPLE_PERIOD: usize = SAMPLE_TS + DOUBLES;
export const SAMPLE_CPU: usize = SAMPLE_PERIOD + DOUBLES;
export const SAMPLE_THREAD: usize = SAMPLE_CPU + INTS;
export const SAMPLE_KIND: usize = SAMPLE_THREAD + INTS;
export const SAMPLE_STACK: usize = SAMPLE_KIND + INTS;
/** Fields of all rows, row by row. */
export const VALUES_MAX: u32 = ROWS_MAX * 8;
export const VALUES: usize = SAMPLE_STACK + INTS;
export const NUMBERS: usize = VALUES + (VALUES_MAX as usize) * 4;
export const MESSAGES: usize = NUMBERS + (VALUES_MAX as usize) * 8;
/** Maximum length of a message; longer ones are written by the host. */
export const MESSAGE_MAX: usize = 8 << 10;
export const MESSAGES_SIZE: usize = 1 << 20;
/** Text of a piece printed by the host. */
export const HOSTED_OUT: usize = MESSAGES + MESSAGES_SIZE + MESSAGE_MAX + 64;

/** Addresses of the waiting records in order of time, and space to merge them. */
export const WAITING_MAX: u32 = 1 << 21;
export const ORDER_SLOTS: u32 = WAITING_MAX * 2;
export const ORDER: usize = HOSTED_OUT + 256;
export const MERGED: usize = ORDER + (ORDER_SLOTS as usize) * 4;
/** The records themselves. */
export const RECORDS: usize = MERGED + (WAITING_MAX as usize) * 4;
