/** The skeletons that were met, with their ids; bounded. */
import type { Output, TextId } from '../../contract.ts';
import { sameBytes } from '../../kit/bytes.ts';
import { classes, colon, comma, digit, greater, less, slash, star } from './bytes.ts';

/** Distinct skeletons kept as they are, and bytes they may take. */
const room = 16_384;
const roomBytes = 4 << 20;
/** Skeletons that differ only in what looks like a name or a path; further ones get what these have in common. */
const alike = 64;
/** A word is common when so many skeletons have it. */
const common = 16;

const equalsSign = 0x3d;
const space = 0x20;

/** Ends a word: blanks, quotes, brackets, `,;|`. */
const ends = new Uint8Array(256);
for (const char of ' \t"\'`()[]{}<>,;|') ends[char.charCodeAt(0)] = 1;

/** Interned bytes with a number each. */
class Table {
  private readonly slots = new Int32Array(4 * room).fill(-1);
  private readonly hashes = new Int32Array(2 * room);
  private readonly ends = new Int32Array(2 * room + 1);
  /** A number per entry. */
  readonly values = new Int32Array(2 * room);
  private bytes = new Uint8Array(64 << 10);
  size = 0;

  get full(): boolean {
    return this.size >= room || this.ends[this.size]! >= roomBytes;
  }

  find(bytes: Uint8Array, length: number, hash: number): number {
    const mask = this.slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const entry = this.slots[slot]!;
      if (entry < 0) return -1;
      if (this.hashes[entry] !== hash) continue;
      if (sameBytes(bytes, 0, length, this.bytes, this.ends[entry]!, this.ends[entry + 1]!)) return entry;
    }
  }

  add(bytes: Uint8Array, length: number, hash: number, value: number): number {
    const entry = this.size++;
    const start = this.ends[entry]!;
    if (start + length > this.bytes.length) {
      const grown = new Uint8Array(Math.max(2 * this.bytes.length, start + length));
      grown.set(this.bytes.subarray(0, start));
      this.bytes = grown;
    }
    for (let at = 0; at < length; at++) this.bytes[start + at] = bytes[at]!;
    this.ends[entry + 1] = start + length;
    this.hashes[entry] = hash;
    this.values[entry] = value;
    const mask = this.slots.length - 1;
    let slot = hash & mask;
    while (this.slots[slot]! >= 0) slot = (slot + 1) & mask;
    this.slots[slot] = entry;
    return entry;
  }
}

export class Skeletons {
  private readonly kept = new Table();
  /** What several skeletons have in common; the value is how many. */
  private readonly generals = new Table();
  private readonly generalIds = new Int32Array(2 * room).fill(-1);
  /** In how many kept skeletons a word stands, by hash. */
  private readonly words = new Uint16Array(1 << 16);
  private readonly general = new Uint8Array(8 << 10);

  /** Id of the skeleton `bytes[0, length)`, or of a more general one when there are too many. */
  id(bytes: Uint8Array, length: number, out: Output): TextId {
    const hash = hashOf(bytes, length);
    const known = this.kept.find(bytes, length, hash);
    if (known >= 0) return this.kept.values[known] as TextId;
    const { generals, general, kept } = this;
    const crowded = kept.full;
    const size = this.generalise(bytes, length, crowded);
    const generalHash = hashOf(general, size);
    const same = size === length && generalHash === hash;
    let entry = same && !crowded ? -1 : generals.find(general, size, generalHash);
    // Half of the room is for what comes when it is crowded.
    const open = generals.size < (crowded ? room : room / 2) && !(same && !crowded);
    if (entry < 0 && open) entry = generals.add(general, size, generalHash, 0);
    if (!crowded && (entry < 0 || generals.values[entry]! < alike)) {
      if (entry >= 0) generals.values[entry]!++;
      const id = out.text(bytes, 0, length);
      kept.add(bytes, length, hash, id);
      this.count(bytes, length);
      return id;
    }
    if (entry < 0) return out.string('<*>');
    if (this.generalIds[entry]! < 0) this.generalIds[entry] = out.text(general, 0, size);
    return this.generalIds[entry] as TextId;
  }

  /** Masks in {@link general} what looks like a name or a path and, when `crowded`, every word that is not common. */
  private generalise(bytes: Uint8Array, length: number, crowded: boolean): number {
    const { general } = this;
    let size = 0;
    let at = 0;
    while (at < length) {
      const stop = wordEnd(bytes, at, length);
      if (stop === at) {
        general[size++] = bytes[at++]!;
        continue;
      }
      if (looksNamed(bytes, at, stop) || (crowded && !this.isCommon(bytes, at, stop))) {
        // In free text the number of words varies: one mask stands for a run of them.
        if (!(crowded && afterMask(general, size))) {
          general[size] = less;
          general[size + 1] = star;
          general[size + 2] = greater;
          size += 3;
        }
      } else for (let copy = at; copy < stop; copy++) general[size++] = bytes[copy]!;
      at = stop;
    }
    return size;
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

function hashOf(bytes: Uint8Array, length: number): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < length; at++) value = Math.imul(value ^ bytes[at]!, 0x01000193);
  return value ^ (value >>> 15);
}

function wordHash(bytes: Uint8Array, start: number, end: number): number {
  let value = 0x811c9dc5;
  for (let at = start; at < end; at++) value = Math.imul(value ^ bytes[at]!, 0x01000193);
  return (value ^ (value >>> 16)) & 0xffff;
}

const isMask = (bytes: Uint8Array, at: number): boolean =>
  bytes[at] === less && bytes[at + 1] === star && bytes[at + 2] === greater;

/** End of the word at `start`; `start` itself where none begins. A path or URL may hold `=` and `:`. */
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

/** Digits, paths, addresses: a name more often than a word. */
function looksNamed(bytes: Uint8Array, start: number, end: number): boolean {
  let slashes = bytes[start] === slash ? 1 : 0;
  for (let at = start; at < end; at++) {
    const byte = bytes[at]!;
    if (classes[byte] === digit || byte === 0x40 || byte === 0x7e || byte === 0x5c) return true;
    if (byte === slash) slashes++;
  }
  return slashes > 1;
}

/** Whether a mask was written last, but for blanks and commas. */
function afterMask(bytes: Uint8Array, length: number): boolean {
  let at = length;
  while (at > 0 && (bytes[at - 1] === space || bytes[at - 1] === comma)) at--;
  return at >= 3 && isMask(bytes, at - 3);
}
