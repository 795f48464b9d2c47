import { useEffect, useLayoutEffect, useRef } from 'react';
import type { Interval } from '../lib/interval.ts';
import { useColours } from '../state/use-colours.ts';
import type { Surface, TrackPicture } from './kinds/kind.ts';
import { hatch } from './pictures/pixels.ts';
import type { TimelineView } from './view.ts';

interface TrackCanvasProps {
  readonly picture: TrackPicture;
  readonly whole: TrackPicture | null;
  readonly view: TimelineView;
  /** px */
  readonly height: number;
  /** Default: true. A canvas out of view is not drawn. */
  readonly isInView?: boolean;
  /** Intervals in which nothing was recorded. */
  readonly unrecorded: readonly Interval[];
}

const tokens = ['var(--muted)', 'var(--background)', 'var(--ruling)'];

/** The picture of a track, redrawn in the next frame whenever the timeline moves. */
export function TrackCanvas(props: TrackCanvasProps) {
  const { picture, whole, view, height, isInView = true, unrecorded } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const colours = useColours(picture.colours);
  const ofWhole = useColours(whole?.colours ?? picture.colours);
  const theme = useColours(tokens);
  const draw = useRef<() => void>(() => undefined);
  useLayoutEffect(() => {
    draw.current = () => {
      if (!isInView) return;
      const context = canvas.current?.getContext('2d');
      const scale = view.scale.get();
      if (!context || scale.width === 0) return;
      const ratio = sized(context.canvas, scale.width, height);
      const [muted = '', background = '', ruling = ''] = theme;
      const surface: Surface = {
        context,
        scale,
        width: scale.width,
        height,
        ratio,
        colours,
        muted,
        background,
      };
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      context.clearRect(0, 0, scale.width, height);
      fillTimes(surface, unrecorded, ruling);
      if (whole) drawAround(whole, { ...surface, colours: ofWhole }, picture.extent);
      picture.draw(surface);
    };
    draw.current();
  }, [picture, whole, view, height, isInView, unrecorded, colours, ofWhole, theme]);
  useEffect(() => view.onMove(() => draw.current()), [view]);
  return <canvas ref={canvas} className="track-canvas" style={{ height }} />;
}

/** Device pixels per px. A canvas becomes empty when its size changes. */
function sized(canvas: HTMLCanvasElement, width: number, height: number): number {
  const ratio = window.devicePixelRatio || 1;
  const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== wide) {
    canvas.width = wide;
    canvas.style.width = `${width}px`;
  }
  if (canvas.height !== high) canvas.height = high;
  return ratio;
}

function fillTimes(surface: Surface, times: readonly Interval[], colour: string): void {
  const { context, scale, height } = surface;
  if (times.length === 0) return;
  context.fillStyle = hatch(context, colour);
  for (const { from, to } of times) {
    const [left, right] = [Math.max(0, scale.x(from)), Math.min(scale.width, scale.x(to))];
    if (right > left) context.fillRect(left, 0, right - left, height);
  }
}

/** The intervals outside of the newer picture, so that nothing is drawn twice. */
function drawAround(picture: TrackPicture, surface: Surface, newer: Interval | null): void {
  const { context, scale, height } = surface;
  if (newer && newer.from <= scale.from && newer.to >= scale.to) return;
  const [left, right] = newer ? [scale.x(newer.from), scale.x(newer.to)] : [scale.width, scale.width];
  context.save();
  context.beginPath();
  if (left > 0) context.rect(0, 0, Math.min(left, scale.width), height);
  if (right < scale.width) context.rect(Math.max(0, right), 0, scale.width - Math.max(0, right), height);
  context.clip();
  picture.draw(surface);
  context.restore();
}
