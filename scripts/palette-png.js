/** Encodes a screenshot with a palette, which takes a third of the bytes. */
import { crc32, deflateSync, inflateSync } from 'node:zlib';

/** Numbers of colours to try, until the picture is small enough. */
const paletteSizes = [256, 128, 64, 32];

/**
 * @param {Buffer} png of Chromium: eight bits, not interlaced
 * @param {number} maxBytes
 * @returns {Buffer} a PNG of at most `maxBytes`, if 32 colours are few enough for that
 */
export function withPalette(png, maxBytes) {
  const { width, height, pixels } = decode(png);
  const counts = countColours(pixels);
  let small = png;
  for (const size of paletteSizes) {
    small = encode(pixels, width, height, paletteOf(counts, size));
    if (small.length <= maxBytes) break;
  }
  return small;
}

/**
 * @param {Buffer} png
 * @returns {{ width: number, height: number, pixels: Uint8Array }} four bytes a pixel
 */
export function decode(png) {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const [depth, kind, , , interlaced] = png.subarray(24, 29);
  const channels = kind === 2 ? 3 : kind === 6 ? 4 : 1;
  if (depth !== 8 || interlaced !== 0 || (channels === 1 && kind !== 3))
    throw new Error(`PNGs of kind ${kind} with ${depth} bits are not decoded.`);
  /** @type {Buffer[]} */
  const data = [];
  /** @type {Buffer} */
  let palette = Buffer.alloc(0);
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const part = png.subarray(at + 8, at + 8 + png.readUInt32BE(at));
    const name = png.toString('latin1', at + 4, at + 8);
    if (name === 'IDAT') data.push(part);
    if (name === 'PLTE') palette = part;
  }
  const lines = unfiltered(inflateSync(Buffer.concat(data)), width * channels, height, channels);
  const pixels = new Uint8Array(width * height * 4).fill(255);
  for (let pixel = 0; pixel < width * height; pixel++)
    for (let part = 0; part < 3; part++)
      pixels[pixel * 4 + part] =
        channels === 1
          ? (palette[(lines[pixel] ?? 0) * 3 + part] ?? 0)
          : (lines[pixel * channels + part] ?? 0);
  return { width, height, pixels };
}

/**
 * Adds to each byte what the filter of its line predicts: https://www.w3.org/TR/png/#9Filters
 * @param {Buffer} filtered
 * @param {number} stride bytes of a line
 * @param {number} height
 * @param {number} step bytes of a pixel
 */
function unfiltered(filtered, stride, height, step) {
  const out = new Uint8Array(stride * height);
  for (let y = 0; y < height; y++) {
    const filter = filtered[y * (stride + 1)];
    for (let x = 0; x < stride; x++) {
      const at = y * stride + x;
      const left = x >= step ? (out[at - step] ?? 0) : 0;
      const up = y > 0 ? (out[at - stride] ?? 0) : 0;
      const corner = x >= step && y > 0 ? (out[at - stride - step] ?? 0) : 0;
      const predicted = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter ?? 0] ?? 0;
      out[at] = (filtered[y * (stride + 1) + 1 + x] ?? 0) + predicted;
    }
  }
  return out;
}

/**
 * @param {number} left
 * @param {number} up
 * @param {number} corner
 */
function paeth(left, up, corner) {
  const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}

/** @param {Uint8Array} pixels */
function countColours(pixels) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (let at = 0; at < pixels.length; at += 4) {
    const colour = colourAt(pixels, at);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  return counts;
}

/**
 * @param {Uint8Array} pixels
 * @param {number} at
 */
const colourAt = (pixels, at) =>
  ((pixels[at] ?? 0) << 16) | ((pixels[at + 1] ?? 0) << 8) | (pixels[at + 2] ?? 0);

const shifts = /** @type {const} */ ([16, 8, 0]);

/**
 * Median cut: halves the box of colours with the largest spread, weighted by its pixels, until there are `size` boxes.
 * @param {ReadonlyMap<number, number>} counts pixels by colour
 * @param {number} size
 * @returns {Map<number, number>} index in the palette by colour, with the palette's colours in the order of the indices
 */
function paletteOf(counts, size) {
  const boxes = [boxOf([...counts])];
  while (boxes.length < size) {
    const widest = boxes.reduce((a, b) => (b.weight > a.weight ? b : a));
    if (widest.weight === 0) break;
    const { colours, shift } = widest;
    colours.sort(([a], [b]) => ((a >> shift) & 255) - ((b >> shift) & 255));
    const half = colours.reduce((sum, [, count]) => sum + count, 0) / 2;
    let at = 0;
    for (let sum = 0; at < colours.length - 1 && sum < half; at++) sum += colours[at]?.[1] ?? 0;
    const cut = Math.max(1, at);
    boxes.splice(boxes.indexOf(widest), 1, boxOf(colours.slice(0, cut)), boxOf(colours.slice(cut)));
  }
  return new Map(boxes.flatMap(({ colours }, index) => colours.map(([colour]) => [colour, index])));
}

/** @param {[number, number][]} colours each with its pixels */
function boxOf(colours) {
  const pixels = colours.reduce((sum, [, count]) => sum + count, 0);
  const spreads = shifts.map(shift => {
    const values = colours.map(([colour]) => (colour >> shift) & 255);
    return values.reduce((a, b) => Math.max(a, b), 0) - values.reduce((a, b) => Math.min(a, b), 255);
  });
  const spread = Math.max(...spreads);
  return { colours, shift: shifts[spreads.indexOf(spread)] ?? 0, weight: spread ** 2 * Math.sqrt(pixels) };
}

/**
 * @param {Uint8Array} pixels
 * @param {number} width
 * @param {number} height
 * @param {ReadonlyMap<number, number>} palette
 */
function encode(pixels, width, height, palette) {
  const size = Math.max(...palette.values()) + 1;
  const sums = Array.from({ length: size }, () => [0, 0, 0, 0]);
  // No filter: bytes next to each other are names of colours, and their differences mean nothing.
  const lines = Buffer.alloc((width + 1) * height);
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at += 4) {
      const colour = colourAt(pixels, at);
      const index = palette.get(colour) ?? 0;
      lines[y * (width + 1) + 1 + x] = index;
      const sum = /** @type {number[]} */ (sums[index]);
      for (const [part, shift] of shifts.entries()) sum[part] = (sum[part] ?? 0) + ((colour >> shift) & 255);
      sum[3] = (sum[3] ?? 0) + 1;
    }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits, with a palette.
  header.set([8, 3], 8);
  const colours = sums.flatMap(([r = 0, g = 0, b = 0, n = 1]) => [r, g, b].map(sum => Math.round(sum / n)));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(colours)),
    chunk('IDAT', deflateSync(lines, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/**
 * @param {string} name
 * @param {Buffer} data
 */
function chunk(name, data) {
  const named = Buffer.concat([Buffer.from(name), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
