import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { formatClock } from '../../wording/time.ts';
import type { Interval } from '../lib/interval.ts';
import type { TimeScale } from '../lib/time-scale.ts';
import { formatInterval } from '../state/scope.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { RowMenu } from '../widgets/row-menu.tsx';
import { ChosenMark, CursorLine, HitTip, MarkLine, Measure } from './cursor.tsx';
import { addFindingHere } from './new-finding.ts';
import { hitEntries } from './track-entries.ts';
import { type Grip, useBrush } from './use-brush.ts';
import { type Pointed, type TimelineView, useScale } from './view.ts';

interface BrushProps {
  readonly view: TimelineView;
  readonly selection: Interval | null;
  /** True for a second brush, over the pinned tracks; its edges are not sliders, so that each slider exists once. */
  readonly isSecond?: boolean;
  onSelect(interval: Interval | null): void;
}

/** Step of an arrow key that moves an edge, as a share of the axis. */
const keyStep = 0.005;

/**
 * A layer over the tracks that takes pointer input: a drag selects time, or changes the selection if it begins on it or on
 * an edge; with Shift, a drag measures; a double-click zooms. The edges are also sliders for the keyboard.
 */
export function Brush({ view, selection, isSecond = false, onSelect }: BrushProps) {
  const session = useSession();
  const pointed = useRef<Pointed | null>(null);
  const { area, shown, down, move, up, fit } = useBrush(view, selection, onSelect);
  const entries = () => {
    const at = pointed.current;
    const finding = { label: 'New finding', keys: 'n', run: () => addFindingHere(session, view) };
    if (!at) return [finding];
    const { track, hit } = at;
    const key = hit?.key === undefined ? null : hit.key;
    return [...(hit ? hitEntries(session, hit) : []), ...track.entries(key), null, finding];
  };

  return (
    <RowMenu label="Actions for this point of the timeline" entries={entries} onKeyboard={() => undefined}>
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

/** The selection and its edges; a separate component, so that nothing else renders when the timeline moves. */
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
  const interval = shown ?? { from: scale.from, to: scale.to };
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    if (direction === 0) return;
    event.preventDefault();
    event.stopPropagation();
    const step = BigInt(Math.round(direction * scale.length * keyStep * (event.shiftKey ? 10 : 1)));
    let time = interval[edge] + step;
    if (time < scale.from) time = scale.from;
    if (time > scale.to) time = scale.to;
    const next = { ...interval, [edge]: time };
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
      aria-valuenow={Math.round(Number(interval[edge] - scale.from) / 1e6)}
      aria-valuetext={`${formatClock(interval[edge], zone)}, selected ${shown ? formatInterval(shown, zone) : 'everything'}`}
      onPointerDown={onPointerDown}
      onKeyDown={onKeyDown}
    />
  );
}
