/** Numbers of a file in either byte order. Reading outside the bytes throws a RangeError. */
import { decode } from './bytes.ts';

export class ByteView {
  private readonly view: DataView;

  constructor(
    readonly bytes: Uint8Array,
    readonly little: boolean,
  ) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  get length(): number {
    return this.bytes.length;
  }

  u8(at: number): number {
    return this.view.getUint8(at);
  }

  u16(at: number): number {
    return this.view.getUint16(at, this.little);
  }

  u32(at: number): number {
    return this.view.getUint32(at, this.little);
  }

  i32(at: number): number {
    return this.view.getInt32(at, this.little);
  }

  /** The low and the high half of 64 bits. */
  low(at: number): number {
    return this.view.getUint32(this.little ? at : at + 4, this.little);
  }

  high(at: number): number {
    return this.view.getUint32(this.little ? at + 4 : at, this.little);
  }

  /** 64 bits as a double: exact below 2^53. */
  u64(at: number): number {
    return this.high(at) * 2 ** 32 + this.low(at);
  }

  big(at: number): bigint {
    return this.view.getBigUint64(at, this.little);
  }

  bigSigned(at: number): bigint {
    return this.view.getBigInt64(at, this.little);
  }

  /** Text up to the first NUL, or up to `end`. */
  text(at: number, end: number): string {
    const limit = Math.min(end, this.bytes.length);
    const nul = this.bytes.indexOf(0, at);
    return decode(this.bytes, at, nul < 0 ? limit : Math.min(nul, limit));
  }

  /** Text in a field of this many bytes, up to its first NUL. */
  fixed(at: number, length: number): string {
    return this.text(at, at + length);
  }

  /** A 32-bit length, then text of that many bytes, padded with NUL. */
  counted(at: number): { readonly text: string; readonly next: number } {
    const next = at + 4 + this.u32(at);
    return { text: this.text(at + 4, next), next };
  }

  part(start: number, end: number): ByteView {
    return new ByteView(this.bytes.subarray(start, end), this.little);
  }
}
