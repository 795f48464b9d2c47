/**
 * The host's side of the scanner: WebAssembly that scans text records (a header with a time, frame lines, a
 * blank line), interns repeated parts and builds the stack tree, at some 500 MB/s. The scanner returns the type of each line; the format decides what it
 * means.
 *
 * {@link borrowScanner} lends a scanner, which must be returned, because its memory is expensive to set up.
 */
import { scannerBytes } from './bytes.generated.ts';
import { INPUT_SIZE } from './shared/found.ts';
import { compile } from './wasm.ts';

interface Exports {
  readonly memory: WebAssembly.Memory;
  readonly result: { readonly value: number };
  readonly input: { readonly value: number };
  readonly nodes: { readonly value: number };
  reset(seed: number): void;
  restart(): void;
  begin(from: number, to: number, last: boolean): void;
  next(): number;
  position(): number;
  lineCount(): number;
  nodeCount(): number;
  takeAsFrame(): void;
  takeLine(): void;
  endRun(): number;
  expectFrames(yes: boolean): void;
  setFrame(id: number, value: number): void;
  clearFrames(): void;
  clearPrefixes(): void;
  clearSuffixes(): void;
  clearStacks(): void;
}

export class Scanner {
  /** The bytes to scan: fill them, then call begin(). Positions in results refer to it. */
  readonly input: Uint8Array;
  private readonly exports: Exports;
  private readonly words: Int32Array;
  private readonly numbers: Float64Array;
  private readonly nodes: Uint32Array;

  constructor(module: WebAssembly.Module) {
    this.exports = new WebAssembly.Instance(module).exports as Exports;
    this.reset();
    const { memory, result, input, nodes } = this.exports;
    this.input = new Uint8Array(memory.buffer, input.value, INPUT_SIZE);
    this.words = new Int32Array(memory.buffer, result.value, 12);
    this.numbers = new Float64Array(memory.buffer, result.value + 48, 3);
    this.nodes = new Uint32Array(memory.buffer, nodes.value);
  }

  // Position in `input` of the last line returned; `line` is its number since begin(), from 0.
  get lineStart(): number {
    return this.words[0]!;
  }
  get lineEnd(): number {
    return this.words[1]!;
  }
  get line(): number {
    return this.words[2]!;
  }
  /** Id of the frame line. */
  get frameLine(): number {
    return this.words[3]!;
  }
  /** Id of the text before the time, or of the whole line if it has no time. */
  get prefix(): number {
    return this.words[4]!;
  }
  /** Id of the text after time and period. */
  get suffix(): number {
    return this.words[5]!;
  }
  get suffixStart(): number {
    return this.words[6]!;
  }
  get timeStart(): number {
    return this.words[7]!;
  }
  /** The stack, as a node of the tree. */
  get node(): number {
    return this.words[8]!;
  }
  /** Number of frame lines of the stack. */
  get frames(): number {
    return this.words[9]!;
  }
  /** True if a blank line ended the record with the stack. */
  get closed(): boolean {
    return this.words[10] === 1;
  }
  get seconds(): number {
    return this.numbers[0]!;
  }
  get nanos(): number {
    return this.numbers[1]!;
  }
  /** Period of the sample; NaN if there is none. */
  get period(): number {
    return this.numbers[2]!;
  }

  /** The parent of a node: `ROOT`, or a smaller number. */
  parentOf(node: number): number {
    return this.nodes[node * 2]!;
  }
  /** The value that was set for the frame line. */
  frameOf(node: number): number {
    return this.nodes[node * 2 + 1]!;
  }

  begin(from: number, to: number, last: boolean): void {
    this.exports.begin(from, to, last);
  }
  next(): number {
    return this.exports.next();
  }
  /** Number of bytes of the input that were taken. */
  get position(): number {
    return this.exports.position();
  }
  /** Number of lines taken since begin(). */
  get lineCount(): number {
    return this.exports.lineCount();
  }
  get nodeCount(): number {
    return this.exports.nodeCount();
  }
  takeAsFrame(): void {
    this.exports.takeAsFrame();
  }
  takeLine(): void {
    this.exports.takeLine();
  }
  /** Ends the frame lines before the last line returned. Returns `RUN`, `STACKS_FULL`, or `END` if there are none. */
  endRun(): number {
    return this.exports.endRun();
  }
  /** Sets whether frames may follow. The scanner sets it to true after a header and to false after a blank line. */
  expectFrames(yes: boolean): void {
    this.exports.expectFrames(yes);
  }
  setFrame(id: number, value: number): void {
    this.exports.setFrame(id, value);
  }
  clearFrames(): void {
    this.exports.clearFrames();
  }
  clearPrefixes(): void {
    this.exports.clearPrefixes();
  }
  clearSuffixes(): void {
    this.exports.clearSuffixes();
  }
  clearStacks(): void {
    this.exports.clearStacks();
  }
  /** Prepares for other input, and keeps the tables and the stack tree. */
  restart(): void {
    this.exports.restart();
  }
  /** Prepares for other input, and clears the tables and the stack tree. */
  reset(): void {
    this.exports.reset(Math.floor(Math.random() * 2 ** 32));
  }
}

let module: WebAssembly.Module | null = null;
const idle: Scanner[] = [];

/** An empty scanner. Give it back with {@link returnScanner}. */
export function borrowScanner(): Scanner {
  module ??= compile(scannerBytes);
  const scanner = idle.pop();
  scanner?.reset();
  return scanner ?? new Scanner(module);
}

export function returnScanner(scanner: Scanner): void {
  // One idle scanner is enough for the next file; more would only hold memory.
  if (idle.length === 0) idle.push(scanner);
}
