/**
 * Reads the symbol list of a kernel: `ffffffff81000000 T _text`, and of its modules `ffffffffc0a41010 t ext4_sync\t[ext4]`.
 *
 * A kernel lists 200,000 symbols, of which a recording needs some hundred. So lines are only split into addresses and
 * the positions of names, which are decoded when they are found.
 */
import type { KernelFunction } from '../../parsers/contract.ts';
import { decode, hexDigit } from '../../parsers/kit/bytes.ts';
import { grown } from '../../parsers/kit/intern.ts';
import { endOfPage, lastStart, readable } from './table.ts';

export interface Kallsyms {
  /** Address of `_text`, from which offsets in the kernel count. */
  readonly start: bigint;
  readonly kernel: SymbolLines;
  /** By name, with brackets. */
  readonly modules: ReadonlyMap<string, SymbolLines>;
}

const [newline, tabulator, space] = [10, 9, 32];
/** Types of symbols that perf uses, in lower case: code, weak symbols, data. */
const [code, weak] = [0x74, 0x77];
const used = new Set([code, weak, 0x64, 0x62]);
const ignored = /^(?:\$|__efistub_|__crc_|\.L)/;
const maxDigits = 16;

/** null if the kernel hides addresses, or it is something else. */
export function readKallsyms(bytes: Uint8Array): Kallsyms | null {
  const kernel = new SymbolLines(bytes);
  const modules = new Map<string, SymbolLines>();
  const starts = { _text: 0n, _stext: 0n };
  for (let line = 0; line < bytes.length; ) {
    const found = bytes.indexOf(newline, line);
    const end = found < 0 ? bytes.length : found;
    let [at, high, low] = [line, 0, 0];
    for (; at < end && at < line + maxDigits; at++) {
      const digit = hexDigit(bytes[at]!);
      if (digit < 0) break;
      high = (high << 4) | (low >>> 28);
      low = (low << 4) | digit;
    }
    const name = at + 3;
    const type = bytes[at + 1]! | 0x20;
    const isSymbol =
      at > line && name < end && bytes[at] === space && bytes[at + 2] === space && used.has(type);
    const begin = isSymbol ? decode(bytes, name, Math.min(end, name + 10)) : '';
    if (isSymbol && !ignored.test(begin)) {
      const tab = bytes.subarray(name, end).indexOf(tabulator);
      const lines = tab < 0 ? kernel : linesOf(modules, bytes, decode(bytes, name + tab + 1, end));
      lines.add(high, low, name, type === code || type === weak);
      if (lines === kernel && (begin === '_text' || begin === '_stext')) starts[begin] ||= wide(high, low);
    }
    line = end + 1;
  }
  const start = starts._text || starts._stext;
  return start === 0n ? null : { start, kernel, modules };
}

function linesOf(modules: Map<string, SymbolLines>, bytes: Uint8Array, name: string): SymbolLines {
  let lines = modules.get(name);
  if (!lines) {
    lines = new SymbolLines(bytes);
    modules.set(name, lines);
  }
  return lines;
}

const wide = (high: number, low: number): bigint => (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0);

/**
 * Symbols without sizes: each reaches to the next one, and the last to the end of a page. So of several at one address
 * perf uses the last.
 */
export class SymbolLines {
  /** Index of the first function by address; -1 if there is none. */
  private first = -1;
  /** Low and high halves of addresses. */
  private halves = new Uint32Array(16);
  private names = new Int32Array(8);
  private count = 0;
  private isSorted = true;

  constructor(private readonly bytes: Uint8Array) {}

  /** @param name position of the name */
  add(high: number, low: number, name: number, isFunction: boolean): void {
    const { count } = this;
    if (count === this.names.length) {
      this.halves = grown(this.halves, 0);
      this.names = grown(this.names, 0);
    }
    this.halves[2 * count] = low;
    this.halves[2 * count + 1] = high;
    this.names[count] = name;
    this.count++;
    if (count > 0 && this.isBefore(count, count - 1)) this.isSorted = false;
    if (isFunction && (this.first < 0 || this.isBefore(count, this.first))) this.first = count;
  }

  /** Address of the first function; null if there is none. */
  get firstFunction(): bigint | null {
    const { first, halves } = this;
    return first < 0 ? null : wide(halves[2 * first + 1]!, halves[2 * first]!);
  }

  /** The function that contains an address; null if none does. */
  at(address: bigint): KernelFunction | null {
    if (!this.isSorted) this.sort();
    const starts = new BigUint64Array(this.halves.buffer, 0, this.count);
    const at = lastStart(starts, address);
    if (at < 0 || (at === starts.length - 1 && address >= endOfPage(starts[at]!))) return null;
    return { name: readable(this.textAt(this.names[at]!)), distance: address - starts[at]! };
  }

  private isBefore(a: number, b: number): boolean {
    const { halves } = this;
    const [high, other] = [halves[2 * a + 1]!, halves[2 * b + 1]!];
    return high === other ? halves[2 * a]! < halves[2 * b]! : high < other;
  }

  /** The kernel lists its own symbols by address, and those of a module in the order of its file. */
  private sort(): void {
    const { halves, names, first } = this;
    const order = Array.from({ length: this.count }, (_, at) => at).sort((a, b) =>
      this.isBefore(a, b) ? -1 : this.isBefore(b, a) ? 1 : a - b,
    );
    this.halves = Uint32Array.from(order.flatMap(at => [halves[2 * at]!, halves[2 * at + 1]!]));
    this.names = Int32Array.from(order, at => names[at]!);
    this.first = order.indexOf(first);
    this.isSorted = true;
  }

  private textAt(start: number): string {
    const { bytes } = this;
    let end = start;
    while (end < bytes.length && bytes[end] !== newline && bytes[end] !== tabulator) end++;
    return decode(bytes, start, end);
  }
}
