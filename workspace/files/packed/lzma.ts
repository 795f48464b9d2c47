/**
 * Decodes LZMA as used by xz (chunks of at most 64 KiB that decompress to at most 2 MiB, over one dictionary) and by
 * 7z (one stream).
 *
 * The method: https://www.7-zip.org/sdk.html (`DOC/lzma-specification.txt`).
 */

import type { ChunkReader } from './chunk-reader.ts';

/** The data is invalid: no encoder writes it. */
export class LzmaError extends Error {
  override readonly name = 'LzmaError';
}

const states = 12;
const positionStates = 16;
const lengthSize = 2 + positionStates * 8 * 2 + 256;

// Offsets of the probabilities of each kind of decision.
const isMatch = 0;
const isRep = isMatch + states * positionStates;
const isRepG0 = isRep + states;
const isRepG1 = isRepG0 + states;
const isRepG2 = isRepG1 + states;
const isRep0Long = isRepG2 + states;
const slots = isRep0Long + states * positionStates;
const specialDistances = slots + 4 * 64;
const alignment = specialDistances + 128;
const lengths = alignment + 16;
const repLengths = lengths + lengthSize;
const literals = repLengths + lengthSize;
const maxLiterals = 0x300 << 4;

const half = 1 << 10;

/** Output of the largest chunk, which must fit into the window. */
const maxUnpacked = 2 << 20;

/** Limit of dictionaries, bytes. An encoder may ask for up to 4 GiB; `xz -9` and `7z -mx=9` use 64 MiB. */
export const maxDictionary = 192 << 20;

/** Decodes LZMA without chunks, of a known length. */
export function* lzmaStream(
  input: ChunkReader,
  { dictionary, properties }: { dictionary: number; properties: number },
  length: number,
): Generator<Uint8Array> {
  try {
    const lzma = new Lzma(dictionary);
    lzma.properties(properties);
    yield* lzma.streamed(input, length);
  } catch (error) {
    throw error instanceof LzmaError ? input.damaged(error.message) : error;
  }
}

export class Lzma {
  private readonly probabilities = new Uint16Array(literals + maxLiterals);
  private window: Uint8Array;
  /** Position of the next byte. */
  private at = 0;
  /** Number of bytes in the dictionary. */
  private known = 0;
  /** Number of bytes of the block so far. */
  private total = 0;
  private state = 0;
  private rep0 = 0;
  private rep1 = 0;
  private rep2 = 0;
  private rep3 = 0;
  private literalContext = 0;
  private literalPosition = 0;
  private positionMask = 0;
  private input: Uint8Array = new Uint8Array(0);
  /** Source of further input; a chunk has none. */
  private source: ChunkReader | null = null;
  /** Number of bytes of a match still to be copied. */
  private pending = 0;
  private next = 0;
  private range = 0;
  private code = 0;

  /** @param size of the dictionary, bytes */
  constructor(private readonly size: number) {
    this.window = new Uint8Array(Math.min(this.full, maxUnpacked));
  }

  /** The window holds a whole chunk, however small the dictionary. */
  private get full(): number {
    return Math.max(this.size, maxUnpacked);
  }

  /** Clears the dictionary. */
  forget(): void {
    this.known = 0;
    this.total = 0;
  }

  /** @throws LzmaError if the properties are invalid */
  properties(byte: number): void {
    const context = byte % 9;
    const position = Math.floor(byte / 9) % 5;
    if (byte >= 225 || context + position > 4) throw new LzmaError('invalid properties');
    this.literalContext = context;
    this.literalPosition = position;
    this.positionMask = (1 << Math.floor(byte / 45)) - 1;
    this.reset();
  }

  reset(): void {
    this.probabilities.fill(half);
    this.state = this.rep0 = this.rep1 = this.rep2 = this.rep3 = 0;
  }

  /** Copies uncompressed bytes. */
  *stored(bytes: Uint8Array): Generator<Uint8Array> {
    this.makeRoom(bytes.length);
    const from = this.at;
    for (const byte of bytes) this.put(byte);
    this.total += bytes.length;
    yield* this.since(from, bytes.length);
  }

  /**
   * @param input a chunk
   * @param length of its decompressed data
   */
  *decompressed(input: Uint8Array, length: number): Generator<Uint8Array> {
    this.makeRoom(length);
    const from = this.at;
    this.decode(input, length);
    yield* this.since(from, length);
  }

  /** Decodes one stream of a known length. */
  *streamed(source: ChunkReader, length: number): Generator<Uint8Array> {
    const first = new Uint8Array(5);
    source.fill(first);
    this.source = source;
    this.begin(first);
    for (let left = length; left > 0; ) {
      const piece = Math.min(left, maxUnpacked / 2);
      this.makeRoom(piece);
      const from = this.at;
      this.symbols(piece);
      yield* this.since(from, piece);
      left -= piece;
    }
  }

  /** The window grows with the data, so that it stays small for small data. */
  private makeRoom(length: number): void {
    const { window, full } = this;
    if (window.length === full || this.at + length <= window.length) return;
    this.window = new Uint8Array(Math.min(full, Math.max(2 * window.length, this.at + length)));
    this.window.set(window);
  }

  private *since(from: number, length: number): Generator<Uint8Array> {
    const first = Math.min(length, this.window.length - from);
    yield this.window.subarray(from, from + first);
    if (first < length) yield this.window.subarray(0, length - first);
  }

  private put(byte: number): void {
    this.window[this.at++] = byte;
    if (this.at === this.window.length && this.window.length === this.full) this.at = 0;
    if (this.known < this.size) this.known++;
  }

  private decode(input: Uint8Array, length: number): void {
    this.begin(input);
    this.symbols(length);
    if (this.pending > 0) throw new LzmaError('a match continues after the end of its chunk');
    if (this.next > input.length) throw new LzmaError('a chunk is too short');
  }

  private begin(input: Uint8Array): void {
    if (input.length < 5 || input[0] !== 0) throw new LzmaError('a chunk without its header');
    this.input = input;
    this.code = new DataView(input.buffer, input.byteOffset).getUint32(1);
    this.range = 0xffffffff;
    this.next = 5;
  }

  private symbols(length: number): void {
    let left = length;
    while (left > 0) {
      if (this.pending > 0) {
        const copied = Math.min(left, this.pending);
        this.copy(copied);
        this.pending -= copied;
        left -= copied;
        continue;
      }
      const positionState = this.total & this.positionMask;
      if (this.bit(isMatch + (this.state << 4) + positionState) === 0) {
        this.literal();
        left--;
      } else this.pending = this.match(positionState);
    }
  }

  private literal(): void {
    const last = this.known > 0 ? this.back(0) : 0;
    const low = this.total & ((1 << this.literalPosition) - 1);
    const context = (low << this.literalContext) + (last >> (8 - this.literalContext));
    const base = literals + 0x300 * context;
    let symbol = 1;
    if (this.state >= 7) {
      if (this.rep0 >= this.known) throw new LzmaError('a distance beyond the beginning');
      let matched = this.back(this.rep0);
      do {
        const wanted = (matched >> 7) & 1;
        matched <<= 1;
        const bit = this.bit(base + ((1 + wanted) << 8) + symbol);
        symbol = (symbol << 1) | bit;
        if (wanted !== bit) break;
      } while (symbol < 0x100);
    }
    while (symbol < 0x100) symbol = (symbol << 1) | this.bit(base + symbol);
    this.put(symbol & 0xff);
    this.total++;
    this.state = this.state < 4 ? 0 : this.state < 10 ? this.state - 3 : this.state - 6;
  }

  /** Number of bytes to be copied from `rep0` back. */
  private match(positionState: number): number {
    if (this.bit(isRep + this.state) === 0) {
      this.rep3 = this.rep2;
      this.rep2 = this.rep1;
      this.rep1 = this.rep0;
      const length = this.length(lengths, positionState);
      this.state = this.state < 7 ? 7 : 10;
      this.rep0 = this.distance(length);
      return length + 2;
    }
    if (this.bit(isRepG0 + this.state) === 0) {
      if (this.bit(isRep0Long + (this.state << 4) + positionState) === 0) {
        this.state = this.state < 7 ? 9 : 11;
        return 1;
      }
    } else {
      let distance = this.rep1;
      if (this.bit(isRepG1 + this.state) === 1) {
        distance = this.rep2;
        if (this.bit(isRepG2 + this.state) === 1) {
          distance = this.rep3;
          this.rep3 = this.rep2;
        }
        this.rep2 = this.rep1;
      }
      this.rep1 = this.rep0;
      this.rep0 = distance;
    }
    const length = this.length(repLengths, positionState);
    this.state = this.state < 7 ? 8 : 11;
    return length + 2;
  }

  private length(base: number, positionState: number): number {
    if (this.bit(base) === 0) return this.tree(base + 2 + (positionState << 3), 3);
    if (this.bit(base + 1) === 0) return 8 + this.tree(base + 2 + 128 + (positionState << 3), 3);
    return 16 + this.tree(base + 2 + 256, 8);
  }

  private distance(length: number): number {
    const slot = this.tree(slots + (Math.min(length, 3) << 6), 6);
    if (slot < 4) return slot;
    const bits = (slot >> 1) - 1;
    const base = (2 | (slot & 1)) << bits;
    if (slot < 14) return base + this.reversed(specialDistances + base - slot, bits);
    let high = 0;
    for (let i = bits - 4; i > 0; i--) {
      this.range >>>= 1;
      const bit = this.code >= this.range ? 1 : 0;
      if (bit) this.code = (this.code - this.range) >>> 0;
      high = high * 2 + bit;
      if (this.range < 0x1000000) this.refill();
    }
    return (2 | (slot & 1)) * 2 ** bits + high * 16 + this.reversed(alignment, 4);
  }

  private tree(base: number, bits: number): number {
    let symbol = 1;
    for (let i = 0; i < bits; i++) symbol = (symbol << 1) | this.bit(base + symbol);
    return symbol - (1 << bits);
  }

  private reversed(base: number, bits: number): number {
    let symbol = 1;
    let value = 0;
    for (let i = 0; i < bits; i++) {
      const bit = this.bit(base + symbol);
      symbol = (symbol << 1) | bit;
      value |= bit << i;
    }
    return value;
  }

  private bit(index: number): number {
    const probability = this.probabilities[index] as number;
    const bound = (this.range >>> 11) * probability;
    let bit = 0;
    if (this.code < bound) {
      this.range = bound;
      this.probabilities[index] = probability + ((2048 - probability) >> 5);
    } else {
      this.range -= bound;
      this.code -= bound;
      this.probabilities[index] = probability - (probability >> 5);
      bit = 1;
    }
    if (this.range < 0x1000000) this.refill();
    return bit;
  }

  private refill(): void {
    this.range = (this.range << 8) >>> 0;
    if (this.next === this.input.length && this.source) {
      this.input = this.source.some();
      this.next = 0;
    }
    // Reads zeros past the end of a chunk; that it was reached is checked when the chunk is done.
    this.code = ((this.code << 8) | (this.input[this.next++] ?? 0)) >>> 0;
  }

  private back(distance: number): number {
    const place = this.at - 1 - distance;
    return this.window[place < 0 ? place + this.window.length : place] as number;
  }

  private copy(length: number): void {
    if (this.rep0 >= this.known) throw new LzmaError('a distance beyond the beginning');
    const { window } = this;
    const isWhole = window.length === this.full;
    let from = this.at - 1 - this.rep0;
    if (from < 0) from += window.length;
    let to = this.at;
    for (let i = 0; i < length; i++) {
      window[to++] = window[from++] as number;
      if (from === window.length) from = 0;
      if (to === window.length && isWhole) to = 0;
    }
    this.at = to;
    this.total += length;
    this.known = Math.min(this.size, this.known + length);
  }
}
