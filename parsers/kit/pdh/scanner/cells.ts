/** The host's side of the scanner that reads cells of numbers. */
import { compile } from '../../scanner/wasm.ts';
import { scannerBytes } from './bytes.generated.ts';

interface Exports {
  readonly memory: WebAssembly.Memory;
  readonly stop: { readonly value: number };
  readonly ended: { readonly value: number };
  values(): number;
  valuesMax(): number;
  reserve(size: number): number;
  cells(from: number, end: number, separator: number, maxCells: number): number;
}

export class Cells {
  /** Values of the last {@link read}; valid until the next call. */
  values = new Float64Array(0);
  /** Offset of the first cell that was not read. */
  stop = 0;
  /** True if the last cell ended with a line feed. */
  ended = false;
  private readonly exports: Exports;
  private end = 0;

  constructor(module: WebAssembly.Module) {
    this.exports = new WebAssembly.Instance(module, {}).exports as Exports;
  }

  /** Copies the bytes for the next calls of {@link read}. */
  load(bytes: Uint8Array): void {
    const at = this.exports.reserve(bytes.length);
    const { buffer } = this.exports.memory;
    if (this.values.buffer !== buffer)
      this.values = new Float64Array(buffer, this.exports.values(), this.exports.valuesMax());
    new Uint8Array(buffer, at, bytes.length).set(bytes);
    this.end = bytes.length;
  }

  /** Reads at most `maxCells` cells from offset `from` on into {@link values}, NaN for empty ones; returns their number. */
  read(from: number, separator: number, maxCells: number): number {
    const { exports } = this;
    const count = exports.cells(from, this.end, separator, maxCells);
    this.stop = exports.stop.value;
    this.ended = exports.ended.value !== 0;
    return count;
  }
}

let shared: Cells | null = null;

/** One scanner is shared by all readers: it keeps nothing from one {@link Cells.load} to the next. */
export function cellsScanner(): Cells {
  shared ??= new Cells(compile(scannerBytes));
  return shared;
}
