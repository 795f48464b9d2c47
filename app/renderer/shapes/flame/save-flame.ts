/** Saves the full height of the picture as a file, zoomed and coloured as in the window. */
import type { PictureKind } from '../../../shell.ts';
import { formatInteger } from '../../../wording/numbers.ts';
import type { Session } from '../../state/session.ts';
import { captionOf, pngOf, savePicture } from '../save-picture.ts';
import { captionHeight, captionOn, drawOn, svgOf } from './draw.ts';
import { pathOf } from './frames.ts';
import type { Layout } from './layout.ts';
import { type Palette, paintsOf } from './palette.ts';
import { pixelsOf } from './pixels.ts';
import { heightOf, sceneOf } from './scene.ts';
import type { Found } from './search.ts';
import { lookNow, resolved } from './use-look.ts';

export interface DrawnPicture {
  readonly title: string;
  readonly layout: Layout;
  readonly palette: Palette;
  readonly found: Found | null;
  readonly zoomed: number;
  readonly rootIsBelow: boolean;
}

const width = 1600;
const ratio = 2;
const size = 11.5;
/** Width of a letter as a share of the font size; the font is monospaced. */
const letterShare = 0.6;

export function saveFlame(session: Session, kind: PictureKind, picture: DrawnPicture): Promise<void> {
  const { title, layout, palette, found, zoomed, rootIsBelow } = picture;
  // A file has no style sheet, so colours are resolved.
  const [paints, look] = [resolved(palette.paints), lookNow()];
  const { amount, unit } = layout.frames.whole;
  const [from, to] = zoomed < 0 ? [0, amount] : [layout.start[zoomed]!, layout.end[zoomed]!];
  const height = heightOf(layout);
  const sight = { from, to, width, height, scrolled: 0, rootIsBelow, ratio };
  const scene = sceneOf(layout, paintsOf(palette, found), sight, size * letterShare);
  const path = zoomed < 0 ? [] : pathOf(layout.frames, layout.row[zoomed]!);
  const zoom =
    path.length > 0 ? ` of ${formatInteger(amount)}, in ${path.map(([name]) => name).join(' › ')}` : '';
  const caption = captionOf(session, title, `The width is ${formatInteger(to - from)} ${unit}${zoom}.`);
  const surface = { width, height, ratio, background: look.background, size, family: look.family };
  return savePicture(session, kind, title, async () => {
    if (kind === 'svg') return new TextEncoder().encode(svgOf(scene, paints, surface, caption, look.ink));
    const canvas = document.createElement('canvas');
    const top = captionHeight(caption);
    canvas.width = width * ratio;
    canvas.height = (height + top) * ratio;
    const context = canvas.getContext('2d', { alpha: false });
    if (!context) throw new Error('The picture is too large for the memory of a canvas.');
    captionOn(context, caption, look.ink, surface);
    drawOn(context, scene, paints, pixelsOf(paints, look.background), surface, top);
    return pngOf(canvas);
  });
}
