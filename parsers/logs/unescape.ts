/**
 * Removes escapes, and colours, from strings of JSON and similar formats. The results stay valid until {@link
 * Unescaped.clear}.
 */
import { hexDigit } from '../kit/bytes.ts';
import { clean } from './clean.ts';

const simple: Readonly<Record<number, number>> = { 110: 0x0a, 116: 0x09, 114: 0x0d, 98: 0x08, 102: 0x0c };

export class Unescaped {
  bytes = new Uint8Array(4096);
  length = 0;

  clear(): void {
    this.length = 0;
  }

  /** Adds the string and returns its start in `bytes`; its end is `length`. */
  add(from: Uint8Array, start: number, end: number): number {
    this.reserve(end - start);
    const begin = this.length;
    let control = false;
    for (let at = start; at < end; at++) {
      const byte = from[at]!;
      if (byte !== 0x5c || at + 1 >= end) {
        this.bytes[this.length++] = byte;
        continue;
      }
      const next = from[++at]!;
      if (next !== 0x75) {
        this.bytes[this.length++] = simple[next] ?? next;
        continue;
      }
      let point = codeUnit(from, at + 1, end);
      if (point < 0) {
        this.bytes[this.length++] = next;
        continue;
      }
      at += 4;
      if (point >= 0xd800 && point < 0xdc00 && from[at + 1] === 0x5c && from[at + 2] === 0x75) {
        const low = codeUnit(from, at + 3, end);
        if (low >= 0xdc00 && low < 0xe000) {
          point = 0x10000 + ((point - 0xd800) << 10) + (low - 0xdc00);
          at += 6;
        }
      }
      if (point === 0 || point === 0x1b) control = true;
      this.put(point >= 0xd800 && point < 0xe000 ? 0xfffd : point);
    }
    if (control) this.length = clean(this.bytes, begin, this.length);
    return begin;
  }

  /** Like {@link add}, for a value in which quotes are doubled. */
  addDoubled(from: Uint8Array, start: number, end: number): number {
    this.reserve(end - start);
    const begin = this.length;
    for (let at = start; at < end; at++) {
      this.bytes[this.length++] = from[at]!;
      if (from[at] === 0x22 && from[at + 1] === 0x22) at++;
    }
    return begin;
  }

  /** UTF-8 text is never longer than its escapes. Values given out keep the array in which they were made. */
  private reserve(more: number): void {
    if (this.length + more <= this.bytes.length) return;
    const grown = new Uint8Array(Math.max(this.length + more, 2 * this.bytes.length));
    grown.set(this.bytes.subarray(0, this.length));
    this.bytes = grown;
  }

  private put(point: number): void {
    const { bytes } = this;
    if (point < 0x80) {
      bytes[this.length++] = point;
      return;
    }
    if (point < 0x800) bytes[this.length++] = 0xc0 | (point >> 6);
    else {
      if (point < 0x10000) bytes[this.length++] = 0xe0 | (point >> 12);
      else {
        bytes[this.length++] = 0xf0 | (point >> 18);
        bytes[this.length++] = 0x80 | ((point >> 12) & 0x3f);
      }
      bytes[this.length++] = 0x80 | ((point >> 6) & 0x3f);
    }
    bytes[this.length++] = 0x80 | (point & 0x3f);
  }
}

function codeUnit(bytes: Uint8Array, start: number, end: number): number {
  if (start + 4 > end) return -1;
  let value = 0;
  for (let at = start; at < start + 4; at++) {
    const digit = hexDigit(bytes[at]!);
    if (digit < 0) return -1;
    value = value * 16 + digit;
  }
  return value;
}
