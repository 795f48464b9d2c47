import { describe, expect, it } from 'vitest';
import { encodingOf, Utf16Transcoder } from './encoding.ts';

function transcode(bytes: Uint8Array, encoding: 'utf-16le' | 'utf-16be', cuts: readonly number[]): string {
  const transcoder = new Utf16Transcoder(encoding);
  const out: number[] = [];
  let from = 0;
  for (const cut of [...cuts, bytes.length]) {
    out.push(...transcoder.push(bytes.subarray(from, cut)));
    from = cut;
  }
  out.push(...transcoder.end());
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(out));
}

const units = (codes: readonly number[], littleEndian: boolean): Uint8Array =>
  Uint8Array.from(codes.flatMap(code => (littleEndian ? [code & 255, code >> 8] : [code >> 8, code & 255])));

const codesOf = (text: string): number[] =>
  Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));

describe('UTF-16', () => {
  it('is recognised by its byte order mark', () => {
    expect(encodingOf(Uint8Array.of(0xff, 0xfe, 0x61, 0))).toBe('utf-16le');
    expect(encodingOf(Uint8Array.of(0xfe, 0xff, 0, 0x61))).toBe('utf-16be');
    expect(encodingOf(Uint8Array.of(0xef, 0xbb, 0xbf))).toBe('utf-8');
    expect(encodingOf(new Uint8Array(0))).toBe('utf-8');
  });

  it('becomes UTF-8 however it is chunked', () => {
    const text = 'aé漢😀\r\nz';
    for (const [encoding, little] of [
      ['utf-16le', true],
      ['utf-16be', false],
    ] as const) {
      const bytes = units([0xfeff, ...codesOf(text)], little);
      for (let cut = 0; cut <= bytes.length; cut++) expect(transcode(bytes, encoding, [cut])).toBe(text);
      expect(transcode(bytes, encoding, [...bytes.keys()])).toBe(text);
    }
  });

  it('becomes U+FFFD where its code units are invalid', () => {
    expect(transcode(units([0xd800, 0x61, 0xdc00, 0xd800], true), 'utf-16le', [])).toBe(
      '\ufffda\ufffd\ufffd',
    );
    expect(transcode(Uint8Array.of(0x61, 0, 0x62), 'utf-16le', [])).toBe('a\ufffd');
  });
});
