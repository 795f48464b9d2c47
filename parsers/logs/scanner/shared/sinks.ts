/**
 * Sinks: the destination of a column's value. Plain numbers: AssemblyScript and TypeScript both read this
 * file.
 */

export const NOWHERE = 0;
export const FIELD_TEXT = 1;
export const FIELD_NUMBER = 2;
/** A name; the argument says which: see names.ts. */
export const NAME = 3;
/** A number of an event; the argument says which: see ../ids.ts. */
export const ID = 4;
/** Sets the level, by the low three bits. */
export const PRIORITY = 5;
/** A field that usually is a whole number. */
export const FIELD_WHOLE = 6;
/** The same; it also sets the level. */
export const STATUS = 7;
export const MESSAGE = 8;
