import { describe, expect, it } from 'vitest';
import { BufferDecoder } from './text-decoder.js';

/** Sequences that are cut, overlong, out of range, surrogates, or begin in the middle; and marks of byte order. */
const pieces = [
  [0x41, 0x20],
  [0xc3, 0xa9],
  [0xe2, 0x82, 0xac],
  [0xf0, 0x9f, 0x92, 0xa9],
  [0xef, 0xbb, 0xbf],
  [0xc3],
  [0xe2, 0x82],
  [0xf0, 0x9f, 0x92],
  [0x80, 0xbf],
  [0xc0, 0xaf],
  [0xe0, 0x80, 0xaf],
  [0xed, 0xa0, 0x80],
  [0xf4, 0x90, 0x80, 0x80],
  [0xf8, 0x88, 0xff, 0xfe],
  [0x00],
];
const inputs = pieces.flatMap(a => pieces.flatMap(b => pieces.map(c => Uint8Array.from([...a, ...b, ...c]))));

describe('BufferDecoder', () => {
  it.each([{}, { ignoreBOM: true }, { fatal: true }])('decodes as TextDecoder does, with %o', options => {
    const [own, native] = [new BufferDecoder('utf-8', options), new TextDecoder('utf-8', options)];
    const outcome = (/** @type {TextDecoder} */ decoder, /** @type {Uint8Array} */ bytes) => {
      try {
        return decoder.decode(bytes);
      } catch (error) {
        return String(error);
      }
    };
    for (const bytes of inputs) expect(outcome(own, bytes)).toBe(outcome(native, bytes));
  });

  it('decodes parts of a stream', () => {
    const decoder = new BufferDecoder();
    const euro = Uint8Array.of(0xe2, 0x82, 0xac);
    expect(decoder.decode(euro.subarray(0, 2), { stream: true })).toBe('');
    expect(decoder.decode(euro.subarray(2))).toBe('€');
    expect(decoder.decode(euro)).toBe('€');
  });

  it('leaves other encodings to TextDecoder', () => {
    expect(new BufferDecoder('utf-16le').decode(Uint8Array.of(0x41, 0))).toBe('A');
    expect(new BufferDecoder('latin1').decode(Uint8Array.of(0xe9))).toBe('é');
  });
});
