import { type MouseEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { isFocusFree } from '../../lib/focus.ts';
import type { Interval } from '../../lib/interval.ts';
import { TimeScale } from '../../lib/time-scale.ts';
import { useSession } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { drawOn } from '../flame/draw.ts';
import { pixelsOf } from '../flame/pixels.ts';
import { fontSize, useLook, useRatio, useResolved } from '../flame/use-look.ts';
import { type BoxLayout, boxAt, type Level, levelHeight, levelOf } from './boxes.ts';
import { paintsOf, type Sight, sceneOf } from './scene.ts';

/** px that a pointer moves before it selects. */
const threshold = 4;

interface StageProps {
  readonly layout: BoxLayout;
  readonly visible: Interval;
  readonly bounds: Interval;
  readonly width: number;
  readonly height: number;
  readonly focus: number;
  readonly hover: number;
  readonly scroller: { readonly current: HTMLDivElement | null };
  onHover(row: number): void;
  onFocus(row: number): void;
  onOpen(row: number): void;
  onZoom(to: Interval | null): void;
  onSelect(to: Interval): void;
}

/** The canvas of the visible part, with pointer input, and the outlines of the hovered and the focused box. */
export function Stage(props: StageProps) {
  const { layout, visible, width, height, focus, hover, scroller } = props;
  const { onHover, onFocus, onOpen, onSelect } = props;
  const ratio = useRatio();
  const scale = useMemo(
    () => new TimeScale(visible.from, visible.to, width),
    [visible.from, visible.to, width],
  );
  const scrolled = useScrolled(scroller, focus >= 0 ? levelOf(layout, focus) : null);
  useWheelZoom(props, scale);
  useEffect(() => {
    if (isFocusFree()) scroller.current?.focus({ preventScroll: true });
  }, [scroller]);
  const sight = useMemo<Sight>(
    () => ({
      from: Number(visible.from - layout.zero),
      to: Number(visible.to - layout.zero),
      width,
      scrolled,
      height,
      ratio,
    }),
    [visible.from, visible.to, layout, width, scrolled, height, ratio],
  );
  const canvas = useDrawn(layout, sight);
  const [drag, setDrag] = useState<{ readonly from: number; readonly to: number } | null>(null);

  const spot = (event: MouseEvent) => {
    const box = event.currentTarget.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    const perPixel = (sight.to - sight.from) / width;
    return { x, row: boxAt(layout, y + scrolled, sight.from + x * perPixel, perPixel) };
  };
  const [left, right] = drag ? [Math.min(drag.from, drag.to), Math.max(drag.from, drag.to)] : [0, 0];
  const isDrag = right - left > threshold;
  const [hovered, focused] = [outlineOf(layout, hover, sight), outlineOf(layout, focus, sight)];
  return (
    <div className="flame-content" style={{ height: Math.max(height, layout.height) }}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the application around it takes keys for all that pointers do */}
      <div
        className="flame-stage"
        style={{ height }}
        onPointerDown={event => {
          const { x, row } = spot(event);
          onFocus(row);
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          setDrag({ from: x, to: x });
        }}
        onPointerMove={event => {
          const { x, row } = spot(event);
          if (drag) setDrag({ from: drag.from, to: x });
          else onHover(row);
        }}
        onPointerUp={() => {
          const [from, to] = [scale.time(left), scale.time(right)];
          if (isDrag && to > from) onSelect({ from, to });
          setDrag(null);
        }}
        onPointerLeave={() => onHover(-1)}
        onDoubleClick={event => onOpen(spot(event).row)}
      >
        <canvas ref={canvas} className="flame-canvas" style={{ width, height }} />
        {hovered && <div className="flame-hover" style={hovered} />}
        {focused && <div className="flame-focus is-active" style={focused} />}
        {isDrag && <div className="flame-chart-selection" style={{ left, width: right - left }} />}
      </div>
    </div>
  );
}

/** Scroll offset of the frame. Scrolls the level of the chosen box into view. */
function useScrolled(scroller: StageProps['scroller'], level: Level | null): number {
  const [scrolled, setScrolled] = useState(0);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const update = () => setScrolled(element.scrollTop);
    element.addEventListener('scroll', update);
    return () => element.removeEventListener('scroll', update);
  }, [scroller]);
  useEffect(() => {
    const element = scroller.current;
    if (!element || !level) return;
    if (level.y < element.scrollTop) element.scrollTop = level.y;
    else if (level.y + levelHeight > element.scrollTop + element.clientHeight)
      element.scrollTop = level.y + levelHeight - element.clientHeight;
  }, [scroller, level]);
  return scrolled;
}

function useWheelZoom({ scroller, bounds, onZoom }: StageProps, scale: TimeScale): void {
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    // Not passive, because the wheel zooms instead of scrolling.
    const wheel = (event: WheelEvent) => {
      if (event.shiftKey) return;
      event.preventDefault();
      const x = event.clientX - element.getBoundingClientRect().left;
      const to = scale.zoomed(x, Math.exp(-event.deltaY / 300), bounds);
      onZoom(to.from <= bounds.from && to.to >= bounds.to ? null : to);
    };
    element.addEventListener('wheel', wheel, { passive: false });
    return () => element.removeEventListener('wheel', wheel);
  }, [scroller, scale, bounds, onZoom]);
}

/** A canvas with the boxes drawn on it. */
function useDrawn(layout: BoxLayout, sight: Sight) {
  const colours = useStore(useSession().colours);
  const canvas = useRef<HTMLCanvasElement>(null);
  const painted = useMemo(() => paintsOf(layout, colours), [layout, colours]);
  const paints = useResolved(painted.paints);
  const { background, family } = useLook();
  const bitmap = useMemo(() => pixelsOf(paints, background), [paints, background]);
  useLayoutEffect(() => {
    const { width, height, ratio } = sight;
    const element = canvas.current;
    if (!element || width === 0 || height === 0) return;
    element.width = Math.round(width * ratio);
    element.height = Math.round(height * ratio);
    const context = element.getContext('2d', { alpha: false });
    if (!context) return;
    const surface = { width, height, ratio, background, size: fontSize, family };
    context.font = `${fontSize}px ${family}`;
    drawOn(context, sceneOf(layout, painted, sight, context.measureText('M').width), paints, bitmap, surface);
  }, [layout, painted, sight, paints, bitmap, background, family]);
  return canvas;
}

/** Outline of a box on screen; null for none. */
function outlineOf(layout: BoxLayout, row: number, { from, to, width, scrolled }: Sight) {
  const level = row < 0 ? null : levelOf(layout, row);
  if (!level) return null;
  const perPx = width / (to - from);
  const x = Math.max(0, (layout.start[row]! - from) * perPx);
  const wide = Math.max(2, Math.min(width, (layout.end[row]! - from) * perPx) - x);
  return { transform: `translate(${x}px, ${level.y - scrolled}px)`, width: wide, height: levelHeight - 1 };
}
