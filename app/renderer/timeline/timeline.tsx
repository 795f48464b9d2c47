import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { formatDuration } from '../lib/numbers.ts';
import { rowCounts } from '../lib/row-counts.ts';
import { timeTicks } from '../lib/ticks.ts';
import { digitsFor, formatClock, formatDate, formatTick } from '../lib/time.ts';
import { TimeScale } from '../lib/time-scale.ts';
import { type Interval, intervalOf, withInterval } from '../state/scope.ts';
import { useSession } from '../state/session.ts';
import { Store, useStore } from '../state/store.ts';
import { useWidth } from '../widgets/use-width.ts';
import { Brush } from './brush.tsx';
import { MetricTracks } from './metric-tracks.tsx';
import { ThreadStates } from './thread-states.tsx';
import { TrackRow } from './track-row.tsx';
import { overviews, type Track, tracksAbove, tracksBelow } from './tracks.ts';
import { useSpan } from './use-span.ts';

/** px; a tick with less room to its right goes without its time. */
const leastLabel = 52;

/** The one time axis: a strip to brush, tracks under it unless they are folded away, a cursor through all of them. */
export function Timeline({ isFolded }: { readonly isFolded: boolean }) {
  const session = useSession();
  const tables = useStore(session.workspace, workspace => workspace?.rows ?? null);
  const scope = useStore(session.history.places, places => places.present.scope);
  const whole = useSpan();
  const zone = useStore(session.shownZone);
  const zoom = useStore(session.zoom);
  const [cursor] = useState(() => new Store<number | null>(null));
  const [area, setArea] = useState<HTMLDivElement | null>(null);
  const width = useWidth(area);
  const [frame, setFrame] = useState<HTMLElement | null>(null);
  const onWheel = useWheel(frame);

  const shown = zoom ?? whole;
  const scale = useMemo(() => shown && new TimeScale(shown.from, shown.to, width), [shown, width]);
  if (!whole || !scale)
    return (
      <section className="timeline is-empty" aria-label="Timeline">
        <p>Nothing here has a time to draw. Give a capture a clock from its menu on the left.</p>
      </section>
    );

  const { step, at } = timeTicks(scale.from, scale.length, width, zone);
  const selection = intervalOf(scope);
  const rowsOf = (tracks: readonly Track[]) =>
    tracks
      .filter(track => tables?.[track.needs])
      .map(track => (
        <TrackRow key={track.id} track={track} scale={scale} scope={scope} zoom={zoom} cursor={cursor} />
      ));
  const overview = overviews.find(track => tables?.[track.needs]);
  const isDrawn =
    overview ||
    tables?.state ||
    tables?.metric ||
    [...tracksAbove, ...tracksBelow].some(({ needs }) => tables?.[needs]);

  onWheel.current = event => {
    const box = area?.getBoundingClientRect();
    if (!box || event.clientX < box.left || (!event.deltaY && !event.deltaX)) return;
    event.preventDefault();
    const x = event.clientX - box.left;
    if (event.deltaX || event.shiftKey) {
      const by = BigInt(Math.round(((event.deltaX || event.deltaY) / scale.width) * scale.length));
      session.zoom.set(moved(scale, by, whole));
      return;
    }
    const next = scale.zoomed(x, event.deltaY < 0 ? 1.25 : 0.8, whole);
    session.zoom.set(next.from === whole.from && next.to === whole.to ? null : next);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = afterKey(event.key.toLowerCase(), scale, whole);
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    session.zoom.set(next.from === whole.from && next.to === whole.to ? null : next);
  };

  return (
    <section className="timeline" aria-label="Timeline" ref={setFrame} onKeyDown={onKeyDown}>
      <div className="axis">
        <div className="track-label axis-label">
          {zoom ? (
            <button type="button" className="link" onClick={() => session.zoom.set(null)}>
              show all
            </button>
          ) : (
            <span className="muted">{formatDate(scale.from, zone)}</span>
          )}
        </div>
        <div className="axis-ticks" ref={setArea}>
          {at
            .filter(tick => (tick / scale.length) * width < width - leastLabel)
            .map(tick => (
              <span key={tick} className="tick" style={{ left: (tick / scale.length) * width }}>
                {formatTick(scale.from + BigInt(Math.round(tick)), zone, step)}
              </span>
            ))}
          <CursorTime cursor={cursor} scale={scale} />
        </div>
        <div className="track-value muted">{formatDuration(scale.length)}</div>
      </div>
      <div className="tracks">
        <Ruling at={at} scale={scale} />
        {overview && (
          <TrackRow
            key={overview.id}
            track={overview}
            scale={scale}
            scope={scope}
            zoom={zoom}
            cursor={cursor}
            sum
          />
        )}
        {!isDrawn && (
          <p className="tracks-hint">
            No track shows what was captured ({rowCounts(tables ?? {}).join(', ')}). Drag here to narrow to a
            time.
          </p>
        )}
        {!isFolded && (
          <>
            {rowsOf(tracksAbove)}
            {/* What was slow stands before what threads did then. */}
            <MetricTracks scale={scale} scope={scope} zoom={zoom} cursor={cursor} />
            {tables?.state ? <ThreadStates scale={scale} scope={scope} zoom={zoom} cursor={cursor} /> : null}
            {rowsOf(tracksBelow)}
          </>
        )}
        <Brush
          scale={scale}
          selection={selection}
          cursor={cursor}
          onSelect={interval => session.narrow(withInterval(scope, interval))}
        />
      </div>
    </section>
  );
}

/** A key moves the timeline by this share of what it shows. */
const keyShare = 0.15;

/** What the timeline shows after a key of {@link timelineKeys}; null for other keys. */
function afterKey(key: string, scale: TimeScale, whole: Interval): Interval | null {
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
  if (from < whole.from) from = whole.from;
  if (from > whole.to - length) from = whole.to - length;
  return { from, to: from + length };
}

/** Faint lines under the ticks, through every track. */
function Ruling({ at, scale }: { at: readonly number[]; scale: TimeScale }) {
  return (
    <div className="ruling" aria-hidden="true">
      {at.map(tick => (
        <span key={tick} style={{ left: (tick / scale.length) * scale.width }} />
      ))}
    </div>
  );
}

function CursorTime({ cursor, scale }: { cursor: Store<number | null>; scale: TimeScale }) {
  const session = useSession();
  const x = useStore(cursor);
  const zone = useStore(session.shownZone);
  if (x === null) return null;
  return (
    <span className="cursor-time" style={{ left: Math.min(Math.max(x, 40), scale.width - 40) }}>
      {formatClock(scale.time(x), zone, Math.max(3, digitsFor(scale.length / scale.width)))}
    </span>
  );
}

/** React listens to the wheel passively: only a listener of its own can keep the tracks from scrolling. */
function useWheel(element: HTMLElement | null) {
  const handler = useRef<(event: WheelEvent) => void>(() => undefined);
  useEffect(() => {
    if (!element) return;
    const listen = (event: WheelEvent) => handler.current(event);
    element.addEventListener('wheel', listen, { passive: false });
    return () => element.removeEventListener('wheel', listen);
  }, [element]);
  return handler;
}
