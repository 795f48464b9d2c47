/** Reads numbers from a file of either byte order, with longs of 4 or 8 bytes. */
export class Fields {
  private view: DataView;

  /** @param little the file is little-endian */
  constructor(
    bytes: Uint8Array,
    private readonly little: boolean,
  ) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
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

  /** Exact to 2^53. */
  u64(at: number): number {
    const [high, low] = this.little ? [at + 4, at] : [at, at + 4];
    return this.u32(high) * 2 ** 32 + this.u32(low);
  }

  /** A text that ends at a zero, or after `length` bytes. */
  text(at: number, length: number): string {
    const bytes: number[] = [];
    const end = Math.min(at + length, this.view.byteLength);
    for (let index = at; index < end; index++) {
      const byte = this.u8(index);
      if (byte === 0) break;
      bytes.push(byte);
    }
    return new TextDecoder().decode(new Uint8Array(bytes));
  }
}
