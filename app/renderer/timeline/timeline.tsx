import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { count } from '../../wording/numbers.ts';
import { hasTimes } from '../lib/clock-words.ts';
import type { Interval } from '../lib/interval.ts';
import { rowCountsOf } from '../lib/row-counts.ts';
import { intervalOf, withInterval } from '../state/scope.ts';
import { type Session, useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { groupsOf, type Track } from '../state/tracks.ts';
import { useWidth } from '../widgets/use-width.ts';
import { Axis, Ruling } from './axis.tsx';
import { Brush } from './brush.tsx';
import { afterKey, afterWheel, show, useWheel } from './gestures.ts';
import { isAvailable, kindOf } from './kinds/kinds.ts';
import { overviewKind } from './kinds/overview.ts';
import { addFindingHere, meantTime } from './new-finding.ts';
import { ShiftStrip } from './shift.tsx';
import { Group } from './track-group.tsx';
import { TrackRow } from './track-row.tsx';
import { useSpan } from './use-span.ts';
import { useTracks } from './use-tracks.ts';
import { type TimelineView, useView } from './view.ts';

const onlyTotals =
  'The rows of these captures have no times, so there is no timeline. Totals are in the views below.';
const withoutTimes = 'Nothing here has a time to draw. Give a capture a clock from its menu on the left.';

/** The time axis, its tracks unless they are folded, and a cursor across all of them. */
export function Timeline({ isFolded }: { readonly isFolded: boolean }) {
  const session = useSession();
  const rows = useStore(session.workspace, workspace => workspace?.rows ?? noCounts);
  const scope = useStore(session.history.places, places => places.present.scope);
  const whole = useSpan();
  useEffect(() => session.span.set(whole), [session, whole]);
  const isZoomed = useStore(session.zoom, zoom => zoom !== null);
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
  const hasFocus = useFocusKept(frame);
  if (!whole) return <NoTimes />;

  const tracks = shownOf(all, rows, isFolded);
  const selection = intervalOf(scope);
  const select = (interval: Interval | null) => session.narrow(withInterval(scope, interval));
  const first = tracks.find(({ id }) => id === current) ?? tracks[0];
  const row = (track: Track) => (
    <TrackRow
      key={track.id}
      tracks={all}
      {...{ track, view, whole, width, onEmpty }}
      isCurrent={track === first}
      isShownEmpty={areEmptyShown}
    />
  );
  const pinned = tracks.filter(({ isPinned }) => isPinned);
  return (
    <section
      className="timeline"
      aria-label="Timeline"
      ref={setFrame}
      tabIndex={-1}
      onKeyDown={event => actOnKey(event, session, view, whole)}
      onBlur={() => {
        hasFocus.current = false;
      }}
      onFocus={({ target }) => {
        hasFocus.current = true;
        const id =
          target.matches('.track-title') && target.closest<HTMLElement>('[data-track]')?.dataset.track;
        if (id) setCurrent(id);
      }}
    >
      <div className="timeline-top">
        <Axis view={view} isZoomed={isZoomed} setArea={setArea} />
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
        <Groups tracks={tracks.filter(({ isPinned }) => !isPinned)} all={all} row={row} />
        {tracks.length === 0 && <NoTracks all={all.length} />}
        {empty.size > 0 && !isFolded && (
          <EmptyTracks count={empty.size} areShown={areEmptyShown} show={showEmpty} />
        )}
      </div>
    </section>
  );
}

/** What stands in place of a timeline if nothing has a time. */
function NoTimes() {
  const { workspace } = useSession();
  const areTotals = useStore(workspace, workspace => !workspace?.captures.some(hasTimes));
  return (
    <section className="timeline is-empty" aria-label="Timeline">
      <p>{areTotals ? onlyTotals : withoutTimes}</p>
    </section>
  );
}

/** Tracks of whose rows the workspace has some; of a folded timeline, only the overview. */
function shownOf(all: readonly Track[], rows: Readonly<Record<string, number>>, isFolded: boolean) {
  return all.filter(track => {
    const kind = kindOf(track.kind);
    return kind && isAvailable(kind, rows) && (!isFolded || track.kind === overviewKind);
  });
}

function Groups({
  tracks,
  all,
  row,
}: {
  readonly tracks: readonly Track[];
  readonly all: readonly Track[];
  row(track: Track): ReactNode;
}) {
  return groupsOf(tracks).map(group =>
    group.name === null ? (
      group.tracks.map(row)
    ) : (
      <Group key={`${group.name} ${group.tracks[0]!.id}`} group={{ ...group, name: group.name }} tracks={all}>
        {group.tracks.map(row)}
      </Group>
    ),
  );
}

function NoTracks({ all }: { all: number }) {
  const { tracks, workspace } = useSession();
  const captured = useStore(workspace, workspace => rowCountsOf(workspace?.captures ?? []).join(', '));
  return (
    <p className="tracks-hint">
      {all === 0 && tracks.chosen.get()
        ? 'All tracks were removed.'
        : `No track shows this type of data (${captured}).`}{' '}
      Drag here to narrow to a time.
    </p>
  );
}

function EmptyTracks(props: { count: number; areShown: boolean; show(areShown: boolean): void }) {
  return (
    <button
      type="button"
      className="empty-tracks"
      aria-expanded={props.areShown}
      onClick={() => props.show(!props.areShown)}
    >
      <span aria-hidden="true">{props.areShown ? '▾' : '▸'}</span> {count(props.count, 'track')} without
      values in scope
    </button>
  );
}

function actOnKey(event: KeyboardEvent, session: Session, view: TimelineView, whole: Interval): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const next = afterKey(event.key.toLowerCase(), view.scale.get(), whole);
  if (event.key === 't') session.dialog.set({ kind: 'track' });
  else if (event.key === 'x') beginMark(session, view);
  else if (event.key === 'n') addFindingHere(session, view);
  else if (!next) return;
  event.preventDefault();
  event.stopPropagation();
  if (next) show(session, next, whole);
}

function beginMark(session: Session, view: TimelineView): void {
  const time = meantTime(session, view);
  if (time) session.dialog.set({ kind: 'mark', mark: { ...time, text: '' }, isNew: true });
  else session.imports.notify('info', 'Point at a moment, or select a time, to mark it.');
}

const noCounts: Readonly<Record<string, number>> = {};

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

/**
 * Focuses the timeline if the track that had the focus is removed, so that its keys go on.
 *
 * @returns whether the focus is in the timeline; React reports no blur of an element that it removes
 */
function useFocusKept(frame: HTMLElement | null) {
  const hasFocus = useRef(false);
  useEffect(() => {
    if (hasFocus.current && document.activeElement === document.body) frame?.focus({ preventScroll: true });
  });
  return hasFocus;
}

/** Esc ends measuring. */
function useMeasureEnd({ measured }: TimelineView): void {
  const session = useSession();
  const isMeasured = useStore(measured, interval => interval !== null);
  useEffect(() => {
    if (isMeasured) return session.opened(() => measured.set(null));
  }, [session, measured, isMeasured]);
}
