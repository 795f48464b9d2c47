/**
 * The host's side of the scanner that counts lines: a block of bytes is read into the scanner's memory and
 * counted there.
 */
import { compile } from '../../scanner/wasm.ts';
import { scannerBytes } from './bytes.generated.ts';

interface Exports {
  readonly memory: WebAssembly.Memory;
  reserve(size: number): number;
  lineFeeds(from: number, to: number): number;
}

const scanners = new WeakMap<ArrayBufferLike, Exports>();

/**
 * A zeroed array that {@link lineFeedsIn} can count in. It costs a page of memory more than a plain array, and
 * address space, so it is for large files.
 */
export function countedBlock(size: number): Uint8Array {
  const exports = new WebAssembly.Instance(compile(scannerBytes), {}).exports as unknown as Exports;
  const at = exports.reserve(size);
  const { buffer } = exports.memory;
  scanners.set(buffer, exports);
  return new Uint8Array(buffer, at, size);
}

/** Number of line feeds in a part of a {@link countedBlock}; null for other bytes. */
export function lineFeedsIn(bytes: Uint8Array): number | null {
  const scanner = scanners.get(bytes.buffer);
  return scanner?.lineFeeds(bytes.byteOffset, bytes.byteOffset + bytes.length) ?? null;
}
