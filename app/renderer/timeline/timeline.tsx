import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { count } from '../../wording/numbers.ts';
import { rowCounts } from '../lib/row-counts.ts';
import type { TimeScale } from '../lib/time-scale.ts';
import { type Interval, intervalOf, withInterval } from '../state/scope.ts';
import { type Session, useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { groupsOf, type Track } from '../state/tracks.ts';
import { useWidth } from '../widgets/use-width.ts';
import { Axis, Ruling } from './axis.tsx';
import { Brush } from './brush.tsx';
import { isAvailable, kindOf } from './kinds/kinds.ts';
import { overviewKind } from './kinds/overview.ts';
import { addFindingHere, meantTime } from './new-finding.ts';
import { ShiftStrip } from './shift.tsx';
import { Group } from './track-group.tsx';
import { TrackRow } from './track-row.tsx';
import { useSpan } from './use-span.ts';
import { useTracks } from './use-tracks.ts';
import { type TimelineView, useSettling, useView } from './view.ts';

/** The one time axis: its tracks, unless they are folded away, and a cursor through all of them. */
export function Timeline({ isFolded }: { readonly isFolded: boolean }) {
  const session = useSession();
  const rows = useStore(session.workspace, workspace => workspace?.rows ?? none);
  const scope = useStore(session.history.places, places => places.present.scope);
  const whole = useSpan();
  useEffect(() => session.span.set(whole), [session, whole]);
  const zoom = useSettling(session.zoom);
  const [area, setArea] = useState<HTMLDivElement | null>(null);
  const width = useWidth(area);
  const [frame, setFrame] = useState<HTMLElement | null>(null);
  const view = useView(whole, width);
  const all = useTracks();
  const [current, setCurrent] = useState<string | null>(null);
  const { empty, onEmpty } = useEmpty();
  const [areEmptyShown, showEmpty] = useState(false);
  useWheel(frame, event => {
    if (area && whole) afterWheel(event, area, view.scale.get(), whole, session);
  });
  useMeasureEnd(view);
  if (!whole)
    return (
      <section className="timeline is-empty" aria-label="Timeline">
        <p>Nothing here has a time to draw. Give a capture a clock from its menu on the left.</p>
      </section>
    );

  const tracks = all.filter(({ kind }) => {
    const known = kindOf(kind);
    return known && isAvailable(known, rows) && (!isFolded || kind === overviewKind);
  });
  const selection = intervalOf(scope);
  const select = (interval: Interval | null) => session.narrow(withInterval(scope, interval));
  const first = tracks.find(({ id }) => id === current) ?? tracks[0];
  const row = (track: Track) => (
    <TrackRow
      key={track.id}
      track={track}
      tracks={all}
      view={view}
      zoom={zoom}
      whole={whole}
      width={width}
      isCurrent={track === first}
      isShownEmpty={areEmptyShown}
      onEmpty={onEmpty}
    />
  );
  const pinned = tracks.filter(({ isPinned }) => isPinned);
  const others = tracks.filter(({ isPinned }) => !isPinned);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = afterKey(event.key.toLowerCase(), view.scale.get(), whole);
    if (event.key === 't') session.dialog.set({ kind: 'track' });
    else if (event.key === 'x') beginMark(session, view);
    else if (event.key === 'n') addFindingHere(session, view);
    else if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    if (next) show(session, next, whole);
  };

  return (
    <section
      className="timeline"
      aria-label="Timeline"
      ref={setFrame}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onFocus={({ target }) => {
        const id =
          target.matches('.track-title') && target.closest<HTMLElement>('[data-track]')?.dataset.track;
        if (id) setCurrent(id);
      }}
    >
      <div className="timeline-top">
        <Axis view={view} isZoomed={zoom !== null} setArea={setArea} />
        <ShiftStrip view={view} />
        {pinned.length > 0 && (
          <div className="tracks">
            <Ruling view={view} />
            <Brush view={view} selection={selection} isSecond onSelect={select} />
            {pinned.map(row)}
          </div>
        )}
      </div>
      <div className="tracks">
        <Ruling view={view} />
        <Brush view={view} selection={selection} onSelect={select} />
        {groupsOf(others).map(group =>
          group.name === null ? (
            group.tracks.map(row)
          ) : (
            <Group
              key={`${group.name} ${group.tracks[0]!.id}`}
              group={{ ...group, name: group.name }}
              tracks={all}
            >
              {group.tracks.map(row)}
            </Group>
          ),
        )}
        {tracks.length === 0 && (
          <p className="tracks-hint">
            {all.length === 0 && session.tracks.chosen.get()
              ? 'All tracks were removed.'
              : `No track shows what was captured (${rowCounts(rows).join(', ')}).`}{' '}
            Drag here to narrow to a time.
          </p>
        )}
        {empty.size > 0 && !isFolded && (
          <button
            type="button"
            className="empty-tracks"
            aria-expanded={areEmptyShown}
            onClick={() => showEmpty(is => !is)}
          >
            <span aria-hidden="true">{areEmptyShown ? '▾' : '▸'}</span> {count(empty.size, 'track')} without
            values in scope
          </button>
        )}
      </div>
    </section>
  );
}

function beginMark(session: Session, view: TimelineView): void {
  const meant = meantTime(session, view);
  if (meant) session.dialog.set({ kind: 'mark', mark: { ...meant, text: '' }, isNew: true });
  else session.imports.notify('info', 'Point at a moment, or select a time, to mark it.');
}

const none: Readonly<Record<string, number>> = {};

/** Tracks in which nothing in scope has a value. */
function useEmpty() {
  const [empty, setEmpty] = useState<ReadonlySet<string>>(new Set());
  const onEmpty = useCallback(
    (id: string, isEmpty: boolean) =>
      setEmpty(before => {
        if (before.has(id) === isEmpty) return before;
        const after = new Set(before);
        if (isEmpty) after.add(id);
        else after.delete(id);
        return after;
      }),
    [],
  );
  return { empty, onEmpty };
}

/** What is measured is put away by Esc. */
function useMeasureEnd({ measured }: TimelineView): void {
  const session = useSession();
  const isMeasured = useStore(measured, interval => interval !== null);
  useEffect(() => {
    if (isMeasured) return session.opened(() => measured.set(null));
  }, [session, measured, isMeasured]);
}

function show(session: Session, next: Interval, whole: Interval): void {
  session.zoom.set(next.from <= whole.from && next.to >= whole.to ? null : next);
}

/** A notch of a wheel is some 100 px: closer, or farther, by a quarter. Fingers on a pad turn in smaller steps. */
const wheelStrength = 0.0022;
/** What a browser says of two fingers that move apart. */
const pinchStrength = 0.01;
/** No single event moves the timeline further than this. */
const mostZoom = 4;

function afterWheel(
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
  const bounded = Math.min(mostZoom, Math.max(1 / mostZoom, factor));
  show(session, scale.zoomed(event.clientX - box.left, bounded, whole), whole);
}

/** A key moves the timeline by this share of what it shows. */
const keyShare = 0.15;

/** What the timeline shows after a key of `timelineKeys`; null for other keys. */
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
  if (from > whole.to - length) from = whole.to - length;
  if (from < whole.from) from = whole.from;
  return { from, to: from + length };
}

/** React listens to the wheel passively: only a listener of its own can keep the tracks from scrolling. */
function useWheel(element: HTMLElement | null, handle: (event: WheelEvent) => void) {
  const handler = useRef(handle);
  handler.current = handle;
  useEffect(() => {
    if (!element) return;
    const listen = (event: WheelEvent) => handler.current(event);
    element.addEventListener('wheel', listen, { passive: false });
    return () => element.removeEventListener('wheel', listen);
  }, [element]);
}
