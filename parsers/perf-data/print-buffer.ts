/** Buffer for the text of a record, written as bytes: one string per value would take several times as long as the rest of reading. */
import { grown } from '../kit/intern.ts';
import { Utf8Buffer } from '../kit/utf8-buffer.ts';

const zero = 0x30;
const billion = 1_000_000_000;
const hexDigits = new TextEncoder().encode('0123456789abcdef');

export class PrintBuffer {
  /** The first {@link length} bytes are written. */
  bytes: Uint8Array = new Uint8Array(1 << 12);
  length = 0;
  private readonly encoded = new Utf8Buffer();

  /** Appends a range of another array. */
  copy(from: Uint8Array, start: number, end: number): void {
    const { bytes } = this.room(end - start);
    let { length } = this;
    for (let at = start; at < end; at++) bytes[length++] = from[at]!;
    this.length = length;
  }

  text(text: string): void {
    const { encoded } = this;
    encoded.write(text);
    this.copy(encoded.bytes, 0, encoded.length);
  }

  /** Appends an integer up to 2^53 in decimal; below 10^9 with at least that many digits. */
  decimal(value: number, least = 1): void {
    const { bytes } = this.room(20);
    let rest = value;
    if (rest < 0) {
      bytes[this.length++] = 0x2d;
      rest = -rest;
    }
    if (rest < billion) {
      this.digits(rest, least);
      return;
    }
    const above = Math.floor(rest / billion);
    this.decimal(above);
    this.digits(rest - above * billion, 9);
  }

  /** Appends 64 bits in hexadecimal, without leading zeros. */
  hex(high: number, low: number): void {
    const { bytes } = this.room(16);
    const digits = high === 0 ? 8 - (Math.clz32(low | 1) >> 2) : 16 - (Math.clz32(high) >> 2);
    let at = this.length + digits;
    this.length = at;
    let left = digits;
    for (let rest = low; left > 0 && left > digits - 8; left--, rest >>>= 4)
      bytes[--at] = hexDigits[rest & 15]!;
    for (let rest = high; left > 0; left--, rest >>>= 4) bytes[--at] = hexDigits[rest & 15]!;
  }

  private digits(value: number, least: number): void {
    const { bytes } = this;
    let count = least;
    for (let limit = 10 ** least; value >= limit; limit *= 10) count++;
    let rest = value | 0;
    let at = this.length + count;
    this.length = at;
    for (let left = count; left > 0; left--) {
      const tens = (rest / 10) | 0;
      bytes[--at] = zero + rest - tens * 10;
      rest = tens;
    }
  }

  private room(more: number): this {
    const least = this.length + more;
    if (least > this.bytes.length) this.bytes = grown(this.bytes, least);
    return this;
  }
}
