/** The log scanner's exports. */
import * as layout from './layout';

export { mask } from './mask';
export { reset, run, settle } from './rows';
export { clearTexts } from './texts';

/** Number of interned texts, from the table's count. */
export function textsKnown(): u32 {
  return load<u32>(layout.TEXTS);
}

export const message: u32 = <u32>layout.MESSAGE;
export const masked: u32 = <u32>layout.MASKED;
export const program: u32 = <u32>layout.PROGRAM;
export const programSize: u32 = <u32>layout.PROGRAM_SIZE;
export const input: u32 = <u32>layout.INPUT;
export const inputSize: u32 = <u32>layout.INPUT_SIZE;
export const state: u32 = <u32>layout.STATE;
export const offsets: u32 = <u32>layout.OFFSETS;
export const times: u32 = <u32>layout.TIMES;
export const classes: u32 = <u32>layout.CLASSES;
export const valueLengths: u32 = <u32>layout.VALUE_LENGTHS;
export const numberLengths: u32 = <u32>layout.NUMBER_LENGTHS;
export const messageLengths: u32 = <u32>layout.MESSAGE_LENGTHS;
export const names: u32 = <u32>layout.NAMES;
export const ids: u32 = <u32>layout.IDS;
export const rowsMax: u32 = layout.ROWS_MAX;
export const changes: u32 = <u32>layout.CHANGES;
export const values: u32 = <u32>layout.VALUES;
export const numberValues: u32 = <u32>layout.NUMBER_VALUES;
export const messageBytes: u32 = <u32>layout.MESSAGE_BYTES;
export const uninternedBytes: u32 = <u32>layout.UNINTERNED_BYTES;
export const uninternedLengths: u32 = <u32>layout.UNINTERNED_LENGTHS;
export const outIds: u32 = <u32>layout.OUT_IDS;
/** Entries of 16 bytes: address, length, hash, value. */
export const textEntries: u32 = <u32>layout.TEXTS_AT;
