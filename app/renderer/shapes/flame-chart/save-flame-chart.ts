import type { PictureKind } from '../../../shell.ts';
import type { Interval } from '../../lib/interval.ts';
import type { Session } from '../../state/session.ts';
import { captionHeight, captionOn, drawOn, svgOf } from '../flame/draw.ts';
import { pixelsOf } from '../flame/pixels.ts';
import { fontSize, lookNow, resolved } from '../flame/use-look.ts';
import { captionOf, pngOf, savePicture } from '../save-picture.ts';
import type { BoxLayout } from './boxes.ts';
import { paintsOf, type Sight, sceneOf } from './scene.ts';
import { rangeText } from './words.ts';

/** px */
const width = 1600;
const ratio = 2;
/** Width of a letter as a share of the font size; the font is monospaced. */
const letterShare = 0.6;

/** All levels, of the time that is seen. */
export function saveFlameChart(
  session: Session,
  kind: PictureKind,
  label: string,
  layout: BoxLayout,
  seen: Interval,
): Promise<void> {
  return savePicture(session, kind, label, async () => {
    const painted = paintsOf(layout, session.colours.get());
    const [paints, { background, family, ink }] = [resolved(painted.paints), lookNow()];
    const { height, zero } = layout;
    const sight: Sight = {
      from: Number(seen.from - zero),
      to: Number(seen.to - zero),
      width,
      scrolled: 0,
      height,
      ratio,
    };
    const scene = sceneOf(layout, painted, sight, fontSize * letterShare);
    const caption = captionOf(session, label, rangeText(seen, session.shownZone.get()));
    const surface = { width, height, ratio, background, size: fontSize, family };
    if (kind === 'svg') return new TextEncoder().encode(svgOf(scene, paints, surface, caption, ink));
    const canvas = document.createElement('canvas');
    const top = captionHeight(caption);
    canvas.width = width * ratio;
    canvas.height = (height + top) * ratio;
    const context = canvas.getContext('2d', { alpha: false });
    if (!context) throw new Error('The picture is too large for the memory of a canvas.');
    captionOn(context, caption, ink, surface);
    drawOn(context, scene, paints, pixelsOf(paints, background), surface, top);
    return pngOf(canvas);
  });
}
