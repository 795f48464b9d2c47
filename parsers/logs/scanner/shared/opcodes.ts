/**
 * Opcodes of patterns, each with its arguments; `column` is `COLUMNS_MAX` if the value is not kept. Plain
 * numbers: AssemblyScript and TypeScript both read this file.
 */

export const END = 0;
/** address, length */
export const LITERAL = 1;
/** least */
export const BLANKS = 2;
/** address of the branch, columns of the branch (low, high word) */
export const OPTIONAL = 3;
/** count, then the arguments of OPTIONAL for each branch */
export const ALTERNATIVES = 4;
/** column, address, length, 1 if a blank must follow */
export const UNTIL = 5;
/** column */
export const UNTIL_BLANK = 6;
/** column */
export const REST = 7;
/** column, least, address of the tables of the class */
export const CLASS = 8;
/** column, least, two bytes that end it */
export const CLASS_NOT = 9;
/** column, 1 if a fraction may follow */
export const NUMBER = 10;
/** column */
export const QUOTED = 11;
/** index of the time's spelling */
export const TIME_OF = 12;
/** address of the tables of the class */
export const LEVEL = 13;
/** column */
export const OPEN = 14;
/** column */
export const CLOSE = 15;
/**
 * bytes (low, high word), mask of the bytes that count (low, high word), length, 1 if no blank may follow,
 * size to skip. Matches the usual text between columns, eight bytes at once; if it fails, the separate steps
 * after it decide.
 */
export const BETWEEN = 16;
