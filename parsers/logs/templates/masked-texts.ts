/** The masked messages met so far, with their numbers. Their number is bounded. */
import type { Output } from '../../contract.ts';
import { isDigit } from '../../kit/bytes.ts';

/** Maximum number of masked messages kept unchanged, and their maximum total bytes. */
const room = 16_384;
const roomBytes = 4 << 20;
/** Maximum number of masked messages that differ only in names or paths; further ones are generalised. */
const alike = 64;
/**
 * A word that occurs in this many of the kept masked messages is common: part of a template, not of free
 * text.
 */
const common = room / 128;

const space = 0x20;
const star = 0x2a;
const comma = 0x2c;
const slash = 0x2f;
const colon = 0x3a;
const less = 0x3c;
const equalsSign = 0x3d;
const greater = 0x3e;

/** Bytes that end a word: blanks, quotes, brackets, `,;|`. */
const ends = new Uint8Array(256);
for (const char of ' \t"\'`()[]{}<>,;|') ends[char.charCodeAt(0)] = 1;

/**
 * Bytes that are hashed and compared four at a time; after the last byte, zeros must follow up to a multiple
 * of four.
 */
export class HashedBytes {
  readonly bytes: Uint8Array;
  readonly words: Int32Array;
  length = 0;

  constructor(capacity: number) {
    const buffer = new ArrayBuffer(capacity + 8);
    this.bytes = new Uint8Array(buffer);
    this.words = new Int32Array(buffer);
  }

  end(length: number): void {
    this.length = length;
    this.bytes.fill(0, length, length + 4);
  }

  hash(): number {
    const { words, length } = this;
    const count = (length + 3) >> 2;
    let value = length;
    for (let at = 0; at < count; at++) {
      value = Math.imul(value ^ words[at]!, 0x9e3779b1);
      value ^= value >>> 15;
    }
    return value;
  }
}

/** Room of a table at first: most captures have few templates, and all of the room is a megabyte. */
const roomAtFirst = 256;

/** Interned bytes with a number each. */
class Table {
  private slots = new Int32Array(4 * roomAtFirst).fill(-1);
  private hashes = new Int32Array(roomAtFirst);
  private lengths = new Int32Array(roomAtFirst);
  /** Start of each entry in {@link words}. */
  private starts = new Int32Array(roomAtFirst + 1);
  private words = new Int32Array(16 << 10);
  /** Number stored with each entry. */
  values = new Int32Array(roomAtFirst);
  size = 0;

  get full(): boolean {
    return this.size >= room || 4 * this.starts[this.size]! >= roomBytes;
  }

  find(buffer: HashedBytes, hash: number): number {
    const mask = this.slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const entry = this.slots[slot]!;
      if (entry < 0 || (this.hashes[entry] === hash && this.holds(entry, buffer))) return entry;
    }
  }

  private holds(entry: number, { words, length }: HashedBytes): boolean {
    if (this.lengths[entry] !== length) return false;
    const mine = this.words;
    const start = this.starts[entry]!;
    const count = (length + 3) >> 2;
    for (let at = 0; at < count; at++) if (mine[start + at] !== words[at]) return false;
    return true;
  }

  add({ words, length }: HashedBytes, hash: number, value: number): number {
    if (this.size === this.hashes.length) this.grow();
    const entry = this.size++;
    const start = this.starts[entry]!;
    const end = start + ((length + 3) >> 2);
    if (end > this.words.length) {
      const grown = new Int32Array(Math.max(2 * this.words.length, end));
      grown.set(this.words.subarray(0, start));
      this.words = grown;
    }
    this.words.set(words.subarray(0, end - start), start);
    this.starts[entry + 1] = end;
    this.lengths[entry] = length;
    this.hashes[entry] = hash;
    this.values[entry] = value;
    this.place(entry);
    return entry;
  }

  private place(entry: number): void {
    const mask = this.slots.length - 1;
    let slot = this.hashes[entry]! & mask;
    while (this.slots[slot]! >= 0) slot = (slot + 1) & mask;
    this.slots[slot] = entry;
  }

  private grow(): void {
    const size = 2 * this.hashes.length;
    this.hashes = grown(this.hashes, size);
    this.lengths = grown(this.lengths, size);
    this.starts = grown(this.starts, size + 1);
    this.values = grown(this.values, size);
    this.slots = new Int32Array(4 * size).fill(-1);
    for (let entry = 0; entry < this.size; entry++) this.place(entry);
  }
}

function grown(array: Int32Array<ArrayBuffer>, size: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(size);
  larger.set(array);
  return larger;
}

/** The masked messages of an output, shared by all parts of a file. */
export function maskedOf(out: Output): MaskedTexts {
  const known = perOutput.get(out);
  if (known) return known;
  const made = new MaskedTexts();
  perOutput.set(out, made);
  return made;
}

const perOutput = new WeakMap<Output, MaskedTexts>();

/** Upper bound of the numbers that {@link MaskedTexts.find} returns. */
export const maxMaskedTexts = 2 * room + 1;

export class MaskedTexts {
  /** Text of the number returned last. */
  found = new HashedBytes(0);
  private readonly texts = new Table();
  /** Generalised masked messages; the value counts the kept messages that each stands for. */
  private readonly generals = new Table();
  /** Number of occurrences of a word in kept masked messages, by hash. */
  private readonly words = new Uint16Array(1 << 16);
  private readonly general = new HashedBytes(8 << 10);
  private readonly anything = new HashedBytes(8);

  constructor() {
    this.anything.bytes.set([less, star, greater]);
    this.anything.end(3);
  }

  /** Number of a masked message, or of its generalised form if there are too many. */
  find(masked: HashedBytes): number {
    this.found = masked;
    const hash = masked.hash();
    const known = this.texts.find(masked, hash);
    return known >= 0 ? known : this.admit(masked, hash);
  }

  private admit(masked: HashedBytes, hash: number): number {
    const { generals, general, texts } = this;
    const crowded = texts.full;
    this.generalise(masked, crowded);
    const generalHash = general.hash();
    const itself = !crowded && general.length === masked.length && generalHash === hash;
    let entry = itself ? -1 : generals.find(general, generalHash);
    // Half of the room is reserved for when {@link texts} is full.
    const open = !itself && !generals.full && (crowded || generals.size < room / 2);
    if (entry < 0 && open) entry = generals.add(general, generalHash, 0);
    if (!crowded && (entry < 0 || generals.values[entry]! < alike)) {
      if (entry >= 0) generals.values[entry]!++;
      this.count(masked.bytes, masked.length);
      return texts.add(masked, hash, 0);
    }
    this.found = entry < 0 ? this.anything : general;
    return entry < 0 ? 2 * room : room + entry;
  }

  /**
   * Writes to {@link general} the message with names and paths masked and, if `crowded`, all words that are
   * not common.
   */
  private generalise({ bytes, length }: HashedBytes, crowded: boolean): void {
    const general = this.general.bytes;
    let size = 0;
    let at = 0;
    while (at < length) {
      const stop = wordEnd(bytes, at, length);
      if (stop === at) {
        general[size++] = bytes[at++]!;
        continue;
      }
      if (looksNamed(bytes, at, stop) || (crowded && !this.isCommon(bytes, at, stop))) {
        // The number of words in free text varies, so one mask stands for consecutive words.
        if (!(crowded && afterMask(general, size))) {
          general[size] = less;
          general[size + 1] = star;
          general[size + 2] = greater;
          size += 3;
        }
      } else for (let copy = at; copy < stop; copy++) general[size++] = bytes[copy]!;
      at = stop;
    }
    this.general.end(size);
  }

  private isCommon(bytes: Uint8Array, start: number, end: number): boolean {
    return this.words[wordHash(bytes, start, end)]! >= common;
  }

  private count(bytes: Uint8Array, length: number): void {
    for (let at = 0; at < length; ) {
      const stop = wordEnd(bytes, at, length);
      if (stop > at) this.words[wordHash(bytes, at, stop)]!++;
      at = Math.max(stop, at + 1);
    }
  }
}

function wordHash(bytes: Uint8Array, start: number, end: number): number {
  let value = 0x811c9dc5;
  for (let at = start; at < end; at++) value = Math.imul(value ^ bytes[at]!, 0x01000193);
  return (value ^ (value >>> 16)) & 0xffff;
}

const isMask = (bytes: Uint8Array, at: number): boolean =>
  bytes[at] === less && bytes[at + 1] === star && bytes[at + 2] === greater;

/** End of the word at `start`, or `start` if none begins there. A path or URL may hold `=` and `:`. */
function wordEnd(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  let path = false;
  while (at < end) {
    const byte = bytes[at]!;
    if (isMask(bytes, at)) {
      at += 3;
      continue;
    }
    if (ends[byte] === 1) break;
    if (byte === slash) path = true;
    else if (!path && (byte === equalsSign || (byte === colon && bytes[at + 1] !== slash))) break;
    at++;
  }
  return at;
}

/** True for digits, paths and addresses: more often a name than a word. */
function looksNamed(bytes: Uint8Array, start: number, end: number): boolean {
  let slashes = bytes[start] === slash ? 1 : 0;
  for (let at = start; at < end; at++) {
    const byte = bytes[at]!;
    if (isDigit(byte) || byte === 0x40 || byte === 0x7e || byte === 0x5c) return true;
    if (byte === slash) slashes++;
  }
  return slashes > 1;
}

/** True if a mask was written last, not counting blanks and commas. */
function afterMask(bytes: Uint8Array, length: number): boolean {
  let at = length;
  while (at > 0 && (bytes[at - 1] === space || bytes[at - 1] === comma)) at--;
  return at >= 3 && isMask(bytes, at - 3);
}
