/** Where a column's value goes. Plain numbers: AssemblyScript and TypeScript both read this file. */

export const NOWHERE = 0;
export const FIELD_TEXT = 1;
export const FIELD_NUMBER = 2;
/** A name, by the argument: see names.ts. */
export const NAME = 3;
/** A number of an event, by the argument: see ../ids.ts. */
export const ID = 4;
/** Tells the level, by the low three bits. */
export const PRIORITY = 5;
/** A field that is a whole number, as a rule. */
export const FIELD_WHOLE = 6;
/** The same, and it tells the level, too. */
export const STATUS = 7;
export const MESSAGE = 8;
