/** The record scanner's exports. */
import { forget, forgetThreads, resetCaches } from './caches';
import * as layout from './layout';
import { add as addRecord, lateOnes, releaseAll, resetOrder, round } from './order';
import { clearRows, resetRows, writeCounts } from './samples';

export { run } from './frame';
export { clearRows, forget, forgetThreads, lateOnes, releaseAll, round, writeCounts };

/** Resets everything; the first call allocates the memory. */
export function reset(seed: f64): void {
  resetOrder();
  resetCaches(seed);
  resetRows();
}

/** Adds the record in `input[0, size)`. */
export function add(high: u32, low: u32, size: u32, tag: f64): void {
  addRecord(high, low, layout.INPUT, size, tag);
}

export const state: u32 = <u32>layout.STATE;
export const events: u32 = <u32>layout.EVENTS;
export const ids: u32 = <u32>layout.IDS;
export const idSlots: u32 = layout.ID_SLOTS;
export const program: u32 = <u32>layout.PROGRAM;
export const programSize: u32 = <u32>layout.PROGRAM_SIZE;
export const input: u32 = <u32>layout.INPUT;
export const inputSize: u32 = <u32>layout.INPUT_SIZE;
export const rowsMax: u32 = layout.ROWS_MAX;
export const ts: u32 = <u32>layout.TS;
export const offset: u32 = <u32>layout.OFFSET;
export const classes: u32 = <u32>layout.CLASS;
export const thread: u32 = <u32>layout.THREAD;
export const cpu: u32 = <u32>layout.CPU;
export const stack: u32 = <u32>layout.STACK;
export const valueLengths: u32 = <u32>layout.VALUE_LENGTHS;
export const numberLengths: u32 = <u32>layout.NUMBER_LENGTHS;
export const messageLengths: u32 = <u32>layout.MESSAGE_LENGTHS;
export const sampleTs: u32 = <u32>layout.SAMPLE_TS;
export const samplePeriod: u32 = <u32>layout.SAMPLE_PERIOD;
export const sampleCpu: u32 = <u32>layout.SAMPLE_CPU;
export const sampleThread: u32 = <u32>layout.SAMPLE_THREAD;
export const sampleKind: u32 = <u32>layout.SAMPLE_KIND;
export const sampleStack: u32 = <u32>layout.SAMPLE_STACK;
export const values: u32 = <u32>layout.VALUES;
export const numbers: u32 = <u32>layout.NUMBERS;
export const messages: u32 = <u32>layout.MESSAGES;
export const hostedOut: u32 = <u32>layout.HOSTED_OUT;
export const hostedText: u32 = layout.HOSTED_TEXT;
