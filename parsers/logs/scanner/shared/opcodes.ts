/**
 * Opcodes of patterns, with their arguments; `column` is `COLUMNS_MAX` where there is none. Plain numbers: AssemblyScript and TypeScript both read this file.
 */

export const END = 0;
/** address, length */
export const LITERAL = 1;
/** least */
export const BLANKS = 2;
/** address of the branch, columns of the branch (low, high word) */
export const OPTIONAL = 3;
/** count, then for each branch as for OPTIONAL */
export const ALTERNATIVES = 4;
/** column, address, length, whether a blank follows */
export const UNTIL = 5;
/** column */
export const UNTIL_BLANK = 6;
/** column */
export const REST = 7;
/** column, least, address of the tables of the class */
export const CLASS = 8;
/** column, least, two bytes that end it */
export const CLASS_NOT = 9;
/** column, whether a fraction may follow */
export const NUMBER = 10;
/** column */
export const QUOTED = 11;
/** which time of the host's */
export const TIME_OF = 12;
/** address of the tables of its bytes */
export const LEVEL = 13;
/** column */
export const OPEN = 14;
/** column */
export const CLOSE = 15;
/**
 * bytes (low, high word), which of them count (low, high word), length, whether no blank may follow, where to go on.
 * What nearly always stands between columns, eight bytes at once; where it does not, the steps behind it tell.
 */
export const BETWEEN = 16;
