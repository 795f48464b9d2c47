/**
 * The host's side of the log kernel: WebAssembly that matches lines against the patterns of a format and gives what they
 * hold by the column, at the speed of memory. It reads what nearly all lines are: plain text, a record a line. At the
 * first line that is something else it stops, and the reader in TypeScript goes on.
 */
import { compile } from '../../kit/kernel/wasm.ts';
import { kernelBytes } from './bytes.generated.ts';
import type { Program } from './program.ts';

/** What the kernel asks for what it has not met before. Addresses are in its memory. */
export interface Host {
  /** Reads a time: where it ends, or 0. */
  readTime(which: number, start: number, end: number): number;
  /** One more than the number of the level that the word means; 0 for none. */
  readLevel(start: number, end: number): number;
  /** A number for the template of a message, by its skeleton. */
  templateOf(start: number, end: number): number;
}

interface Exports {
  readonly memory: WebAssembly.Memory;
  readonly message: WebAssembly.Global;
  readonly skeleton: WebAssembly.Global;
  readonly program: WebAssembly.Global;
  readonly programSize: WebAssembly.Global;
  readonly input: WebAssembly.Global;
  readonly inputSize: WebAssembly.Global;
  readonly rowsAt: WebAssembly.Global;
  readonly rowSize: WebAssembly.Global;
  readonly textValues: WebAssembly.Global;
  readonly numberValues: WebAssembly.Global;
  readonly messageBytes: WebAssembly.Global;
  readonly looseBytes: WebAssembly.Global;
  readonly looseLengths: WebAssembly.Global;
  readonly textEntries: WebAssembly.Global;
  mask(start: number, end: number): number;
  reset(seed: number): void;
  run(format: number, length: number): number;
  clearTexts(): void;
  position(): number;
  texts(): number;
  numbers(): number;
  messages(): number;
  looses(): number;
  looseLength(): number;
  isForeign(): number;
  isFull(): number;
  textsKnown(): number;
}

/** Members of a row, as places among the words or doubles of it; -1 or NaN is none. */
export const Word = { start: 0, pattern: 1, time: 2, level: 3, message: 4, template: 5, names: 6 } as const;
export const wordsPerRow = 16;
/** The numbers of `Id` in program.ts. */
export const idsAt = 5;
export const doublesPerRow = 8;

export class LogKernel {
  /** All of its memory. */
  readonly bytes: Uint8Array;
  /** Lines to read. */
  readonly input: Uint8Array;
  /** {@link wordsPerRow} for each row of the last run. */
  readonly rows: Int32Array;
  /** The same as doubles. */
  readonly doubles: Float64Array;
  /** Of all fields that are texts, row after row: the number of an interned text; -1 none; `-2 - n` is the nth loose one. */
  readonly textValues: Int32Array;
  readonly numberValues: Float64Array;
  /** All messages, one after the other. */
  readonly messageBytes: Uint8Array;
  /** All loose texts, one after the other, and their lengths. */
  readonly looseBytes: Uint8Array;
  readonly looseLengths: Int32Array;
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
    const inputSize = exports.inputSize.value as number;
    this.programAt = exports.program.value as number;
    this.programRoom = exports.programSize.value as number;
    this.bytes = new Uint8Array(buffer);
    this.input = new Uint8Array(buffer, exports.input.value, inputSize);
    this.rows = new Int32Array(buffer, exports.rowsAt.value);
    this.doubles = new Float64Array(buffer, exports.rowsAt.value);
    this.textValues = new Int32Array(buffer, exports.textValues.value);
    this.numberValues = new Float64Array(buffer, exports.numberValues.value);
    this.messageBytes = new Uint8Array(buffer, exports.messageBytes.value, inputSize);
    this.looseBytes = new Uint8Array(buffer, exports.looseBytes.value, inputSize);
    this.looseLengths = new Int32Array(buffer, exports.looseLengths.value);
    this.entries = new Uint32Array(buffer, exports.textEntries.value);
  }

  /** Takes in the program, which was compiled for {@link programAt}. */
  load(program: Program): void {
    this.bytes.set(program.bytes, this.programAt);
    this.format = program.format;
  }

  /** Reads `input[0, length)` and gives how many rows there are. */
  run(length: number): number {
    return this.exports.run(this.format, length);
  }

  // What the last run has left besides the rows.
  /** How many bytes of the input it has taken. */
  get position(): number {
    return this.exports.position();
  }
  /** Whether it stopped at a line that it cannot read. */
  get isForeign(): boolean {
    return this.exports.isForeign() !== 0;
  }
  get textCount(): number {
    return this.exports.texts();
  }
  get numberCount(): number {
    return this.exports.numbers();
  }
  get messageLength(): number {
    return this.exports.messages();
  }
  get looseCount(): number {
    return this.exports.looses();
  }
  get looseLength(): number {
    return this.exports.looseLength();
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
  /** Whether it stopped because there is no room for texts: they must be cleared, and numbers begin anew. */
  get isFull(): boolean {
    return this.exports.isFull() !== 0;
  }
  clearTexts(): void {
    this.exports.clearTexts();
  }
}

let module: WebAssembly.Module | null = null;
/** What the kernel calls the place of its imports: where they are declared. */
const hostModule = 'host';

/** Until it is reset it has one page of memory and can only mask. */
export function newInstance(host: Host): Exports {
  module ??= compile(kernelBytes);
  const imports = {
    readTime: (which: number, start: number, end: number) => host.readTime(which, start, end),
    readLevel: (start: number, end: number) => host.readLevel(start, end),
    templateOf: (start: number, end: number) => host.templateOf(start, end),
  };
  return new WebAssembly.Instance(module, { [hostModule]: imports }).exports as Exports;
}
