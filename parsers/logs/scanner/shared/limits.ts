/** Limits. Plain numbers: AssemblyScript and TypeScript both read this file. */

export const COLUMNS_MAX = 48;
/** Bytes of a message that are masked; the rest hardly distinguishes messages. */
export const LOOKED_AT = 2048;
