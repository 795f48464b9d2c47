import { expect, it } from 'vitest';
import { isUtf8, repaired, wholeCharacters } from './utf8.ts';

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** For bytes that do not spell U+FFFD. A decoder that throws takes ten times as long. */
const platformSays = (bytes: Uint8Array): boolean => !decoder.decode(bytes).includes('\ufffd');

it('accepts as UTF-8 what TextDecoder accepts', () => {
  const interesting = [
    0x00, 0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc1, 0xc2, 0xdf, 0xe0, 0xed, 0xef, 0xf0, 0xf4,
    0xf5, 0xff,
  ];
  const wrong: string[] = [];
  const check = (bytes: Uint8Array, start: number, end: number) => {
    const own = bytes.subarray(start, end);
    if (isUtf8(bytes, start, end) !== platformSays(own)) wrong.push(own.join());
  };
  for (const a of interesting)
    for (const b of interesting) {
      check(Uint8Array.of(0x80, a, b, 0x80), 1, 3);
      for (const c of interesting) for (const d of interesting) check(Uint8Array.of(a, b, c, d), 0, 4);
    }
  expect(wrong).toEqual([]);
});

it('replaces invalid bytes, and truncates between characters', () => {
  const text = new TextEncoder().encode('aä€😀');
  expect(new TextDecoder().decode(repaired(Uint8Array.of(0x61, 0xff, 0x62), 0, 3))).toBe('a\ufffdb');
  for (let end = 1; end <= text.length; end++) {
    const cut = wholeCharacters(text, 0, end);
    expect(isUtf8(text, 0, cut)).toBe(true);
    expect(end - cut).toBeLessThan(4);
  }
});
