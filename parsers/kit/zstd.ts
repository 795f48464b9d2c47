/**
 * Zstandard, for data in blocks within a binary file. https://www.rfc-editor.org/rfc/rfc8878
 *
 * Files that are compressed as a whole are decompressed before a reader sees them
 * (`workspace/files/packed/zstd.ts`). This one is for records within perf.data. The package of the workspace could do it, too: its
 * WebAssembly can be called piece by piece, and without a promise once it is compiled. But this folder imports no package, so each who
 * opens a reader (workers, conformance, fuzzers, benches) would have to hand it in, and a format would depend on who opens it.
 */
import { grown } from './intern.ts';

/** Takes decompressed bytes, which are valid during the call. */
export type TakeUnpacked = (bytes: Uint8Array, start: number, end: number) => void;

export class ZstdError extends Error {
  override readonly name = 'ZstdError';
}

/**
 * Maximum window size; frames with a larger one are refused. perf's frames need 2 MiB, those of its highest level 128. Memory is taken as
 * data comes.
 */
const maxWindow = 128 << 20;
/** Additional space beside a large window, so that the window is rarely moved. */
const slack = 32 << 20;
const maxBlock = 128 << 10;

interface FseTable {
  readonly log: number;
  readonly symbols: Uint8Array;
  readonly bits: Uint8Array;
  readonly bases: Uint16Array;
}

interface HuffmanTable {
  readonly log: number;
  readonly symbols: Uint8Array;
  readonly bits: Uint8Array;
}

/** Decompresses frames one after the other. After an error nothing more can be decompressed. */
export class ZstdStream {
  /** Bytes that were pushed and not yet decompressed. */
  private input = new Uint8Array(1 << 12);
  private inputStart = 0;
  private inputEnd = 0;
  private stage: 'frame' | 'block' | 'checksum' = 'frame';
  private hasChecksum = false;
  private skip = 0;
  /** The window, followed by the block being decompressed. */
  private window = new Uint8Array(0);
  private windowSize = 0;
  private length = 0;
  private huffman: HuffmanTable | null = null;
  private tables: [FseTable | null, FseTable | null, FseTable | null] = [null, null, null];
  private readonly repeats = [1, 4, 8];
  private readonly literals = new Uint8Array(maxBlock + 32);

  constructor(private readonly take: TakeUnpacked) {}

  /** Number of bytes that need more input to be decompressed. */
  get waiting(): number {
    return this.inputEnd - this.inputStart;
  }

  /** @throws ZstdError if the data is damaged */
  push(bytes: Uint8Array, start: number, end: number): void {
    this.hold(bytes, start, end);
    while (this.step());
  }

  private hold(bytes: Uint8Array, start: number, end: number): void {
    if (this.inputStart > 0) {
      this.input.copyWithin(0, this.inputStart, this.inputEnd);
      this.inputEnd -= this.inputStart;
      this.inputStart = 0;
    }
    const length = this.inputEnd + end - start;
    if (length > this.input.length) this.input = grown(this.input, length);
    this.input.set(bytes.subarray(start, end), this.inputEnd);
    this.inputEnd = length;
  }

  /** Takes one step; false if there was not enough input. */
  private step(): boolean {
    if (this.skip > 0) {
      const skipped = Math.min(this.skip, this.waiting);
      this.skip -= skipped;
      this.inputStart += skipped;
      return skipped > 0;
    }
    if (this.stage === 'frame') return this.beginFrame();
    if (this.stage === 'block') return this.readBlock();
    if (this.waiting < 4) return false;
    this.inputStart += 4;
    this.stage = 'frame';
    return true;
  }

  private beginFrame(): boolean {
    const { input, inputStart: at } = this;
    if (this.waiting < 8) return false;
    const magic = word(input, at);
    if (magic >>> 4 === 0x184d2a5) {
      this.skip = word(input, at + 4) >>> 0;
      this.inputStart += 8;
      return true;
    }
    if (magic !== (0xfd2fb528 | 0)) throw new ZstdError('the data does not begin with a frame');
    const descriptor = input[at + 4]!;
    const isSingle = (descriptor & 0x20) !== 0;
    const sizeBytes = [isSingle ? 1 : 0, 2, 4, 8][descriptor >> 6]!;
    const dictionaryBytes = [0, 1, 2, 4][descriptor & 3]!;
    const size = 5 + (isSingle ? 0 : 1) + dictionaryBytes + sizeBytes;
    if (this.waiting < size) return false;
    if (descriptor & 8) throw new ZstdError('the header of a frame is damaged');
    let window: number;
    if (isSingle) {
      window = 0;
      for (let byte = sizeBytes - 1; byte >= 0; byte--)
        window = window * 256 + input[at + 5 + dictionaryBytes + byte]!;
      if (sizeBytes === 2) window += 256;
    } else {
      const base = 2 ** (10 + (input[at + 5]! >> 3));
      window = base + (base / 8) * (input[at + 5]! & 7);
    }
    if (!(window <= maxWindow)) throw new ZstdError('a frame needs more memory than the limit');
    this.inputStart += size;
    this.hasChecksum = (descriptor & 4) !== 0;
    this.windowSize = Math.max(window, 1 << 10);
    this.length = 0;
    this.huffman = null;
    this.tables = [null, null, null];
    this.repeats[0] = 1;
    this.repeats[1] = 4;
    this.repeats[2] = 8;
    this.stage = 'block';
    return true;
  }

  private readBlock(): boolean {
    const { input, inputStart: at } = this;
    if (this.waiting < 3) return false;
    const header = input[at]! | (input[at + 1]! << 8) | (input[at + 2]! << 16);
    const type = (header >> 1) & 3;
    const size = header >> 3;
    if (type === 3 || size > maxBlock) throw new ZstdError('a block is damaged');
    const packed = type === 1 ? 1 : size;
    if (this.waiting < 3 + packed) return false;
    this.makeRoom();
    const start = this.length;
    const from = at + 3;
    if (type === 0) {
      this.window.set(input.subarray(from, from + size), start);
      this.length += size;
    } else if (type === 1) {
      this.window.fill(input[from]!, start, start + size);
      this.length += size;
    } else this.unpack(from, from + size);
    this.inputStart += 3 + packed;
    if (header & 1) this.stage = this.hasChecksum ? 'checksum' : 'frame';
    if (this.length > start) this.take(this.window, start, this.length);
    return true;
  }

  /** Makes room for a block after the window. */
  private makeRoom(): void {
    if (this.length + maxBlock <= this.window.length) return;
    if (this.length > this.windowSize) {
      this.window.copyWithin(0, this.length - this.windowSize, this.length);
      this.length = this.windowSize;
    }
    const minLength = this.length + maxBlock;
    const largest = this.windowSize + Math.min(this.windowSize, slack);
    const preferred = Math.min(largest, Math.max(this.window.length * 2, 1 << 18)) + maxBlock;
    if (minLength > this.window.length) this.window = grown(this.window, Math.max(minLength, preferred));
  }

  private unpack(start: number, end: number): void {
    const { input } = this;
    const section = this.readLiterals(start, end);
    const { literals, count } = section;
    let { at } = section;
    let sequences = input[at++] ?? 0;
    if (sequences >= 128) {
      if (sequences < 255) sequences = ((sequences - 128) << 8) + input[at++]!;
      else {
        sequences = input[at]! + (input[at + 1]! << 8) + 0x7f00;
        at += 2;
      }
    }
    if (sequences === 0) {
      this.add(literals, section.from, count);
      return;
    }
    const modes = input[at++]!;
    for (const [kind, shift] of [
      [0, 6],
      [1, 4],
      [2, 2],
    ] as const)
      at = this.readTable(kind, (modes >> shift) & 3, at, end);
    if (at >= end) throw new ZstdError('a block ends early');
    this.execute(sequences, new Bits(input, at, end), literals, section.from, count);
  }

  private readLiterals(start: number, end: number) {
    const { input } = this;
    const first = input[start]!;
    const type = first & 3;
    const format = (first >> 2) & 3;
    let size: number;
    let at = start + 1;
    if (type < 2) {
      if ((format & 1) === 0) size = first >> 3;
      else if (format === 1) size = (first >> 4) | (input[at++]! << 4);
      else {
        size = (first >> 4) | (input[at]! << 4) | (input[at + 1]! << 12);
        at += 2;
      }
      if (size > maxBlock) throw new ZstdError('literals are damaged');
      if (type === 0) {
        if (at + size > end) throw new ZstdError('literals end early');
        return { literals: input, from: at, count: size, at: at + size };
      }
      this.literals.fill(input[at]!, 0, size);
      return { literals: this.literals, from: 0, count: size, at: at + 1 };
    }
    const bits = [10, 10, 14, 18][format]!;
    const headerBytes = [3, 3, 4, 5][format]!;
    let header = 0;
    for (let byte = headerBytes - 1; byte >= 0; byte--) header = header * 256 + input[start + byte]!;
    size = Math.floor(header / 16) % 2 ** bits;
    const packed = Math.floor(header / 2 ** (4 + bits)) % 2 ** bits;
    at = start + headerBytes;
    const stop = at + packed;
    if (size > maxBlock || stop > end) throw new ZstdError('literals are damaged');
    if (type === 2) at = this.readHuffman(at, stop);
    if (this.huffman === null) throw new ZstdError('literals have no table');
    if (format === 0) this.decodeHuffman(this.huffman, at, stop, 0, size);
    else {
      const quarter = (size + 3) >> 2;
      const sizes = [0, 2, 4].map(place => input[at + place]! | (input[at + place + 1]! << 8));
      let from = at + 6;
      for (let stream = 0; stream < 4; stream++) {
        const to = stream < 3 ? from + sizes[stream]! : stop;
        if (to > stop || from > to) throw new ZstdError('literals are damaged');
        this.decodeHuffman(
          this.huffman,
          from,
          to,
          stream * quarter,
          stream < 3 ? (stream + 1) * quarter : size,
        );
        from = to;
      }
    }
    return { literals: this.literals, from: 0, count: size, at: stop };
  }

  /** Reads weights and builds the Huffman table. @returns the end of the weights */
  private readHuffman(start: number, stop: number): number {
    const { input } = this;
    const weights = new Uint8Array(256);
    const header = input[start]!;
    let count = 0;
    let end: number;
    if (header >= 128) {
      count = header - 127;
      end = start + 1 + ((count + 1) >> 1);
      for (let symbol = 0; symbol < count; symbol++) {
        const byte = input[start + 1 + (symbol >> 1)]!;
        weights[symbol] = symbol & 1 ? byte & 15 : byte >> 4;
      }
    } else {
      end = start + 1 + header;
      if (end > stop) throw new ZstdError('a table of literals ends early');
      const { table, at } = readFse(input, start + 1, end, 6, 12);
      const bits = new Bits(input, at, end);
      let states = [bits.read(table.log), bits.read(table.log)] as [number, number];
      for (let turn = 0; ; turn ^= 1) {
        if (count >= 254) throw new ZstdError('a table of literals is damaged');
        const state = states[turn as 0 | 1];
        weights[count++] = table.symbols[state]!;
        const next = table.bases[state]! + bits.read(table.bits[state]!);
        if (bits.isOver) {
          weights[count++] = table.symbols[states[(turn ^ 1) as 0 | 1]]!;
          break;
        }
        states = turn === 0 ? [next, states[1]] : [states[0], next];
      }
    }
    if (end > stop) throw new ZstdError('a table of literals ends early');
    this.huffman = huffmanOf(weights, count);
    return end;
  }

  private decodeHuffman(table: HuffmanTable, from: number, to: number, start: number, end: number): void {
    if (to <= from || end < start) throw new ZstdError('literals are damaged');
    const { literals } = this;
    const { log, symbols, bits: lengths } = table;
    const bits = new Bits(this.input, from, to);
    for (let at = start; at < end; at++) {
      const code = bits.peek(log);
      literals[at] = symbols[code]!;
      bits.position -= lengths[code]!;
    }
    if (bits.position !== bits.start) throw new ZstdError('literals are damaged');
  }

  private readTable(kind: 0 | 1 | 2, mode: number, at: number, end: number): number {
    const { maxLog, maxSymbol, predefined } = kinds[kind]!;
    if (mode === 0) this.tables[kind] = predefined;
    else if (mode === 1) {
      const symbol = this.input[at]!;
      if (symbol > maxSymbol) throw new ZstdError('a table of sequences is damaged');
      this.tables[kind] = {
        log: 0,
        symbols: Uint8Array.of(symbol),
        bits: new Uint8Array(1),
        bases: new Uint16Array(1),
      };
      return at + 1;
    } else if (mode === 2) {
      const read = readFse(this.input, at, end, maxLog, maxSymbol);
      this.tables[kind] = read.table;
      return read.at;
    } else if (this.tables[kind] === null) throw new ZstdError('a table of sequences is missing');
    return at;
  }

  private execute(sequences: number, bits: Bits, literals: Uint8Array, from: number, count: number): void {
    const [lengths, offsets, matches] = this.tables as [FseTable, FseTable, FseTable];
    const { repeats } = this;
    let length = bits.read(lengths.log);
    let offset = bits.read(offsets.log);
    let match = bits.read(matches.log);
    let used = 0;
    const first = this.length;
    for (let sequence = 0; sequence < sequences; sequence++) {
      const offsetCode = offsets.symbols[offset]!;
      const matchCode = matches.symbols[match]!;
      const lengthCode = lengths.symbols[length]!;
      if (offsetCode > 31) throw new ZstdError('an offset is damaged');
      const value = 2 ** offsetCode + bits.read(offsetCode);
      const matchLength = matchBases[matchCode]! + bits.read(matchBits[matchCode]!);
      const literalLength = lengthBases[lengthCode]! + bits.read(lengthBits[lengthCode]!);
      let distance: number;
      if (value > 3) {
        distance = value - 3;
        repeats[2] = repeats[1]!;
        repeats[1] = repeats[0]!;
        repeats[0] = distance;
      } else {
        const index = value - 1 + (literalLength === 0 ? 1 : 0);
        distance = index === 3 ? repeats[0]! - 1 : repeats[index]!;
        if (index > 1) repeats[2] = repeats[1]!;
        if (index > 0) {
          repeats[1] = repeats[0]!;
          repeats[0] = distance;
        }
      }
      if (used + literalLength > count) throw new ZstdError('a sequence needs more literals than there are');
      this.add(literals, from + used, literalLength);
      used += literalLength;
      if (this.length - first + matchLength > maxBlock) throw new ZstdError('a block is too large');
      if (distance <= 0 || distance > this.length) throw new ZstdError('a match begins before the data');
      this.repeat(distance, matchLength);
      if (sequence === sequences - 1) break;
      length = lengths.bases[length]! + bits.read(lengths.bits[length]!);
      match = matches.bases[match]! + bits.read(matches.bits[match]!);
      offset = offsets.bases[offset]! + bits.read(offsets.bits[offset]!);
    }
    if (bits.position !== bits.start) throw new ZstdError('sequences are damaged');
    this.add(literals, from + used, count - used);
    if (this.length - first > maxBlock) throw new ZstdError('a block is too large');
  }

  private add(bytes: Uint8Array, start: number, count: number): void {
    const { window, length } = this;
    if (length + count > window.length) throw new ZstdError('a block is too large');
    if (count < 24) for (let at = 0; at < count; at++) window[length + at] = bytes[start + at]!;
    else window.set(bytes.subarray(start, start + count), length);
    this.length = length + count;
  }

  private repeat(distance: number, count: number): void {
    const { window, length } = this;
    if (length + count > window.length) throw new ZstdError('a block is too large');
    const from = length - distance;
    if (distance >= count && count >= 24) window.copyWithin(length, from, from + count);
    else for (let at = 0; at < count; at++) window[length + at] = window[from + at]!;
    this.length = length + count;
  }
}

const word = (bytes: Uint8Array, at: number): number =>
  bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);

/**
 * Reads bits backwards from the end of a range; the highest set bit of its last byte marks where they begin.
 * Before the range all bits are 0.
 */
class Bits {
  /** Position of the bit after the next one. */
  position: number;
  readonly start: number;

  constructor(
    private readonly bytes: Uint8Array,
    from: number,
    to: number,
  ) {
    const last = bytes[to - 1] ?? 0;
    if (to <= from || last === 0) throw new ZstdError('bits have no end');
    this.start = from * 8;
    this.position = (to - 1) * 8 + (31 - Math.clz32(last));
  }

  get isOver(): boolean {
    return this.position < this.start;
  }

  read(count: number): number {
    if (count === 0) return 0;
    if (count > 24) {
      const high = this.read(count - 16);
      return high * 65536 + this.read(16);
    }
    const value = this.peek(count);
    this.position -= count;
    return value;
  }

  /** Returns the next `count` bits, at most 24, without taking them. */
  peek(count: number): number {
    const { bytes, start } = this;
    let at = this.position - count;
    let missing = 0;
    if (at < start) {
      missing = start - at;
      if (missing >= count) return 0;
      at = start;
    }
    const byte = at >> 3;
    const value = (word(bytes, byte) >>> (at & 7)) & ((1 << (count - missing)) - 1);
    return value << missing;
  }
}

/** Reads probabilities, and builds the table of states from them. */
function readFse(
  bytes: Uint8Array,
  start: number,
  end: number,
  maxLog: number,
  maxSymbol: number,
): { readonly table: FseTable; readonly at: number } {
  let position = start * 8;
  const peek = (count: number) => (word(bytes, position >> 3) >>> (position & 7)) & ((1 << count) - 1);
  const log = peek(4) + 5;
  position += 4;
  if (log > maxLog) throw new ZstdError('a table is damaged');
  const counts: number[] = [];
  let remaining = (1 << log) + 1;
  while (remaining > 1 && counts.length <= maxSymbol) {
    if (position >= end * 8) throw new ZstdError('a table ends early');
    const width = 32 - Math.clz32(remaining);
    const value = peek(width);
    const low = (1 << (width - 1)) - 1;
    const shortCodes = (1 << width) - 1 - remaining;
    let count: number;
    if ((value & low) < shortCodes) {
      count = value & low;
      position += width - 1;
    } else {
      count = value > low ? value - shortCodes : value;
      position += width;
    }
    count--;
    counts.push(count);
    remaining -= Math.abs(count);
    if (count !== 0) continue;
    for (let repeat = 3; repeat === 3; ) {
      repeat = peek(2);
      position += 2;
      for (let zero = 0; zero < repeat; zero++) counts.push(0);
      if (counts.length > maxSymbol + 1) throw new ZstdError('a table is damaged');
    }
  }
  if (remaining !== 1 || counts.length > maxSymbol + 1) throw new ZstdError('a table is damaged');
  const at = (position + 7) >> 3;
  if (at > end) throw new ZstdError('a table ends early');
  return { table: fseOf(counts, log), at };
}

function fseOf(counts: readonly number[], log: number): FseTable {
  const size = 1 << log;
  const symbols = new Uint8Array(size);
  const next = new Uint16Array(counts.length);
  let high = size - 1;
  counts.forEach((count, symbol) => {
    next[symbol] = count < 0 ? 1 : count;
    if (count < 0) symbols[high--] = symbol;
  });
  const step = (size >> 1) + (size >> 3) + 3;
  let place = 0;
  counts.forEach((count, symbol) => {
    for (let turn = 0; turn < count; turn++) {
      symbols[place] = symbol;
      do place = (place + step) & (size - 1);
      while (place > high);
    }
  });
  const bits = new Uint8Array(size);
  const bases = new Uint16Array(size);
  for (let state = 0; state < size; state++) {
    const value = next[symbols[state]!]!++;
    bits[state] = log - (31 - Math.clz32(value));
    bases[state] = (value << bits[state]!) - size;
  }
  return { log, symbols, bits, bases };
}

/** Builds the Huffman table. The weight of the last symbol follows from the others. */
function huffmanOf(weights: Uint8Array, count: number): HuffmanTable {
  let sum = 0;
  for (let symbol = 0; symbol < count; symbol++) if (weights[symbol]! > 0) sum += 1 << (weights[symbol]! - 1);
  const log = 32 - Math.clz32(sum);
  const rest = (1 << log) - sum;
  if (sum === 0 || log > 11 || (rest & (rest - 1)) !== 0)
    throw new ZstdError('a table of literals is damaged');
  weights[count] = 32 - Math.clz32(rest);
  const symbols = new Uint8Array(1 << log);
  const bits = new Uint8Array(1 << log);
  let at = 0;
  for (let weight = 1; weight <= log; weight++)
    for (let symbol = 0; symbol <= count; symbol++) {
      if (weights[symbol] !== weight) continue;
      const room = 1 << (weight - 1);
      symbols.fill(symbol, at, at + room);
      bits.fill(log + 1 - weight, at, at + room);
      at += room;
    }
  if (at !== 1 << log) throw new ZstdError('a table of literals is damaged');
  return { log, symbols, bits };
}

const basesOf = (bits: readonly number[], first: number): Uint32Array => {
  let base = first;
  return Uint32Array.from(bits, count => {
    const value = base;
    base += 2 ** count;
    return value;
  });
};

const lengthBits = [
  ...new Array(16).fill(0),
  1,
  1,
  1,
  1,
  2,
  2,
  3,
  3,
  4,
  6,
  7,
  8,
  9,
  10,
  11,
  12,
  13,
  14,
  15,
  16,
];
const lengthBases = basesOf(lengthBits, 0);
const matchBits = [
  ...new Array(32).fill(0),
  ...[1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16],
];
const matchBases = basesOf(matchBits, 3);

/** Limits and predefined tables for literal lengths, offsets and match lengths. */
const kinds: readonly { maxLog: number; maxSymbol: number; predefined: FseTable }[] = [
  {
    maxLog: 9,
    maxSymbol: 35,
    predefined: fseOf(
      [
        ...[4, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 2, 2],
        ...[2, 2, 2, 2, 2, 2, 2, 3, 2, 1, 1, 1, 1, 1, -1, -1, -1, -1],
      ],
      6,
    ),
  },
  {
    maxLog: 8,
    maxSymbol: 31,
    predefined: fseOf(
      [1, 1, 1, 1, 1, 1, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1],
      5,
    ),
  },
  {
    maxLog: 9,
    maxSymbol: 52,
    predefined: fseOf(
      [
        ...[1, 4, 3, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
        ...[1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1, -1, -1],
      ],
      6,
    ),
  },
];
