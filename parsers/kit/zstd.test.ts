import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bytesOf, fixture } from '../../fixtures/shared.ts';
import { ZstdError, ZstdStream } from './zstd.ts';

function unpacked(packed: Uint8Array, piece: number): Buffer {
  const parts: Buffer[] = [];
  const stream = new ZstdStream((bytes, start, end) => parts.push(Buffer.from(bytes.slice(start, end))));
  for (let at = 0; at < packed.length; at += piece)
    stream.push(packed, at, Math.min(packed.length, at + piece));
  expect(stream.waiting).toBe(0);
  return Buffer.concat(parts);
}

describe('zstd', () => {
  it.each(['archives/logs.tar.zst'])(
    'decompresses like the reference, in pieces of any size: %s',
    async path => {
      const expected = Buffer.from(await bytesOf(fixture(path)));
      const packed = readFileSync(fixture(path));
      for (const piece of [packed.length, 1000, 1])
        expect(unpacked(packed, piece).equals(expected), `pieces of ${piece}`).toBe(true);
    },
  );

  it('throws a ZstdError, in bounded time, whichever byte is damaged', () => {
    const packed = readFileSync(fixture('archives/logs.tar.zst'));
    let failed = 0;
    for (let at = 0; at < packed.length; at += 7) {
      const damaged = Uint8Array.from(packed);
      damaged[at]! ^= 1 << (at % 8);
      const stream = new ZstdStream(() => undefined);
      try {
        stream.push(damaged, 0, damaged.length);
      } catch (error) {
        expect(error).toBeInstanceOf(ZstdError);
        failed++;
      }
    }
    expect(failed).toBeGreaterThan(0);
  });
});
