import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { formatClock } from '../lib/time.ts';
import type { TimeScale } from '../lib/time-scale.ts';
import { formatInterval, type Interval } from '../state/scope.ts';
import { useSession } from '../state/session.ts';
import { type Store, useStore } from '../state/store.ts';
import { CursorLine, MarkLine } from './cursor.tsx';

interface BrushProps {
  readonly scale: TimeScale;
  readonly selection: Interval | null;
  readonly cursor: Store<number | null>;
  onSelect(interval: Interval | null): void;
}

type Grip = 'from' | 'to' | 'all' | 'new';

interface Drag {
  readonly grip: Grip;
  /** px, where it began. */
  readonly x: number;
  readonly start: Interval | null;
}

/** Less than this is a click: it takes the selection away, or marks the moment. */
const leastDrag = 3;
/** How far an arrow key moves an edge, as a share of the axis. */
const keyStep = 0.005;

/** Over the tracks: drag to select, drag the selection or its edges to change it; edges are sliders for the keyboard. */
export function Brush({ scale, selection, cursor, onSelect }: BrushProps) {
  const session = useSession();
  const area = useRef<HTMLDivElement>(null);
  const drag = useRef<Drag | null>(null);
  const [draft, setDraft] = useState<Interval | null>(null);
  const shown = draft ?? selection;

  const xOf = (event: PointerEvent) => event.clientX - area.current!.getBoundingClientRect().left;
  const down = (grip: Grip) => (event: PointerEvent) => {
    if (event.button !== 0) return;
    event.stopPropagation();
    area.current!.setPointerCapture(event.pointerId);
    drag.current = { grip: event.shiftKey ? 'new' : grip, x: xOf(event), start: selection };
  };
  const move = (event: PointerEvent) => {
    const x = xOf(event);
    cursor.set(x < 0 || x > scale.width ? null : x);
    if (drag.current) setDraft(dragged(drag.current, x, scale));
  };
  const up = (event: PointerEvent) => {
    const now = drag.current;
    drag.current = null;
    setDraft(null);
    if (!now) return;
    const x = xOf(event);
    if (Math.abs(x - now.x) >= leastDrag) onSelect(dragged(now, x, scale));
    else if (now.grip === 'new' && selection) onSelect(null);
    else session.moment.update(moment => markedAt(moment, x, scale));
  };

  const left = shown ? Math.max(0, scale.x(shown.from)) : 0;
  const right = shown ? Math.min(scale.width, scale.x(shown.to)) : scale.width;
  return (
    <div
      ref={area}
      className="brush"
      onPointerDown={down('new')}
      onPointerMove={move}
      onPointerUp={up}
      onPointerLeave={() => cursor.set(null)}
    >
      {shown && right > left && (
        <div className="brush-selection" style={{ left, width: right - left }}>
          <div
            className="brush-grab"
            title="Drag to move; Shift+drag to select anew"
            onPointerDown={down('all')}
          />
        </div>
      )}
      {(['from', 'to'] as const).map(edge => (
        <Edge
          key={edge}
          edge={edge}
          x={edge === 'from' ? left : right}
          scale={scale}
          shown={shown}
          onPointerDown={down(edge)}
          onSelect={onSelect}
        />
      ))}
      <MarkLine scale={scale} />
      <CursorLine cursor={cursor} />
    </div>
  );
}

/** A click on the mark takes it away. */
function markedAt(marked: bigint | null, x: number, scale: TimeScale): bigint | null {
  return marked !== null && Math.abs(scale.x(marked) - x) < leastDrag ? null : scale.time(x);
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

interface EdgeProps {
  readonly edge: 'from' | 'to';
  readonly x: number;
  readonly scale: TimeScale;
  readonly shown: Interval | null;
  onPointerDown(event: PointerEvent): void;
  onSelect(interval: Interval | null): void;
}

function Edge({ edge, x, scale, shown, onPointerDown, onSelect }: EdgeProps) {
  const session = useSession();
  const zone = useStore(session.shownZone);
  const now = shown ?? { from: scale.from, to: scale.to };
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    if (direction === 0) return;
    event.preventDefault();
    event.stopPropagation();
    const by = BigInt(Math.round(direction * scale.length * keyStep * (event.shiftKey ? 10 : 1)));
    let time = now[edge] + by;
    if (time < scale.from) time = scale.from;
    if (time > scale.to) time = scale.to;
    const next = { ...now, [edge]: time };
    if (next.from < next.to) onSelect(next);
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      className="brush-edge"
      data-edge={edge}
      style={{ left: x }}
      aria-label={edge === 'from' ? 'Start of the selected time' : 'End of the selected time'}
      aria-orientation="horizontal"
      aria-valuemin={0}
      aria-valuemax={Math.round(scale.length / 1e6)}
      aria-valuenow={Math.round(Number(now[edge] - scale.from) / 1e6)}
      aria-valuetext={`${formatClock(now[edge], zone)}, selected ${shown ? formatInterval(shown, zone) : 'everything'}`}
      onPointerDown={onPointerDown}
      onKeyDown={onKeyDown}
    />
  );
}
