/** Archives for tests. */
import { deflateRawSync } from 'node:zlib';
import { Crc32 } from '../packed/crc.ts';

export interface TarFile {
  readonly name: string;
  readonly content?: string | Uint8Array;
  readonly type?: string;
  /** Size written to the header; default: the size of `content`. */
  readonly size?: number;
}

export function tarOf(files: readonly TarFile[]): Buffer {
  const blocks = files.flatMap(({ name, content = '', type = '0', size }) => {
    const data = Buffer.from(content);
    const header = Buffer.alloc(512);
    header.write(name, 0, 100);
    header.write('0000644\0', 100);
    header.write(`${(size ?? data.length).toString(8).padStart(11, '0')}\0`, 124);
    header.write('15137043000\0', 136);
    header.fill(' ', 148, 156);
    header.write(type, 156);
    header.write('ustar\x0000', 257);
    header.write(
      `${header
        .reduce((sum, byte) => sum + byte, 0)
        .toString(8)
        .padStart(6, '0')}\0 `,
      148,
    );
    return [header, data, Buffer.alloc((512 - (data.length % 512)) % 512)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

export interface ZipFile {
  readonly name: string;
  readonly content: string | Uint8Array;
  /** Size written to the header; default: the size of `content`. */
  readonly size?: number;
  /** Added to the compressed size in the header. */
  readonly tooLarge?: number;
  readonly crc?: number;
  readonly mode?: number;
}

export function zipOf(files: readonly ZipFile[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, size = content.length, tooLarge = 0, crc, mode = 0o100644 } of files) {
    const packed = deflateRawSync(content);
    const sum = new Crc32();
    sum.update(Buffer.from(content));
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt16LE(0x5c22, 8);
    fields.writeUInt32LE(crc ?? sum.number, 10);
    fields.writeUInt32LE(packed.length + tooLarge, 14);
    fields.writeUInt32LE(size, 18);
    fields.writeUInt16LE(name.length, 22);
    locals.push(Buffer.from('PK\x03\x04'), fields, Buffer.from(name), packed);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(mode * 0x10000, 6);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02'), Buffer.from([20, 3]), fields, rest, Buffer.from(name));
    offset += 30 + name.length + packed.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06');
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, listed, end]);
}
