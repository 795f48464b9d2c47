import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { decode, withPalette } from './palette-png.js';

/**
 * A PNG of three bytes a pixel, whose lines have each filter in turn.
 * @param {number} width
 * @param {readonly (readonly [number, number, number])[]} pixels
 */
function picture(width, pixels) {
  const height = pixels.length / width;
  const stride = width * 3;
  const bytes = pixels.flat();
  const lines = Array.from({ length: height }, (_, y) => {
    const filter = y % 5;
    const line = Array.from({ length: stride }, (_, x) => {
      const at = y * stride + x;
      const left = x >= 3 ? (bytes[at - 3] ?? 0) : 0;
      const up = bytes[at - stride] ?? 0;
      const corner = x >= 3 ? (bytes[at - stride - 3] ?? 0) : 0;
      const nearest = [left, up, corner].sort(
        (a, b) => Math.abs(left + up - corner - a) - Math.abs(left + up - corner - b),
      );
      const predicted = [0, left, up, Math.floor((left + up) / 2), nearest[0]][filter] ?? 0;
      return ((bytes[at] ?? 0) - predicted) & 255;
    });
    return [filter, ...line];
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const chunk = (/** @type {string} */ name, /** @type {Buffer} */ data) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    return Buffer.concat([length, Buffer.from(name), data, Buffer.alloc(4)]);
  };
  return Buffer.concat([
    Buffer.alloc(8),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.from(lines.flat()))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** @type {(at: number) => [number, number, number]} */
const spread = at => [(at * 37) & 255, (at * 101) & 255, (at * 11) & 255];

describe('a picture with a palette', () => {
  it('has the same pixels, if there are colours for all of them', () => {
    const pixels = Array.from({ length: 16 * 15 }, (_, at) => spread(at % 200));
    const decoded = decode(withPalette(picture(16, pixels), 1e6));
    expect([decoded.width, decoded.height]).toEqual([16, 15]);
    expect([...decoded.pixels]).toEqual(pixels.flatMap(colour => [...colour, 255]));
  });

  it('has fewer colours if it would be larger than allowed, and similar ones', () => {
    const pixels = Array.from({ length: 64 * 60 }, (_, at) => /** @type {const} */ ([at & 255, at >> 4, 40]));
    const png = picture(64, /** @type {[number, number, number][]} */ (/** @type {unknown} */ (pixels)));
    const [_large, small] = [withPalette(png, 1e6), withPalette(png, 1500)];
    expect(small.length).toBeLessThanOrEqual(1500);
    const after = decode(small).pixels;
    const errors = pixels.map((colour, at) =>
      Math.max(...colour.map((part, i) => Math.abs(part - (after[at * 4 + i] ?? 0)))),
    );
    expect(Math.max(...errors)).toBeLessThan(64);
  });

  it('is made only of what it can read', () => {
    const png = picture(2, [spread(1), spread(2)]);
    png[24] = 16;
    expect(() => withPalette(png, 1000)).toThrow('16 bits');
  });
});
