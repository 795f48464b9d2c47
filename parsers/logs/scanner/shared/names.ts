/**
 * Indices of an event's names. The scanner has columns for the first two; a program is both process and
 * component. Plain numbers: AssemblyScript and TypeScript both read this file.
 */

export const PROCESS = 0;
export const THREAD = 1;
export const COMPONENT = 2;
export const PROGRAM = 3;
