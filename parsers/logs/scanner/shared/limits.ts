/** How much there may be of what. Plain numbers: AssemblyScript and TypeScript both read this file. */

export const COLUMNS_MAX = 48;
/** Bytes of a message that are looked at; what follows hardly tells messages apart. */
export const LOOKED_AT = 2048;
