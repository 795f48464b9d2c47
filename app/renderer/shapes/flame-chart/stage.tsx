import {
  type MouseEvent,
  type PointerEvent,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { isFocusFree } from '../../lib/focus.ts';
import { TimeScale } from '../../lib/time-scale.ts';
import type { Interval } from '../../state/scope.ts';
import { useSession } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { drawOn } from '../flame/draw.ts';
import { pixelsOf } from '../flame/pixels.ts';
import { fontSize, useLook, useRatio, useResolved } from '../flame/use-look.ts';
import { type BoxLayout, boxAt, levelHeight, levelOf } from './boxes.ts';
import { paintsOf, type Sight, sceneOf } from './scene.ts';

/** px that a pointer moves before it selects. */
const threshold = 4;

interface StageProps {
  readonly layout: BoxLayout;
  readonly seen: Interval;
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

/** The canvas, of the size of what is seen, and what pointer and keyboard are on over it. */
export function Stage(props: StageProps) {
  const { layout, seen, bounds, width, height, focus, hover, scroller } = props;
  const { onHover, onFocus, onOpen, onZoom, onSelect } = props;
  const session = useSession();
  const colours = useStore(session.colours);
  const canvas = useRef<HTMLCanvasElement>(null);
  const ratio = useRatio();
  const [scrolled, setScrolled] = useState(0);
  const [drag, setDrag] = useState<{ readonly from: number; readonly to: number } | null>(null);
  const painted = useMemo(() => paintsOf(layout, colours), [layout, colours]);
  const paints = useResolved(painted.paints);
  const { background, family } = useLook();
  const bitmap = useMemo(() => pixelsOf(paints, background), [paints, background]);
  const scale = useMemo(() => new TimeScale(seen.from, seen.to, width), [seen.from, seen.to, width]);
  const sight = useMemo<Sight>(
    () => ({
      from: Number(seen.from - layout.zero),
      to: Number(seen.to - layout.zero),
      width,
      scrolled,
      height,
      ratio,
    }),
    [seen.from, seen.to, layout, width, scrolled, height, ratio],
  );
  useLayoutEffect(() => {
    const element = canvas.current;
    if (!element || width === 0 || height === 0) return;
    element.width = Math.round(width * ratio);
    element.height = Math.round(height * ratio);
    const context = element.getContext('2d', { alpha: false });
    if (!context) return;
    const surface = { width, height, ratio, background, size: fontSize, family };
    context.font = `${fontSize}px ${family}`;
    drawOn(context, sceneOf(layout, painted, sight, context.measureText('M').width), paints, bitmap, surface);
  }, [layout, painted, sight, paints, bitmap, width, height, ratio, background, family]);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const read = () => setScrolled(element.scrollTop);
    // Not passive: the wheel zooms, and does not scroll.
    const wheel = (event: WheelEvent) => {
      if (event.shiftKey) return;
      event.preventDefault();
      const x = event.clientX - element.getBoundingClientRect().left;
      const to = scale.zoomed(x, Math.exp(-event.deltaY / 300), bounds);
      onZoom(to.from <= bounds.from && to.to >= bounds.to ? null : to);
    };
    element.addEventListener('scroll', read);
    element.addEventListener('wheel', wheel, { passive: false });
    return () => {
      element.removeEventListener('scroll', read);
      element.removeEventListener('wheel', wheel);
    };
  }, [scroller, scale, bounds, onZoom]);
  useEffect(() => {
    if (isFocusFree()) scroller.current?.focus({ preventScroll: true });
  }, [scroller]);
  const level = focus >= 0 ? levelOf(layout, focus) : null;
  useEffect(() => {
    const element = scroller.current;
    if (!element || !level) return;
    if (level.y < element.scrollTop) element.scrollTop = level.y;
    else if (level.y + levelHeight > element.scrollTop + element.clientHeight)
      element.scrollTop = level.y + levelHeight - element.clientHeight;
  }, [scroller, level]);

  const spot = (event: MouseEvent) => {
    const box = event.currentTarget.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    const perPixel = (sight.to - sight.from) / width;
    return { x, row: boxAt(layout, y + scrolled, sight.from + x * perPixel, perPixel) };
  };
  const box = (row: number) => {
    const of = levelOf(layout, row);
    if (!of) return null;
    const perPx = width / (sight.to - sight.from);
    const x = Math.max(0, (layout.start[row]! - sight.from) * perPx);
    const wide = Math.max(2, Math.min(width, (layout.end[row]! - sight.from) * perPx) - x);
    return { transform: `translate(${x}px, ${of.y - scrolled}px)`, width: wide, height: levelHeight - 1 };
  };
  const [hovered, focused] = [hover >= 0 ? box(hover) : null, focus >= 0 ? box(focus) : null];
  const isDrag = drag !== null && Math.abs(drag.to - drag.from) > threshold;
  return (
    <div className="flame-content" style={{ height: Math.max(height, layout.height) }}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the application around it takes keys for all that pointers do */}
      <div
        className="flame-stage"
        style={{ height }}
        onPointerDown={(event: PointerEvent) => {
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
          if (drag && isDrag) {
            const [a, b] = [
              scale.time(Math.min(drag.from, drag.to)),
              scale.time(Math.max(drag.from, drag.to)),
            ];
            if (b > a) onSelect({ from: a, to: b });
          }
          setDrag(null);
        }}
        onPointerLeave={() => onHover(-1)}
        onDoubleClick={event => onOpen(spot(event).row)}
      >
        <canvas ref={canvas} className="flame-canvas" style={{ width, height }} />
        {hovered && <div className="flame-hover" style={hovered} />}
        {focused && <div className="flame-focus is-active" style={focused} />}
        {drag && isDrag && (
          <div
            className="flame-chart-selection"
            style={{ left: Math.min(drag.from, drag.to), width: Math.abs(drag.to - drag.from) }}
          />
        )}
      </div>
    </div>
  );
}
