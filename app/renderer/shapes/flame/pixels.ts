/**
 * Strips of rectangles as pixels. All pixel lines of a strip are equal, so one is computed and drawn with the height of the
 * strip. A canvas takes 0.5 µs for a rectangle, and a strip may have as many rectangles as pixels in a line.
 */
import type { Paint } from './palette.ts';
import type { Strip } from './scene.ts';

/** The pixel of each paint over the background, and after them that of the background. */
export function pixelsOf(paints: readonly Paint[], background: string): Uint32Array {
  const context = scratch(paints.length + 1, 1);
  context.globalAlpha = 1;
  context.fillStyle = background;
  context.fillRect(0, 0, paints.length + 1, 1);
  paints.forEach(({ fill, opacity }, i) => {
    context.fillStyle = fill;
    context.globalAlpha = opacity;
    context.fillRect(i, 0, 1, 1);
  });
  return new Uint32Array(context.getImageData(0, 0, paints.length + 1, 1).data.buffer);
}

/**
 * A line of pixels for each strip, one after the other.
 *
 * @param pixels of the paints, and of the background
 * @param width of a line
 * @param ratio pixels per px
 */
export function linesOf(
  strips: readonly Strip[],
  pixels: Uint32Array,
  width: number,
  ratio: number,
): Uint32Array<ArrayBuffer> {
  const lines = new Uint32Array(width * strips.length).fill(pixels.at(-1)!);
  strips.forEach(({ rects }, strip) => {
    const line = strip * width;
    for (let i = 0; i < rects.length; i += 3) {
      const from = line + Math.round(rects[i]! * ratio);
      const to = Math.min(line + width, from + Math.round(rects[i + 1]! * ratio));
      const pixel = pixels[rects[i + 2]!]!;
      // A loop, because `fill` takes longer for the few pixels of most blocks.
      for (let at = from; at < to; at++) lines[at] = pixel;
    }
  });
  return lines;
}

/** Pixels in the top left of what a canvas can draw, until the next call. */
export function imageOf(pixels: Uint32Array<ArrayBuffer>, width: number, height: number): CanvasImageSource {
  const context = scratch(width, height);
  context.putImageData(new ImageData(new Uint8ClampedArray(pixels.buffer), width, height), 0, 0);
  return context.canvas;
}

let reused: OffscreenCanvasRenderingContext2D | undefined;

/** A canvas in memory of at least this size, reused, because creating one takes as long as drawing all strips. */
function scratch(width: number, height: number): OffscreenCanvasRenderingContext2D {
  reused ??= new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })!;
  if (reused.canvas.width < width) reused.canvas.width = width;
  if (reused.canvas.height < height) reused.canvas.height = height;
  return reused;
}
