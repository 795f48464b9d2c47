/** Words of a program, as program.ts writes them and assembly/ runs them. Plain numbers: AssemblyScript and TypeScript both read this file. */

/** Pieces of a print format, each with its arguments. `values`: see {@link VALUES_MAX}. */

/** address, length */
export const LITERAL = 0;
/** values, fewest digits, signed; least and limit, doubles: other values are printed by the host */
export const DECIMAL = 1;
/** values; least and limit */
export const HEX = 2;
/** offset, size, location: here, from the record, from the field */
export const TEXT = 3;
/** values: whatever the host prints of them, which is kept */
export const HOSTED = 4;

/** Most numbers that a hosted piece depends on: count, then offset and size of each. */
export const VALUES_MAX = 2;

/** Words of a piece: its code and its arguments. */
export const PIECE_WORDS = 12;
export const PIECES_MAX = 64;

/** Place of a text. */
export const HERE = 0;
export const FROM_RECORD = 1;
export const FROM_FIELD = 2;

/** Fields of an event, each with its arguments. */

/** from, to: pieces; number of the field */
export const FIELD_TEXT = 0;
/** piece; 0; index */
export const FIELD_NUMBER = 1;
/** piece whose number is that of a system call */
export const FIELD_CALL = 2;

export const FIELD_WORDS = 4;
export const FIELDS_MAX = 32;

/** Events of a recording that the scanner may know, and ids of these. */
export const EVENTS_MAX = 256;
export const IDS_MAX = 4096;

/** Words of an event: see {@link EventWord}. */
export const EVENT_WORDS = 24;
