/**
 * The host's side of the log scanner: WebAssembly that matches lines against the patterns of a format and
 * returns their values by column, at memory speed. It reads the usual lines: plain text, one record per line.
 * At any other line it stops, and the reader in TypeScript continues.
 */
import { compile } from '../../kit/scanner/wasm.ts';
import { scannerBytes } from './bytes.generated.ts';
import type { Program } from './program.ts';
import * as State from './shared/state.ts';

/** Functions that the scanner calls for values it has not met before. Addresses are in its memory. */
export interface Host {
  /** Reads a time and returns its end, or 0. */
  readTime(which: number, start: number, end: number): number;
  /** Number of the level that the word means, plus 1; 0 for none. */
  readLevel(start: number, end: number): number;
  /** Number of a message's template, given the masked message. */
  templateOf(start: number, end: number): number;
  /**
   * Number of the class of events with this field schema, level and template; `component` is the scanner's
   * number of a text.
   */
  classOf(fieldSchema: number, level: number, component: number, template: number): number;
}

interface Exports {
  readonly memory: WebAssembly.Memory;
  readonly message: WebAssembly.Global;
  readonly masked: WebAssembly.Global;
  readonly program: WebAssembly.Global;
  readonly programSize: WebAssembly.Global;
  readonly input: WebAssembly.Global;
  readonly inputSize: WebAssembly.Global;
  readonly state: WebAssembly.Global;
  readonly rowsMax: WebAssembly.Global;
  readonly offsets: WebAssembly.Global;
  readonly times: WebAssembly.Global;
  readonly classes: WebAssembly.Global;
  readonly valueLengths: WebAssembly.Global;
  readonly numberLengths: WebAssembly.Global;
  readonly messageLengths: WebAssembly.Global;
  readonly names: WebAssembly.Global;
  readonly ids: WebAssembly.Global;
  readonly changes: WebAssembly.Global;
  readonly values: WebAssembly.Global;
  readonly numberValues: WebAssembly.Global;
  readonly messageBytes: WebAssembly.Global;
  readonly uninternedBytes: WebAssembly.Global;
  readonly uninternedLengths: WebAssembly.Global;
  readonly outIds: WebAssembly.Global;
  readonly textEntries: WebAssembly.Global;
  mask(start: number, end: number): number;
  reset(seed: number): void;
  run(format: number, length: number, base: number): number;
  settle(firstUninterned: number, named: number): void;
  clearTexts(): void;
  textsKnown(): number;
}

/** Columns hold one value per row; -1 and NaN mean none. */
export class LogScanner {
  /** The scanner's whole memory. */
  readonly bytes: Uint8Array;
  /** Lines to read. */
  readonly input: Uint8Array;
  /** Indexed by {@link State}. */
  readonly state: Int32Array;
  readonly offsets: Float64Array;
  /** Per row, the index of its time among those that the host has read. */
  readonly times: Int32Array;
  /** Per row, the host's number of its class. */
  readonly classes: Int32Array;
  readonly valueLengths: Int32Array;
  readonly numberLengths: Int32Array;
  readonly messageLengths: Int32Array;
  /** Columns of names and of numbers, indexed by `Name` (shared/names.ts) and `Id` (ids.ts). */
  readonly names: readonly Int32Array[];
  readonly ids: readonly Float64Array[];
  /** Rows whose time differs from that of the row before. */
  readonly changes: Int32Array;
  /**
   * Field values of all rows, row by row: texts and whole numbers, as in `EventColumns`. After {@link resolveTexts}
   * these and the names hold the host's ids.
   */
  readonly values: Int32Array;
  readonly numberValues: Float64Array;
  /** Messages of all rows, concatenated. */
  readonly messageBytes: Uint8Array;
  /** Texts that were not interned, concatenated, and their lengths. */
  readonly uninternedBytes: Uint8Array;
  readonly uninternedLengths: Int32Array;
  /** The host's ids of interned texts, by text number; must be filled before {@link resolveTexts}. */
  readonly hostIds: Int32Array;
  readonly programAddress: number;
  readonly programCapacity: number;
  private readonly entries: Uint32Array;
  private readonly exports: Exports;
  private format = 0;

  constructor(host: Host) {
    const exports = newInstance(host);
    this.exports = exports;
    exports.reset(Math.floor(Math.random() * 2 ** 32));
    const { buffer } = exports.memory;
    const rows = exports.rowsMax.value as number;
    const ints = ({ value }: WebAssembly.Global, column = 0) =>
      new Int32Array(buffer, value + 4 * rows * column, rows);
    const doubles = ({ value }: WebAssembly.Global, column = 0) =>
      new Float64Array(buffer, value + 8 * rows * column, rows);
    const inputSize = exports.inputSize.value as number;
    this.programAddress = exports.program.value as number;
    this.programCapacity = exports.programSize.value as number;
    this.bytes = new Uint8Array(buffer);
    this.input = new Uint8Array(buffer, exports.input.value, inputSize);
    this.state = new Int32Array(buffer, exports.state.value, Object.keys(State).length);
    this.offsets = doubles(exports.offsets);
    this.times = ints(exports.times);
    this.classes = ints(exports.classes);
    this.valueLengths = ints(exports.valueLengths);
    this.numberLengths = ints(exports.numberLengths);
    this.messageLengths = ints(exports.messageLengths);
    this.names = [0, 1].map(name => ints(exports.names, name));
    this.ids = [0, 1].map(id => doubles(exports.ids, id));
    this.changes = ints(exports.changes);
    this.values = new Int32Array(buffer, exports.values.value);
    this.numberValues = new Float64Array(buffer, exports.numberValues.value);
    this.messageBytes = new Uint8Array(buffer, exports.messageBytes.value, inputSize);
    this.uninternedBytes = new Uint8Array(buffer, exports.uninternedBytes.value, inputSize);
    this.uninternedLengths = new Int32Array(buffer, exports.uninternedLengths.value);
    this.hostIds = new Int32Array(buffer, exports.outIds.value);
    this.entries = new Uint32Array(buffer, exports.textEntries.value);
  }

  /** Loads a program that was compiled for {@link programAddress}. */
  load(program: Program): void {
    this.bytes.set(program.bytes, this.programAddress);
    this.format = program.format;
  }

  /** Reads `input[0, length)`, which is at offset `base`, and returns the number of rows. */
  run(length: number, base: number): number {
    return this.exports.run(this.format, length, base);
  }

  /**
   * Replaces text numbers by the host's ids.
   *
   * @param firstUninterned id of the first text that was not interned; ids of the others count down
   * @param named true if rows have names, too
   */
  resolveTexts(firstUninterned: number, named: boolean): void {
    this.exports.settle(firstUninterned, named ? 1 : 0);
  }

  /** Number of interned texts; they are numbered from 0. */
  get textCount(): number {
    return this.exports.textsKnown();
  }
  textStart(text: number): number {
    return this.entries[4 * text]!;
  }
  textLength(text: number): number {
    return this.entries[4 * text + 1]!;
  }
  clearTexts(): void {
    this.exports.clearTexts();
  }
}

let module: WebAssembly.Module | null = null;
/** Module name of the scanner's imports: the file that declares them. */
const hostModule = 'host';

/** Until `reset` is called, the instance has one page of memory and can only mask. */
export function newInstance(host: Host): Exports {
  module ??= compile(scannerBytes);
  const imports = {
    readTime: (which: number, start: number, end: number) => host.readTime(which, start, end),
    readLevel: (start: number, end: number) => host.readLevel(start, end),
    templateOf: (start: number, end: number) => host.templateOf(start, end),
    classOf: (fieldSchema: number, level: number, component: number, template: number) =>
      host.classOf(fieldSchema, level, component, template),
  };
  return new WebAssembly.Instance(module, { [hostModule]: imports }).exports as Exports;
}
