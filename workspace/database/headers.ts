/**
 * What a DuckDB file begins with: the main header, which is the same in all files of a version, and two headers that
 * checkpoints write by turns. They are written before anything else.
 */
export const headerSize = 4096;
export const headersSize = 3 * headerSize;

/** A DuckDB file has `DUCK` after its checksum. */
export function isDatabase(head: Uint8Array): boolean {
  return head[8] === 0x44 && head[9] === 0x55 && head[10] === 0x43 && head[11] === 0x4b;
}
