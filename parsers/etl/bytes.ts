/**
 * Little-endian values of a block of bytes. A read outside the block returns 0, and callers check lengths where it matters;
 * `kit/byte-view.ts` throws instead.
 */

import { hex32 } from '../kit/hex.ts';

/** 2^32 */
export const two32 = 0x1_0000_0000;

const utf16 = new TextDecoder('utf-16le');
const utf8 = new TextDecoder('utf-8');
const ansi = new TextDecoder('windows-1252');

export class Block {
  readonly length: number;
  private readonly view: DataView;

  constructor(readonly bytes: Uint8Array) {
    this.length = bytes.length;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  u8(at: number): number {
    return at < this.length ? this.bytes[at]! : 0;
  }

  u16(at: number): number {
    return at + 2 <= this.length ? this.view.getUint16(at, true) : 0;
  }

  u32(at: number): number {
    return at + 4 <= this.length ? this.view.getUint32(at, true) : 0;
  }

  i32(at: number): number {
    return this.u32(at) | 0;
  }

  f32(at: number): number {
    return at + 4 <= this.length ? this.view.getFloat32(at, true) : 0;
  }

  f64(at: number): number {
    return at + 8 <= this.length ? this.view.getFloat64(at, true) : 0;
  }

  /** Exact up to 2^53. */
  u64(at: number): number {
    return this.u32(at + 4) * two32 + this.u32(at);
  }

  /**
   * An address as a signed number, so that both halves of the address space are exact in a double: processors use 48 or
   * 57 bits, and the remaining bits repeat the highest.
   */
  address(at: number, pointer: number): number {
    return pointer === 8 ? this.i32(at + 4) * two32 + this.u32(at) : this.u32(at);
  }

  big(at: number): bigint {
    return at + 8 <= this.length ? this.view.getBigUint64(at, true) : 0n;
  }

  /** `68fdd900-4a3e-11d1-84f4-0000f80464e3` */
  guid(at: number): string {
    const tail = hexOf(this.bytes, at + 8, at + 16);
    return `${hex(this.u32(at), 8)}-${hex(this.u16(at + 4), 4)}-${hex(this.u16(at + 6), 4)}-${tail.slice(0, 4)}-${tail.slice(4)}`;
  }

  /** End of the UTF-16 text that begins at `at`: position of its terminating 0, or `end`. */
  endOfWide(at: number, end: number): number {
    let stop = at;
    while (stop + 2 <= end && (this.bytes[stop] !== 0 || this.bytes[stop + 1] !== 0)) stop += 2;
    return stop;
  }

  wide(at: number, end: number): string {
    return utf16.decode(this.bytes.subarray(at, Math.max(at, end)));
  }

  /** Text up to its terminating 0. */
  wideZ(at: number, end: number): string {
    return this.wide(at, this.endOfWide(at, end));
  }

  endOfNarrow(at: number, end: number): number {
    let stop = at;
    while (stop < end && this.bytes[stop] !== 0) stop++;
    return stop;
  }

  isAscii(at: number, end: number): boolean {
    let all = 0;
    for (let byte = at; byte < end; byte++) all |= this.bytes[byte]!;
    return all < 0x80;
  }

  utf8(at: number, end: number): string {
    return utf8.decode(this.bytes.subarray(at, Math.max(at, end)));
  }

  ansi(at: number, end: number): string {
    return ansi.decode(this.bytes.subarray(at, Math.max(at, end)));
  }
}

export const hex = (value: number, digits: number): string =>
  digits === 8 && value >= 0 && value < two32 ? hex32(value) : value.toString(16).padStart(digits, '0');

const digits = Array.from({ length: 256 }, (_, byte) => hex(byte, 2));

export function hexOf(bytes: Uint8Array, start: number, end: number): string {
  let text = '';
  const stop = Math.min(end, bytes.length);
  for (let at = start; at < stop; at++) text += digits[bytes[at]!]!;
  return text;
}

/** Formats a value of {@link Block.address}: `0xfffff80012345678`. */
export function addressText(address: number, pointer: number): string {
  if (pointer !== 8) return `0x${hex(address, 8)}`;
  const high = Math.floor(address / two32);
  return `0x${hex(high >>> 0, 8)}${hex(address - high * two32, 8)}`;
}

export function addressBig(address: number): bigint {
  return BigInt.asUintN(64, BigInt(address));
}
