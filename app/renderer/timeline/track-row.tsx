import {
  type KeyboardEvent,
  memo,
  type PointerEvent,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Interval } from '../lib/interval.ts';
import type { MenuEntry } from '../lib/menu-entry.ts';
import { useInTurn } from '../state/in-turn.ts';
import { type Session, useSession } from '../state/session.ts';
import { movedTo, type Track } from '../state/tracks.ts';
import { RowMenu } from '../widgets/row-menu.tsx';
import type { MeantCell, TrackKind, TrackPicture } from './kinds/kind.ts';
import { kindOf } from './kinds/kinds.ts';
import { Notes } from './notes.tsx';
import { TrackCanvas } from './track-canvas.tsx';
import {
  heightStep,
  keyEntries,
  lowest,
  meantEntries,
  nameOfKey,
  TrackHand,
  trackEntries,
} from './track-entries.ts';
import { TrackLegend } from './track-legend.tsx';
import { LaneValues, TrackValue } from './track-values.tsx';
import { useInView } from './use-in-view.ts';
import { type Pictured, usePicture } from './use-picture.ts';
import { useRecorded } from './use-recorded.ts';
import type { TimelineView } from './view.ts';

export interface TrackRowProps {
  readonly track: Track;
  readonly tracks: readonly Track[];
  readonly view: TimelineView;
  readonly whole: Interval;
  /** px */
  readonly width: number;
  /** True for the track that Tab reaches. */
  readonly isCurrent: boolean;
  /** True to draw the track although nothing in scope has a value. */
  readonly isShownEmpty: boolean;
  onEmpty(id: string, isEmpty: boolean): void;
}

/** px of a track that is folded. */
const folded = 16;
/** px; a lower track has its name on one line with its unit, or with its notes if it has some. */
const low = 28;

export function TrackRow(props: TrackRowProps) {
  const kind = kindOf(props.track.kind);
  const params = useMemo(
    () => kind?.read(props.track.params as Readonly<Record<string, unknown>>) ?? null,
    [kind, props.track.params],
  );
  return kind && params ? <KnownTrack {...props} kind={kind} params={params} /> : null;
}

interface KnownTrackProps extends TrackRowProps {
  readonly kind: TrackKind;
  readonly params: object;
}

function KnownTrack(props: KnownTrackProps) {
  const { track, tracks, kind, params, view, whole, width, isShownEmpty, onEmpty } = props;
  const session = useSession();
  const hand = useMemo(() => new TrackHand(session, tracks, track), [session, tracks, track]);
  const [section, setSection] = useState<HTMLElement | null>(null);
  const isInView = useInView(section);
  // A track out of view is neither asked nor drawn again while the timeline moves.
  const zoom = useInTurn(view.asked, isInView);
  const pictured = usePicture(track, kind, params, zoom, width);
  const { picture, isAwaited } = pictured;
  useLeftOutIdle(kind, pictured);
  const isEmpty = picture.isEmpty && !isAwaited;
  useEmptiness(track.id, isEmpty && !kind.isOptional, onEmpty);

  const title = kind.titleOf(params);
  const [resized, setResized] = useState<number | null>(null);
  const height = heightFor(track, kind, picture, resized);
  const recorded = useRecorded(kind.needs);
  const unrecorded = useMemo(() => (isEmpty ? [] : recorded.unrecordedIn(whole)), [recorded, whole, isEmpty]);
  const lanes = track.isFolded ? undefined : picture.lanes;
  // A single key needs no legend: its name is beside the title.
  const [single = null] = !lanes && picture.keys.length === 1 && !track.hidden?.length ? picture.keys : [];
  const about = useMemo(() => kind.about?.(params) ?? single?.row ?? null, [kind, params, single]);
  const entries = (key: string | null) => {
    const trackKey = picture.keys.find(each => nameOfKey(each) === key);
    return trackKey
      ? keyEntries(session, hand, trackKey, picture.keys)
      : trackEntries(session, hand, title, pictured.question, about, kind);
  };
  const ofTrack = useLatest(() => entries(null));
  const area = useDrawn(track.id, view, picture, entries);
  useShownWhenAdded(track.id, section);
  if (isEmpty && (kind.isOptional || !isShownEmpty)) return null;
  return (
    <section
      ref={setSection}
      className="track"
      data-track={track.id}
      data-kind={kind.id}
      data-folded={track.isFolded || undefined}
      aria-label={title}
    >
      <div className="track-row" style={{ height }}>
        <TrackLabel
          {...{ track, tracks, hand, title, picture, isAwaited, about }}
          isCurrent={props.isCurrent}
          of={single?.name ?? ''}
          isLow={height < low}
          notes={pictured.notes}
          error={pictured.error}
          entries={ofTrack}
        />
        <div className="track-area" ref={area} aria-hidden="true">
          <TrackCanvas
            picture={picture}
            whole={pictured.whole}
            view={view}
            height={height}
            isInView={isInView}
            unrecorded={unrecorded}
          />
        </div>
        {lanes ? (
          <LaneValues lanes={lanes} view={view} recorded={recorded} />
        ) : (
          <TrackValue picture={picture} view={view} recorded={recorded} />
        )}
        <Edge hand={hand} height={height} onResize={setResized} />
      </div>
      {!track.isFolded && picture.keys.length > 0 && !single && (
        <TrackLegend title={title} hand={hand} picture={picture} view={view} recorded={recorded} />
      )}
    </section>
  );
}

/** px; what the picture needs counts only until the user sets a height. */
function heightFor(track: Track, kind: TrackKind, picture: TrackPicture, resized: number | null): number {
  if (track.isFolded) return folded;
  const least = track.height === undefined ? (picture.minHeight ?? 0) : 0;
  return Math.max(resized ?? track.height ?? kind.height, least);
}

/** A function that stays the same, and calls the one of the last render. */
function useLatest<T>(of: () => T): () => T {
  const latest = useRef(of);
  latest.current = of;
  return useCallback(() => latest.current(), []);
}

/** Reports whether the track is empty; a track that is removed is not. */
function useEmptiness(id: string, isEmpty: boolean, onEmpty: TrackRowProps['onEmpty']): void {
  useEffect(() => onEmpty(id, isEmpty), [onEmpty, id, isEmpty]);
  useEffect(() => () => onEmpty(id, false), [onEmpty, id]);
}

/** Scrolls to a track that was just added. */
function useShownWhenAdded(id: string, section: HTMLElement | null): void {
  const { tracks } = useSession();
  useEffect(() => {
    if (!section || tracks.added.get() !== id) return;
    tracks.added.set(null);
    section.scrollIntoView({ block: 'nearest' });
  }, [tracks, id, section]);
}

/** Sets `session.leavesOutIdle` from the notes of a track of samples, because the timeline shows beside every view. */
function useLeftOutIdle({ needs }: TrackKind, { notes, isAwaited }: Pictured): void {
  const session = useSession();
  const leavesOut = notes.some(({ code }) => code === 'idle-left-out');
  useEffect(() => {
    if (needs.includes('sample') && !isAwaited) session.leavesOutIdle.set(leavesOut);
  }, [session, needs, isAwaited, leavesOut]);
}

/** Registers the track for hits of the pointer. */
function useDrawn(
  id: string,
  view: TimelineView,
  picture: TrackPicture,
  entries: (key: string | null) => readonly MenuEntry[],
) {
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (area.current) view.drawn.set(id, { element: area.current, picture, entries });
  });
  useEffect(() => () => void view.drawn.delete(id), [id, view]);
  return area;
}

interface TrackLabelProps
  extends Pick<TrackRowProps, 'track' | 'tracks' | 'isCurrent'>,
    Pick<Pictured, 'picture' | 'isAwaited' | 'notes' | 'error'> {
  readonly hand: TrackHand;
  readonly title: string;
  /** The only thing drawn, if its name is not in the title; else empty. */
  readonly of: string;
  readonly isLow: boolean;
  readonly about: MeantCell | null;
  entries(): readonly MenuEntry[];
}

/** Memoised, so that it does not render while the timeline moves. */
const TrackLabel = memo((props: TrackLabelProps) => {
  const { track, tracks, isCurrent, hand, title, picture, isAwaited, notes, error, about, entries } = props;
  const { of, isLow } = props;
  const session = useSession();
  const lanes = track.isFolded ? undefined : picture.lanes;
  const unit = isLow && notes.length > 0 ? '' : picture.about;
  const words = error ?? (picture.isEmpty && !isAwaited ? 'no values here' : unit);
  const drag = useReorder(hand, tracks);
  const onKeyDown = (event: KeyboardEvent) => {
    const entry = about && isPlain(event) ? keyedEntry(session, about, event.key) : undefined;
    if (entry) entry.run();
    else if (!actOnKey(event, hand, tracks)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <RowMenu label={`Actions for the track ${title}`} entries={entries} onKeyboard={() => undefined}>
      <div
        className="track-label"
        data-lanes={lanes ? true : undefined}
        data-low={isLow || undefined}
        {...drag}
      >
        <button
          type="button"
          className="track-title"
          tabIndex={isCurrent ? 0 : -1}
          aria-expanded={!track.isFolded}
          title={titleOf(title, picture)}
          onKeyDown={onKeyDown}
          onClick={() => hand.toggleFold()}
        >
          <span className="track-fold" aria-hidden="true">
            {track.isFolded ? '▸' : '▾'}
          </span>
          {lanes ? (
            <span className="lane-names">
              {lanes.map(({ name }) => (
                <b key={name}>{name}</b>
              ))}
            </span>
          ) : (
            <b>{picture.title ?? title}</b>
          )}
          {of && <span className="track-of">{of}</span>}
          {track.isPinned && (
            <span className="track-pin" title="Kept on top">
              ⌃
            </span>
          )}
        </button>
        {!lanes && !track.isFolded && (words || notes.length > 0) && (
          <span className="track-about">
            {words}
            {words && notes.length > 0 ? ' · ' : ''}
            <Notes notes={notes} title={title} />
          </span>
        )}
        <button
          type="button"
          className="track-remove"
          tabIndex={-1}
          aria-label={`Remove the track ${title}`}
          onClick={() => hand.remove()}
        >
          <span aria-hidden="true">✕</span>
        </button>
      </div>
    </RowMenu>
  );
});

/** Maximum number of keys named. */
const maxNamed = 8;

function titleOf(title: string, { keys }: TrackPicture): string {
  const descriptions = keys.slice(0, maxNamed).flatMap(({ about }) => about ?? []);
  return [title, ...descriptions].join('\n');
}

const isPlain = ({ altKey, ctrlKey, metaKey }: KeyboardEvent) => !altKey && !ctrlKey && !metaKey;

/** The entry with a key, as on a table row, except `s`, which shows something on the timeline. */
const keyedEntry = (session: Session, about: MeantCell, key: string) =>
  key === 's' ? undefined : meantEntries(session, about).find(({ keys }) => keys === key);

/** True if the key was handled. */
function actOnKey(event: KeyboardEvent, hand: TrackHand, tracks: readonly Track[]): boolean {
  const { key, altKey, shiftKey, ctrlKey, metaKey } = event;
  if (ctrlKey || metaKey) return false;
  const direction = key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : 0;
  if (direction !== 0 && altKey) hand.move(direction);
  else if (direction !== 0 && shiftKey) hand.setHeight(heightOf(event) + direction * heightStep);
  else if (direction !== 0) focusTrack(event.currentTarget, direction);
  else if (key === 'ArrowRight') firstKeyOf(event.currentTarget)?.focus();
  else if (key === 'Delete') {
    if (tracks.length > 1) focusTrack(event.currentTarget, 1, -1);
    hand.remove();
  } else if (key === 'k') hand.change({ isPinned: !hand.track.isPinned });
  else return false;
  return true;
}

const heightOf = ({ currentTarget }: KeyboardEvent): number =>
  currentTarget.closest<HTMLElement>('.track-row')?.offsetHeight ?? 0;

const firstKeyOf = (title: Element): HTMLElement | null | undefined =>
  title.closest('.track')?.querySelector<HTMLElement>('.legend-key');

/** Focuses the next track in the first of these directions that has one. */
function focusTrack(from: EventTarget, ...directions: readonly (1 | -1)[]): void {
  const titles = [...document.querySelectorAll<HTMLElement>('.track-title')];
  const at = titles.indexOf(from as HTMLElement);
  const to = directions.map(way => titles[at + way]).find(each => each !== undefined);
  to?.focus();
}

/** Minimum distance of a drag, px; less is a click. */
const minDrag = 4;

/** Dragging the label moves the track. */
function useReorder(hand: TrackHand, tracks: readonly Track[]) {
  const session = useSession();
  const start = useRef<number | null>(null);
  const dropTarget = useRef<HTMLElement | null>(null);
  const mark = (to: HTMLElement | null) => {
    dropTarget.current?.removeAttribute('data-drop');
    dropTarget.current = to;
    if (!to) return;
    const from = tracks.findIndex(({ id }) => id === hand.track.id);
    const at = tracks.findIndex(({ id }) => id === to.dataset.track);
    to.setAttribute('data-drop', at > from ? 'below' : 'above');
  };
  const isDragging = useRef(false);
  return {
    onPointerDown(event: PointerEvent) {
      if (event.button === 0) start.current = event.clientY;
    },
    onPointerMove(event: PointerEvent) {
      if (start.current === null) return;
      if (!isDragging.current && Math.abs(event.clientY - start.current) < minDrag) return;
      if (!isDragging.current) event.currentTarget.setPointerCapture(event.pointerId);
      isDragging.current = true;
      const target = document
        .elementsFromPoint(event.clientX, event.clientY)
        .find((each): each is HTMLElement => each instanceof HTMLElement && each.matches('[data-track]'));
      mark(target && target.dataset.track !== hand.track.id ? target : null);
    },
    onPointerUp() {
      const to = dropTarget.current?.dataset.track;
      mark(null);
      start.current = null;
      if (to !== undefined) session.tracks.choose(tracks, movedTo(tracks, hand.track.id, to));
    },
    onPointerCancel() {
      mark(null);
      start.current = null;
      isDragging.current = false;
    },
    // Suppresses the click at the end of a drag.
    onClickCapture(event: { preventDefault(): void; stopPropagation(): void }) {
      if (isDragging.current) event.stopPropagation();
      isDragging.current = false;
    },
  };
}

/** The lower edge of a track: dragging it resizes the track, a double click restores the usual height. */
function Edge({
  hand,
  height,
  onResize,
}: {
  hand: TrackHand;
  height: number;
  onResize(height: number | null): void;
}) {
  const start = useRef<{ readonly y: number; readonly height: number } | null>(null);
  const heightAt = (event: PointerEvent) => {
    const from = start.current;
    return from ? Math.max(lowest, from.height + event.clientY - from.y) : height;
  };
  if (hand.track.isFolded) return null;
  return (
    <div
      className="track-edge"
      aria-hidden="true"
      title="Drag to resize, double-click to reset the height"
      onPointerDown={event => {
        if (event.button !== 0) return;
        event.stopPropagation();
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { y: event.clientY, height };
      }}
      onPointerMove={event => {
        if (start.current && event.clientY !== start.current.y) onResize(heightAt(event));
      }}
      onPointerUp={event => {
        const next = heightAt(event);
        if (start.current && next !== start.current.height) hand.setHeight(next);
        start.current = null;
        onResize(null);
      }}
      onDoubleClick={() => hand.resetHeight()}
    />
  );
}
