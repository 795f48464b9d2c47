/** Draws a scene on a canvas, or writes it as SVG. */
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
  /** Font size, px, and family. */
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

/** The same as in `captioned`, which is for pictures of ECharts. */
const captionFont = 'Inter Variable, sans-serif';
const captionLeft = 14;
const captionLine = 17;

/** Height of lines above a picture, px. */
export function captionHeight(lines: readonly string[]): number {
  return lines.length * captionLine + 23;
}

/** The first line is the title. */
const captionLines = (lines: readonly string[]) =>
  lines.map((text, i) => ({
    text,
    y: i === 0 ? 20 : 26 + i * captionLine,
    size: i === 0 ? 15 : 12,
    weight: i === 0 ? 'bold' : 'normal',
  }));

export function captionOn(
  context: CanvasRenderingContext2D,
  lines: readonly string[],
  ink: string,
  { width, ratio, background }: Surface,
): void {
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.fillStyle = background;
  context.fillRect(0, 0, width, captionHeight(lines));
  context.fillStyle = ink;
  context.textBaseline = 'middle';
  for (const { text, y, size, weight } of captionLines(lines)) {
    context.font = `${weight} ${size}px ${captionFont}`;
    context.fillText(text, captionLeft, y, width - 2 * captionLeft);
  }
}

/** Names are escaped, because they come from captures. */
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
  const lines = captionLines(caption).map(
    ({ text, y, size, weight }) =>
      `<text x="${captionLeft}" y="${y}" font-size="${size}" font-weight="${weight}">${xmlText(text)}</text>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${number(width)}" height="${number(height + top)}"`,
    ` font-family="${xmlText(family)}" font-size="${size}" dominant-baseline="central" xml:space="preserve">`,
    `<title>${xmlText(caption.join('\n'))}</title>`,
    `<rect width="100%" height="100%" fill="${xmlText(background)}"/>`,
    `<g fill="${xmlText(ink)}" font-family="${captionFont}">${lines.join('')}</g>`,
    `<g transform="translate(0 ${top})">${shapes.join('')}${words.join('')}</g></svg>\n`,
  ].join('');
}
