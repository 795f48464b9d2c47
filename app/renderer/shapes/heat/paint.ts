import type { DrawnHeat } from './option.ts';
import { cellPixels, rampOf } from './pixels.ts';

/** Draws the cells on a canvas with `ratio` pixels per px. */
export function paintCells({ matrix, plot, colours }: DrawnHeat, ratio: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(plot.width * ratio));
  canvas.height = Math.max(1, Math.round(plot.height * ratio));
  const pixels = cellPixels(matrix, rampOf(colours.scale), canvas.width, canvas.height);
  canvas.getContext('2d')!.putImageData(new ImageData(pixels, canvas.width, canvas.height), 0, 0);
  return canvas;
}
