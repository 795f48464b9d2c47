import { type MouseEvent, type PointerEvent, type RefObject, useRef, useState } from 'react';
import type { Interval } from '../lib/interval.ts';
import type { TimeScale } from '../lib/time-scale.ts';
import { useSession } from '../state/session.ts';
import type { Hit } from './kinds/kind.ts';
import type { TimelineView } from './view.ts';
import { zoomTo } from './zoom.ts';

/** The part of the selection that a drag moves; `new` selects, `measure` only measures. */
export type Grip = 'from' | 'to' | 'all' | 'new' | 'measure';

interface Drag {
  readonly grip: Grip;
  /** Position at which the drag began, px. */
  readonly x: number;
  readonly start: Interval | null;
}

/** A drag of fewer px is a click: it clears the selection, or marks the moment. */
const minDrag = 3;

interface BrushInput {
  readonly area: RefObject<HTMLDivElement | null>;
  /** The selection, or the one being dragged. */
  readonly shown: Interval | null;
  down(grip: Grip): (event: PointerEvent) => void;
  move(event: PointerEvent): void;
  up(event: PointerEvent): void;
  /** Zooms to the hit, or to the selection and back. */
  fit(event: MouseEvent): void;
}

/** Pointer input of the {@link Brush}: selects, moves and measures time, and marks the clicked moment. */
export function useBrush(
  view: TimelineView,
  selection: Interval | null,
  onSelect: (interval: Interval | null) => void,
): BrushInput {
  const session = useSession();
  const area = useRef<HTMLDivElement>(null);
  const drag = useRef<Drag | null>(null);
  const [draft, setDraft] = useState<Interval | null>(null);
  const shown = draft ?? selection;

  const xOf = (event: { readonly clientX: number }) =>
    event.clientX - area.current!.getBoundingClientRect().left;
  const down = (grip: Grip) => (event: PointerEvent) => {
    if (event.button !== 0) return;
    event.stopPropagation();
    area.current!.setPointerCapture(event.pointerId);
    focusTimeline(area.current!);
    drag.current = { grip: event.shiftKey ? 'measure' : grip, x: xOf(event), start: selection };
  };
  const move = (event: PointerEvent) => {
    const x = xOf(event);
    const scale = view.scale.get();
    view.cursor.set(x < 0 || x > scale.width ? null : x);
    const current = drag.current;
    const hit = current ? null : view.pointed(event)?.hit;
    const y = event.clientY - area.current!.getBoundingClientRect().top;
    view.hit.set(hit ? { ...hit, y } : null);
    if (!current) return;
    const interval = dragged(current, x, scale);
    if (current.grip === 'measure') view.measured.set(Math.abs(x - current.x) >= minDrag ? interval : null);
    else setDraft(interval);
  };
  const up = (event: PointerEvent) => {
    const current = drag.current;
    drag.current = null;
    setDraft(null);
    if (!current || current.grip === 'measure') return;
    view.measured.set(null);
    const scale = view.scale.get();
    const x = xOf(event);
    if (Math.abs(x - current.x) >= minDrag) onSelect(dragged(current, x, scale));
    else choose(view.pointed(event)?.hit ?? null, x, scale);
  };
  const choose = (hit: Hit | null, x: number, scale: TimeScale) => {
    const at = scale.time(x);
    if (hit?.about) session.chooseInterval({ ...hit.interval, at, about: hit.about });
    else {
      session.interval.set(null);
      session.moment.update(moment => markedAt(moment, x, scale));
    }
  };
  const fit = (event: MouseEvent) => {
    const hit = view.pointed(event)?.hit;
    if (hit?.text) {
      zoomTo(session, hit.interval);
      return;
    }
    const scale = view.scale.get();
    const time = scale.time(xOf(event));
    const isInside = selection !== null && time >= selection.from && time < selection.to;
    const isFitted = selection?.from === scale.from && selection.to === scale.to;
    session.zoom.set(isInside && !isFitted ? selection : null);
    session.moment.set(null);
  };
  return { area, shown, down, move, up, fit };
}

/** Focuses the timeline, so that its keys work after a press. */
function focusTimeline(from: HTMLElement): void {
  from.closest<HTMLElement>('.timeline')?.focus({ preventScroll: true });
}

/** A click on the mark removes it. */
function markedAt(marked: bigint | null, x: number, scale: TimeScale): bigint | null {
  return marked !== null && Math.abs(scale.x(marked) - x) < minDrag ? null : scale.time(x);
}

function dragged({ grip, x: begin, start }: Drag, x: number, scale: TimeScale): Interval {
  const fixed =
    grip === 'from'
      ? (start?.to ?? scale.to)
      : grip === 'to'
        ? (start?.from ?? scale.from)
        : scale.time(begin);
  if (grip !== 'all' || !start) return ordered(fixed, scale.time(x));
  const by = scale.time(x) - scale.time(begin);
  return { from: start.from + by, to: start.to + by };
}

function ordered(a: bigint, b: bigint): Interval {
  return a <= b ? { from: a, to: b > a ? b : a + 1n } : { from: b, to: a };
}
