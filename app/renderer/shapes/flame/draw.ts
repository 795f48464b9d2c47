/** A scene on a canvas, and as SVG. */
import { xmlText } from '../save-picture.ts';
import type { Paint } from './palette.ts';
import type { Scene } from './scene.ts';

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

/** Colours are set once each, as that is what costs a canvas most: all rectangles of a paint, then all its words. */
export function drawOn(
  context: CanvasRenderingContext2D,
  { rects, labels }: Scene,
  paints: readonly Paint[],
  { width, height, ratio, background, size, family }: Surface,
  top = 0,
): void {
  context.setTransform(ratio, 0, 0, ratio, 0, top * ratio);
  context.fillStyle = background;
  context.fillRect(0, 0, width, height);
  rects.forEach((list, paint) => {
    if (list.length === 0) return;
    context.fillStyle = paints[paint]!.fill;
    context.globalAlpha = paints[paint]!.opacity;
    for (let i = 0; i < list.length; i += 4)
      context.fillRect(list[i]!, list[i + 1]!, list[i + 2]!, list[i + 3]!);
  });
  context.globalAlpha = 1;
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
  { rects, labels }: Scene,
  paints: readonly Paint[],
  { width, height, background, size, family }: Surface,
  caption: readonly string[],
  ink: string,
): string {
  const top = captionHeight(caption);
  const number = (value: number) => String(Math.round(value * 100) / 100);
  const shapes = rects.map((list, paint) => {
    if (list.length === 0) return '';
    let path = '';
    for (let i = 0; i < list.length; i += 4) {
      const [x, y, wide, high] = [list[i]!, list[i + 1]!, list[i + 2]!, list[i + 3]!].map(number);
      path += `M${x} ${y}h${wide}v${high}h-${wide}z`;
    }
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
