/** Changes the visible interval by wheel, touchpad and keys. */
import { useEffect, useRef } from 'react';
import type { Interval } from '../lib/interval.ts';
import type { TimeScale } from '../lib/time-scale.ts';
import type { Session } from '../state/session.ts';

export function show(session: Session, next: Interval, whole: Interval): void {
  session.zoom.set(next.from <= whole.from && next.to >= whole.to ? null : next);
}

/** A notch of a wheel is about 100 px, and zooms by a quarter. Touchpads send smaller steps. */
const wheelStrength = 0.0022;
/** Strength of pinches, which browsers report as wheel events with Ctrl. */
const pinchStrength = 0.01;
/** Maximum zoom of a single event. */
const maxZoom = 4;

export function afterWheel(
  event: WheelEvent,
  area: HTMLElement,
  scale: TimeScale,
  whole: Interval,
  session: Session,
): void {
  const box = area.getBoundingClientRect();
  if (event.clientX < box.left || event.clientX > box.right || (!event.deltaY && !event.deltaX)) return;
  event.preventDefault();
  if (!event.ctrlKey && (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY))) {
    const by = BigInt(Math.round(((event.deltaX || event.deltaY) / scale.width) * scale.length));
    show(session, moved(scale, by, whole), whole);
    return;
  }
  const factor = Math.exp(-event.deltaY * (event.ctrlKey ? pinchStrength : wheelStrength));
  const bounded = Math.min(maxZoom, Math.max(1 / maxZoom, factor));
  show(session, scale.zoomed(event.clientX - box.left, bounded, whole), whole);
}

/** Share of the visible interval by which a key moves the timeline. */
const keyShare = 0.15;

/** The interval the timeline shows after a key of `timelineKeys`; null for other keys. */
export function afterKey(key: string, scale: TimeScale, whole: Interval): Interval | null {
  const by = BigInt(Math.round(scale.length * keyShare));
  switch (key) {
    case 'w':
      return scale.zoomed(scale.width / 2, 1.5, whole);
    case 's':
      return scale.zoomed(scale.width / 2, 1 / 1.5, whole);
    case 'a':
      return moved(scale, -by, whole);
    case 'd':
      return moved(scale, by, whole);
    default:
      return null;
  }
}

function moved(scale: TimeScale, by: bigint, whole: Interval): Interval {
  const length = scale.to - scale.from;
  let from = scale.from + by;
  if (from > whole.to - length) from = whole.to - length;
  if (from < whole.from) from = whole.from;
  return { from, to: from + length };
}

/** React's wheel listeners are passive; only a native listener can prevent scrolling. */
export function useWheel(element: HTMLElement | null, handle: (event: WheelEvent) => void) {
  const handler = useRef(handle);
  handler.current = handle;
  useEffect(() => {
    if (!element) return;
    const listen = (event: WheelEvent) => handler.current(event);
    element.addEventListener('wheel', listen, { passive: false });
    return () => element.removeEventListener('wheel', listen);
  }, [element]);
}
