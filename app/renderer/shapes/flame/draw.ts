/** A scene on a canvas, and as SVG. */
import { xmlText } from '../save-picture.ts';
import type { Paint } from './palette.ts';
import { imageOf, linesOf } from './pixels.ts';
import { type Scene, stripHeight } from './scene.ts';

export interface Surface {
  /** px */
  readonly width: number;
  readonly height: number;
  /** Device pixels per px. */
  readonly ratio: number;
  readonly background: string;
  /** px of the words, and their family. */
  readonly size: number;
  readonly family: string;
}

/** @param pixels of the paints over the background, see {@link pixelsOf} */
export function drawOn(
  context: CanvasRenderingContext2D,
  { strips, labels }: Scene,
  paints: readonly Paint[],
  pixels: Uint32Array,
  { width, height, ratio, background, size, family }: Surface,
  top = 0,
): void {
  context.setTransform(ratio, 0, 0, ratio, 0, top * ratio);
  context.fillStyle = background;
  context.fillRect(0, 0, width, height);
  if (strips.length > 0) {
    const wide = Math.round(width * ratio);
    const lines = linesOf(strips, pixels, wide, ratio);
    const image = imageOf(lines, wide, strips.length);
    context.imageSmoothingEnabled = false;
    strips.forEach(({ y }, i) => {
      context.drawImage(image, 0, i, wide, 1, 0, y, width, stripHeight);
    });
  }
  context.font = `${size}px ${family}`;
  context.textBaseline = 'middle';
  let ink = '';
  for (const { text, x, y, width: room, paint } of labels) {
    if (paints[paint]!.text !== ink) {
      ink = paints[paint]!.text;
      context.fillStyle = ink;
    }
    context.fillText(text, x, y, room);
  }
}

const captionLine = 18;

/** Height of lines above a picture, px. */
export function captionHeight(lines: readonly string[]): number {
  return lines.length * captionLine + 10;
}

export function captionOn(
  context: CanvasRenderingContext2D,
  lines: readonly string[],
  ink: string,
  { width, ratio, background, size, family }: Surface,
): void {
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.fillStyle = background;
  context.fillRect(0, 0, width, captionHeight(lines));
  context.fillStyle = ink;
  context.textBaseline = 'middle';
  lines.forEach((line, i) => {
    context.font = `${i === 0 ? 'bold ' : ''}${size}px ${family}`;
    context.fillText(line, 6, (i + 0.5) * captionLine + 4, width - 12);
  });
}

/** Names are written as text: a capture may hold any. */
export function svgOf(
  { strips, labels }: Scene,
  paints: readonly Paint[],
  { width, height, background, size, family }: Surface,
  caption: readonly string[],
  ink: string,
): string {
  const top = captionHeight(caption);
  const number = (value: number) => String(Math.round(value * 100) / 100);
  const paths = paints.map(() => '');
  for (const { y, rects } of strips)
    for (let i = 0; i < rects.length; i += 3) {
      const [x, wide] = [number(rects[i]!), number(rects[i + 1]!)];
      paths[rects[i + 2]!] += `M${x} ${number(y)}h${wide}v${stripHeight}h-${wide}z`;
    }
  const shapes = paths.map((path, paint) => {
    if (path === '') return '';
    const { fill, opacity } = paints[paint]!;
    return `<path fill="${xmlText(fill)}" fill-opacity="${opacity}" d="${path}"/>`;
  });
  const words = labels.map(
    ({ text, x, y, paint }) =>
      `<text x="${number(x)}" y="${number(y)}" fill="${xmlText(paints[paint]!.text)}">${xmlText(text)}</text>`,
  );
  const lines = caption.map(
    (line, i) =>
      `<text x="6" y="${(i + 0.5) * captionLine + 4}"${i === 0 ? ' font-weight="bold"' : ''}>${xmlText(line)}</text>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${number(width)}" height="${number(height + top)}"`,
    ` font-family="${xmlText(family)}" font-size="${size}" dominant-baseline="central" xml:space="preserve">`,
    `<title>${xmlText(caption.join('\n'))}</title>`,
    `<rect width="100%" height="100%" fill="${xmlText(background)}"/>`,
    `<g fill="${xmlText(ink)}">${lines.join('')}</g>`,
    `<g transform="translate(0 ${top})">${shapes.join('')}${words.join('')}</g></svg>\n`,
  ].join('');
}
