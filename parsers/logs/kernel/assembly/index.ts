/** The log kernel: what the host can call. */
import * as layout from './layout';

export { mask } from './mask';
export {
  clearTexts,
  isForeign,
  isFull,
  looseLength,
  looses,
  messages,
  numbers,
  position,
  reset,
  run,
  texts,
} from './rows';

/** How many texts are interned, by the count in the table. */
export function textsKnown(): u32 {
  return load<u32>(layout.TEXTS);
}

export const message: u32 = <u32>layout.MESSAGE;
export const messageSize: u32 = <u32>layout.MESSAGE_SIZE;
export const skeleton: u32 = <u32>layout.SKELETON;
export const program: u32 = <u32>layout.PROGRAM;
export const programSize: u32 = <u32>layout.PROGRAM_SIZE;
export const input: u32 = <u32>layout.INPUT;
export const inputSize: u32 = <u32>layout.INPUT_SIZE;
export const rowsAt: u32 = <u32>layout.ROWS;
export const rowSize: u32 = <u32>layout.ROW_SIZE;
export const textValues: u32 = <u32>layout.TEXT_VALUES;
export const numberValues: u32 = <u32>layout.NUMBER_VALUES;
export const messageBytes: u32 = <u32>layout.MESSAGE_BYTES;
export const looseBytes: u32 = <u32>layout.LOOSE_BYTES;
export const looseLengths: u32 = <u32>layout.LOOSE_LENGTHS;
/** 16 bytes each: where, length, hash, value. */
export const textEntries: u32 = <u32>layout.TEXTS_AT;
