/** Padded, concatenated and damaged data, as `gzip -d` and its like read it. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { fixture } from '../../../fixtures/shared.ts';
import { bunzipped2 } from './bunzip2.ts';
import { gunzipped } from './gunzip.ts';
import { unxzipped } from './xz.ts';
import { zstdDecoded } from './zstd.ts';

type Decode = (bytes: Uint8Array) => AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** In pieces, so that the end of the data lies within one and at the end of one. */
function* pieces(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 600) yield bytes.subarray(at, at + 600);
}

const decoders: readonly (readonly [string, Uint8Array, Decode])[] = [
  ['gzip', gzipSync('some text\n'.repeat(9000)), bytes => gunzipped(pieces(bytes), () => pieces(bytes))],
  ['zstd', readFileSync(fixture('archives/logs.tar.zst')), bytes => zstdDecoded(pieces(bytes))],
  ['xz', readFileSync(fixture('archives/logs.tar.xz')), bytes => unxzipped(pieces(bytes))],
  ['bzip2', readFileSync(fixture('archives/logs.tar.bz2')), bytes => bunzipped2(pieces(bytes))],
];

/** Length and hash of the decompressed bytes, and the sentence of the error after them. */
async function decoded(decode: Decode, bytes: Uint8Array): Promise<{ bytes: string; why: string }> {
  const hash = createHash('sha256');
  let length = 0;
  let why = '';
  try {
    for await (const chunk of decode(bytes)) {
      hash.update(chunk);
      length += chunk.length;
    }
  } catch (error) {
    why = (error as Error).message;
  }
  return { bytes: `${length} ${hash.digest('hex')}`, why };
}

describe.each(decoders)('%s data', (name, packed, decode) => {
  it.each([1, 511, 70_000])('padded with %i zeros is whole', async zeros => {
    const { bytes } = await decoded(decode, packed);
    expect(Number.parseInt(bytes, 10)).toBeGreaterThan(10_000);
    expect(await decoded(decode, Buffer.concat([packed, Buffer.alloc(zeros)]))).toEqual({ bytes, why: '' });
  });

  it('in several parts is read to the end of the last', async () => {
    const twice = async function* () {
      for (let time = 0; time < 2; time++) yield* decode(packed);
    };
    const parts = Buffer.concat([packed, packed, Buffer.alloc(3)]);
    expect(await decoded(decode, parts)).toEqual(await decoded(twice, packed));
  });

  it.each([
    ['garbage', Buffer.from('garbage'.repeat(200)), 0],
    ['zeros and garbage', Buffer.from(`${'\0'.repeat(700)}garbage`), 700],
  ])('before %s is read, and the rest is reported', async (_, rest, zeros) => {
    const { bytes } = await decoded(decode, packed);
    expect(await decoded(decode, Buffer.concat([packed, rest]))).toEqual({
      bytes,
      why: `After the ${name} data, at byte ${packed.length + zeros}, something else follows, which was left out.`,
    });
  });

  it('that is cut ends with the position', async () => {
    const { why } = await decoded(decode, packed.subarray(0, packed.length - 20));
    expect(why).toBe(`The ${name} data ends early, at byte ${packed.length - 20}.`);
  });
});

it('damaged zstd data does not affect what is decompressed later', async () => {
  const [, packed, decode] = decoders[1]!;
  const whole = await decoded(decode, packed);
  const damaged = Buffer.from(packed.subarray(0, 700));
  for (let i = 0; i < 900; i++) {
    const at = 4 + ((i * 7919) % 600);
    damaged[at]! ^= 1 << (i % 8);
    expect((await decoded(decode, damaged)).why).not.toBe('');
    damaged[at] = packed[at]!;
  }
  expect(await decoded(decode, packed)).toEqual(whole);
});
