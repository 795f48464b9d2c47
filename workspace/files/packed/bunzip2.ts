/**
 * Decompresses bzip2 data as a stream, one block of at most 900 kB at a time. No package was found that streams and
 * reports where damaged data begins.
 *
 * The format: https://github.com/dsnet/compress/blob/master/doc/bzip2-format.pdf
 */
import { type DamagedInputError, followed } from '../damaged-input.ts';
import { ChunkReader } from './chunk-reader.ts';

const blockMagic = [0x314159, 0x265359] as const;
const endMagic = [0x177245, 0x385090] as const;
/** Symbols that one table decodes before the next is chosen. */
const groupSize = 50;
const maxCodeBits = 20;
/** Size of output chunks: a run of one byte may decompress to 51 times the block. */
const pieceSize = 1 << 20;

/** @throws DamagedInputError if the data is damaged or ends early, after all blocks before were yielded */
export function* bunzipped2(chunks: Iterable<Uint8Array>): Generator<Uint8Array> {
  const bits = new BitReader(new ChunkReader(chunks, 'bzip2'));
  for (let stream = 0; ; stream++) {
    if (stream > 0 && bits.isPaddingToTheEnd()) return;
    const { position } = bits;
    const isHeader = [0x42, 0x5a, 0x68].every(byte => !bits.isAtEnd() && bits.read(8) === byte);
    if (!isHeader) throw stream > 0 ? followed('bzip2', position) : bits.damaged('no header');
    const level = bits.read(8) - 0x30;
    if (level < 1 || level > 9) throw bits.damaged('no header');
    yield* streamOf(bits, new Uint32Array(level * 100_000));
    bits.align();
  }
}

function* streamOf(bits: BitReader, block: Uint32Array): Generator<Uint8Array> {
  let combined = 0;
  for (;;) {
    const [high, low] = [bits.read(24), bits.read(24)];
    const checksum = bits.read32();
    if (high === endMagic[0] && low === endMagic[1]) {
      if (checksum !== combined) throw bits.damaged('the checksum of the whole data differs');
      return;
    }
    if (high !== blockMagic[0] || low !== blockMagic[1]) throw bits.damaged('no block');
    combined = ((combined << 1) | (combined >>> 31)) >>> 0;
    combined = (combined ^ checksum) >>> 0;
    if (bits.read(1) !== 0) throw bits.damaged('a block of bzip2 before 0.9.5, which is not supported');
    const origin = bits.read(24);
    const length = decodeBlock(bits, block);
    if (origin >= length) throw bits.damaged('a block without its header');
    const found = yield* unsorted(block, length, origin);
    if (found !== checksum) throw bits.damaged('the checksum of a block differs: some of it may be wrong');
  }
}

/** Decodes Huffman codes, move-to-front and runs of zeros: the bytes of the block, still sorted. */
function decodeBlock(bits: BitReader, block: Uint32Array): number {
  const symbols = usedBytes(bits);
  if (symbols.length === 0) throw bits.damaged('a block without bytes');
  const tables = bits.read(3);
  if (tables < 2 || tables > 6) throw bits.damaged('an invalid number of tables');
  const selectors = selectorsOf(bits, tables);
  const codes = Array.from({ length: tables }, () => codeOf(bits, symbols.length + 2));
  const end = symbols.length + 1;
  let length = 0;
  let run = 0;
  let weight = 1;
  for (let group = 0; ; group++) {
    const code = codes[selectors[group] ?? tables];
    if (code === undefined) throw bits.damaged('a block continues after its end');
    for (let i = 0; i < groupSize; i++) {
      const symbol = bits.symbol(code);
      if (symbol < 2) {
        // Runs are numbers whose digits are 1 and 2.
        run += weight << symbol;
        weight <<= 1;
        if (run > block.length) throw bits.damaged('a block is too long');
        continue;
      }
      if (run > 0) {
        if (length + run > block.length) throw bits.damaged('a block is too long');
        block.fill(symbols[0] as number, length, length + run);
        length += run;
        run = 0;
        weight = 1;
      }
      if (symbol === end) return length;
      if (length === block.length) throw bits.damaged('a block is too long');
      const byte = symbols[symbol - 1] as number;
      for (let at = symbol - 1; at > 0; at--) symbols[at] = symbols[at - 1] as number;
      symbols[0] = byte;
      block[length++] = byte;
    }
  }
}

/** Bytes that occur in the block, in ascending order. */
function usedBytes(bits: BitReader): Uint8Array {
  const ranges = bits.read(16);
  const used: number[] = [];
  for (let range = 0; range < 16; range++) {
    if ((ranges & (0x8000 >> range)) === 0) continue;
    const inRange = bits.read(16);
    for (let i = 0; i < 16; i++) if (inRange & (0x8000 >> i)) used.push(range * 16 + i);
  }
  return Uint8Array.from(used);
}

function selectorsOf(bits: BitReader, tables: number): Uint8Array {
  const selectors = new Uint8Array(bits.read(15));
  const recent = Uint8Array.from({ length: tables }, (_, table) => table);
  for (let i = 0; i < selectors.length; i++) {
    let at = 0;
    while (bits.read(1) === 1) if (++at >= tables) throw bits.damaged('an invalid table number');
    const table = recent[at] as number;
    recent.copyWithin(1, 0, at);
    recent[0] = table;
    selectors[i] = table;
  }
  return selectors;
}

/**
 * A canonical Huffman code, by length: the first longer code, and the number to subtract from a code to get its
 * index.
 */
interface Code {
  readonly shortest: number;
  readonly limit: Int32Array;
  readonly base: Int32Array;
  readonly symbols: Uint16Array;
}

function codeOf(bits: BitReader, count: number): Code {
  const lengths = new Uint8Array(count);
  let length = bits.read(5);
  for (let symbol = 0; symbol < count; symbol++) {
    for (;;) {
      if (length < 1 || length > maxCodeBits) throw bits.damaged('a code length out of range');
      if (bits.read(1) === 0) break;
      length += bits.read(1) === 0 ? 1 : -1;
    }
    lengths[symbol] = length;
  }
  const symbols = new Uint16Array(count);
  const limit = new Int32Array(maxCodeBits + 1);
  const base = new Int32Array(maxCodeBits + 1);
  let placed = 0;
  let next = 0;
  for (let bitCount = 1; bitCount <= maxCodeBits; bitCount++) {
    base[bitCount] = next - placed;
    for (let symbol = 0; symbol < count; symbol++)
      if (lengths[symbol] === bitCount) {
        symbols[placed++] = symbol;
        next++;
      }
    limit[bitCount] = next;
    next <<= 1;
  }
  return { shortest: Math.min(...lengths), limit, base, symbols };
}

/**
 * Undoes the Burrows-Wheeler transform and the run-length encoding.
 *
 * @returns the checksum of the bytes
 */
function* unsorted(block: Uint32Array, length: number, origin: number): Generator<Uint8Array, number> {
  const next = new Uint32Array(256);
  for (let i = 0; i < length; i++) next[(block[i] as number) & 0xff]!++;
  for (let byte = 0, sum = 0; byte < 256; byte++) {
    const count = next[byte] as number;
    next[byte] = sum;
    sum += count;
  }
  for (let i = 0; i < length; i++) {
    const byte = (block[i] as number) & 0xff;
    const place = next[byte] as number;
    next[byte] = place + 1;
    block[place] = (block[place] as number) | (i << 8);
  }
  const piece = new Uint8Array(pieceSize);
  let filled = 0;
  let checksum = 0xffffffff;
  let place = (block[origin] as number) >>> 8;
  let last = -1;
  let repeated = 0;
  for (let i = 0; i < length; i++) {
    const entry = block[place] as number;
    const byte = entry & 0xff;
    place = entry >>> 8;
    // After four equal bytes comes the number of further repetitions.
    const isCount = repeated === 4;
    const value = isCount ? last : byte;
    for (let copies = isCount ? byte : 1; copies > 0; copies--) {
      checksum = (checksum << 8) ^ (crcTable[(checksum >>> 24) ^ value] as number);
      piece[filled++] = value;
      if (filled < pieceSize) continue;
      yield piece;
      filled = 0;
    }
    repeated = isCount ? 0 : byte === last ? repeated + 1 : 1;
    last = isCount ? -1 : byte;
  }
  yield piece.subarray(0, filled);
  return ~checksum >>> 0;
}

const crcTable = Int32Array.from({ length: 256 }, (_, byte) => {
  let value = byte << 24;
  for (let bit = 0; bit < 8; bit++) value = value < 0 ? (value << 1) ^ 0x04c11db7 : value << 1;
  return value;
});

class BitReader {
  private buffered = 0;
  private count = 0;

  constructor(private readonly bytes: ChunkReader) {}

  /** At most 24. */
  read(bits: number): number {
    if (bits === 0) return 0;
    while (this.count < bits) this.take();
    this.count -= bits;
    return (this.buffered >>> this.count) & ((1 << bits) - 1);
  }

  read32(): number {
    return ((this.read(16) << 16) | this.read(16)) >>> 0;
  }

  symbol({ shortest, limit, base, symbols }: Code): number {
    while (this.count < maxCodeBits && this.bytes.hasMore()) this.take();
    const { buffered, count } = this;
    for (let bits = shortest; bits <= maxCodeBits && bits <= count; bits++) {
      const code = (buffered >>> (count - bits)) & ((1 << bits) - 1);
      if (code >= (limit[bits] as number)) continue;
      this.count -= bits;
      return symbols[code - (base[bits] as number)] as number;
    }
    throw count < maxCodeBits ? this.bytes.early() : this.damaged('an invalid code');
  }

  /** Skips to the next whole byte. */
  align(): void {
    this.count -= this.count % 8;
  }

  isAtEnd(): boolean {
    return this.count < 8 && !this.bytes.hasMore();
  }

  /** Offset of the next whole byte. */
  get position(): number {
    return this.bytes.position - (this.count >> 3);
  }

  /** Passes over zeros, with which tapes and block devices pad. Returns true if nothing follows. */
  isPaddingToTheEnd(): boolean {
    while (!this.isAtEnd()) {
      if (this.read(8) === 0) continue;
      this.count += 8;
      return false;
    }
    return true;
  }

  damaged(why: string): DamagedInputError {
    return this.bytes.damaged(why);
  }

  private take(): void {
    this.buffered = (this.buffered << 8) | this.bytes.byte();
    this.count += 8;
  }
}
