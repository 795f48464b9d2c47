/** Checksums of zip and xz, which Node 16 lacks. */

const table32 = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

export class Crc32 {
  private value = 0xffffffff;

  update(bytes: Uint8Array): void {
    let { value } = this;
    for (let i = 0; i < bytes.length; i++)
      value = (table32[(value ^ (bytes[i] as number)) & 0xff] as number) ^ (value >>> 8);
    this.value = value;
  }

  get number(): number {
    return ~this.value >>> 0;
  }

  /** The checksum in the byte order of xz. */
  digest(): Uint8Array {
    const bytes = new Uint8Array(4);
    new DataView(bytes.buffer).setUint32(0, this.number, true);
    return bytes;
  }
}

/** The two halves of each entry: 64-bit numbers would be objects. */
const low64 = new Uint32Array(256);
const high64 = new Uint32Array(256);
for (let byte = 0; byte < 256; byte++) {
  let value = BigInt(byte);
  for (let bit = 0; bit < 8; bit++) value = value & 1n ? (value >> 1n) ^ 0xc96c5795d7870f42n : value >> 1n;
  low64[byte] = Number(value & 0xffffffffn);
  high64[byte] = Number(value >> 32n);
}

/** ECMA-182. */
export class Crc64 {
  private low = 0xffffffff;
  private high = 0xffffffff;

  update(bytes: Uint8Array): void {
    let { low, high } = this;
    for (let i = 0; i < bytes.length; i++) {
      const entry = (low ^ (bytes[i] as number)) & 0xff;
      low = ((low >>> 8) | (high << 24)) ^ (low64[entry] as number);
      high = (high >>> 8) ^ (high64[entry] as number);
    }
    this.low = low;
    this.high = high;
  }

  digest(): Uint8Array {
    const bytes = new Uint8Array(8);
    const view = new DataView(bytes.buffer);
    view.setUint32(0, ~this.low >>> 0, true);
    view.setUint32(4, ~this.high >>> 0, true);
    return bytes;
  }
}
