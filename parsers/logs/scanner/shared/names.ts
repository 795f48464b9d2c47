/** Names of an event: the scanner gives the first two; a program is a process and a component. Plain numbers: AssemblyScript and TypeScript both read this file. */

export const PROCESS = 0;
export const THREAD = 1;
export const COMPONENT = 2;
export const PROGRAM = 3;
