import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef, useState } from 'react';
import { formatClock } from '../../wording/time.ts';
import type { TimeScale } from '../lib/time-scale.ts';
import { formatInterval, type Interval } from '../state/scope.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { RowMenu } from '../widgets/row-menu.tsx';
import { ChosenMark, CursorLine, HitTip, MarkLine, Measure } from './cursor.tsx';
import type { Hit } from './kinds/kind.ts';
import { addFindingHere } from './new-finding.ts';
import { hitEntries } from './track-entries.ts';
import { type Pointed, type TimelineView, useScale } from './view.ts';
import { zoomTo } from './zoom.ts';

interface BrushProps {
  readonly view: TimelineView;
  readonly selection: Interval | null;
  /** Over other tracks: the edges are in reach of the keyboard once. */
  readonly isSecond?: boolean;
  onSelect(interval: Interval | null): void;
}

type Grip = 'from' | 'to' | 'all' | 'new' | 'measure';

interface Drag {
  readonly grip: Grip;
  /** Where the drag began, px. */
  readonly x: number;
  readonly start: Interval | null;
}

/** A drag of fewer px is a click: it clears the selection, or marks the moment. */
const leastDrag = 3;
/** Step of an arrow key that moves an edge, as a share of the axis. */
const keyStep = 0.005;

/**
 * Over the tracks: drag to select, drag the selection or its edges to change it, Shift and drag to measure, double-click to
 * fit; edges are sliders for the keyboard.
 */
export function Brush({ view, selection, isSecond = false, onSelect }: BrushProps) {
  const session = useSession();
  const area = useRef<HTMLDivElement>(null);
  const pointed = useRef<Pointed | null>(null);
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
    const now = drag.current;
    const hit = now ? null : view.pointed(event)?.hit;
    const y = event.clientY - area.current!.getBoundingClientRect().top;
    view.hit.set(hit ? { ...hit, y } : null);
    if (!now) return;
    const interval = dragged(now, x, scale);
    if (now.grip === 'measure') view.measured.set(Math.abs(x - now.x) >= leastDrag ? interval : null);
    else setDraft(interval);
  };
  const up = (event: PointerEvent) => {
    const now = drag.current;
    drag.current = null;
    setDraft(null);
    if (!now || now.grip === 'measure') return;
    view.measured.set(null);
    const scale = view.scale.get();
    const x = xOf(event);
    if (Math.abs(x - now.x) >= leastDrag) onSelect(dragged(now, x, scale));
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

  const entries = () => {
    const at = pointed.current;
    const finding = { label: 'New finding', keys: 'n', run: () => addFindingHere(session, view) };
    if (!at) return [finding];
    const { track, hit } = at;
    const ofKey = hit?.key === undefined ? null : hit.key;
    return [...(hit ? hitEntries(session, hit) : []), ...track.entries(ofKey), null, finding];
  };

  return (
    <RowMenu label="What to do with what is here" entries={entries} onKeyboard={() => undefined}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys of the timeline do the same */}
      <div
        ref={area}
        className="brush"
        onPointerDown={down('new')}
        onPointerMove={move}
        onPointerUp={up}
        onPointerLeave={() => {
          view.cursor.set(null);
          view.hit.set(null);
        }}
        onContextMenu={event => {
          pointed.current = view.pointed(event);
        }}
        onDoubleClick={fit}
      >
        <Selection view={view} shown={shown} isSecond={isSecond} down={down} onSelect={onSelect} />
        <ChosenMark view={view} />
        <MarkLine view={view} />
        <Measure view={view} />
        <CursorLine view={view} />
        <HitTip view={view} />
      </div>
    </RowMenu>
  );
}

interface SelectionProps extends Pick<BrushProps, 'view' | 'isSecond' | 'onSelect'> {
  readonly shown: Interval | null;
  down(grip: Grip): (event: PointerEvent) => void;
}

/** What is selected, and its edges: it moves with the timeline, and what is around it is not rendered anew. */
function Selection({ view, shown, isSecond = false, down, onSelect }: SelectionProps) {
  const scale = useScale(view);
  const left = shown ? Math.max(0, scale.x(shown.from)) : 0;
  const right = shown ? Math.min(scale.width, scale.x(shown.to)) : scale.width;
  return (
    <>
      {shown && right > left && (
        <div className="brush-selection" style={{ left, width: right - left }}>
          {!isSecond && <div className="brush-grab" title="Drag to move" onPointerDown={down('all')} />}
        </div>
      )}
      {!isSecond &&
        (['from', 'to'] as const).map(edge => (
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
    </>
  );
}

/** Its keys work where a person has just pressed. */
function focusTimeline(from: HTMLElement): void {
  from.closest<HTMLElement>('.timeline')?.focus({ preventScroll: true });
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
