/**
 * The host's side of the log scanner: WebAssembly that matches lines against the patterns of a format and gives what they
 * hold by the column, at the speed of memory. It reads what nearly all lines are: plain text, a record a line. At the
 * first line that is something else it stops, and the reader in TypeScript goes on.
 */
import { compile } from '../../kit/scanner/wasm.ts';
import { scannerBytes } from './bytes.generated.ts';
import type { Program } from './program.ts';
import * as State from './shared/state.ts';

/** What the scanner calls for something that it has not met before. Addresses are in its memory. */
export interface Host {
  /** Reads a time: where it ends, or 0. */
  readTime(which: number, start: number, end: number): number;
  /** One more than the number of the level that the word means; 0 for none. */
  readLevel(start: number, end: number): number;
  /** A number for the template of a message, by its masked message. */
  templateOf(start: number, end: number): number;
  /** A number for the class of events of this field schema, level and template; the component is a text of the scanner's. */
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

/** Columns hold a value a row; -1 and NaN are none. */
export class LogScanner {
  /** All of its memory. */
  readonly bytes: Uint8Array;
  /** Lines to read. */
  readonly input: Uint8Array;
  /** Members of {@link State}. */
  readonly state: Int32Array;
  readonly offsets: Float64Array;
  /** Which time of the host's, in the order it has read them. */
  readonly times: Int32Array;
  /** As the host calls them. */
  readonly classes: Int32Array;
  readonly valueLengths: Int32Array;
  readonly numberLengths: Int32Array;
  readonly messageLengths: Int32Array;
  /** Columns of the names and numbers of `Name` and `Id` in program.ts. */
  readonly names: readonly Int32Array[];
  readonly ids: readonly Float64Array[];
  /** Rows whose time is another than that of the row before. */
  readonly changes: Int32Array;
  /**
   * Of all fields that are texts or whole numbers, row after row, as in `EventColumns`. Names and these are the host's once they are
   * settled.
   */
  readonly values: Int32Array;
  readonly numberValues: Float64Array;
  /** All messages, one after the other. */
  readonly messageBytes: Uint8Array;
  /** All texts that were not looked up, one after the other, and their lengths. */
  readonly uninternedBytes: Uint8Array;
  readonly uninternedLengths: Int32Array;
  /** What the host calls interned texts, by their numbers: it must be told before they are settled. */
  readonly outIds: Int32Array;
  readonly programAt: number;
  readonly programRoom: number;
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
    this.programAt = exports.program.value as number;
    this.programRoom = exports.programSize.value as number;
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
    this.outIds = new Int32Array(buffer, exports.outIds.value);
    this.entries = new Uint32Array(buffer, exports.textEntries.value);
  }

  /** Takes in the program, which was compiled for {@link programAt}. */
  load(program: Program): void {
    this.bytes.set(program.bytes, this.programAt);
    this.format = program.format;
  }

  /** Reads `input[0, length)`, which lies at `base`, and gives how many rows there are. */
  run(length: number, base: number): number {
    return this.exports.run(this.format, length, base);
  }

  /**
   * Makes texts those of the host.
   *
   * @param firstUninterned what the first that was not looked up is called; each next is one less
   * @param named whether there are names besides
   */
  settle(firstUninterned: number, named: boolean): void {
    this.exports.settle(firstUninterned, named ? 1 : 0);
  }

  /** How many texts are interned; their numbers begin with 0. */
  get textsKnown(): number {
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
/** What the scanner calls the place of its imports: where they are declared. */
const hostModule = 'host';

/** Until it is reset it has one page of memory and can only mask. */
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
