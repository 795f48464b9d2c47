/** The state that canvases of the timeline watch, because rendering React at every step of a zoom takes longer than a frame. */
import { useEffect, useLayoutEffect, useState } from 'react';
import type { Interval } from '../lib/interval.ts';
import type { MenuEntry } from '../lib/menu-entry.ts';
import { TimeScale } from '../lib/time-scale.ts';
import { type Session, useSession } from '../state/session.ts';
import { followResting, whenResting } from '../state/settling.ts';
import { Store, useStore } from '../state/store.ts';
import type { Hit, TrackPicture } from './kinds/kind.ts';

/** A drawn track. */
export interface DrawnTrack {
  readonly element: HTMLElement;
  readonly picture: TrackPicture;
  /** Menu entries of a key; null: of the track. */
  entries(key: string | null): readonly MenuEntry[];
}

/** The track under the pointer and the hit in it, if any. */
export interface Pointed {
  readonly track: DrawnTrack;
  readonly hit: Hit | null;
}

export class TimelineView {
  readonly scale: Store<TimeScale>;
  /** The interval that tracks ask about; null: all time. It follows the zoom at rest, and at intervals before. */
  readonly asked: Store<Interval | null>;
  /** Pointer position, px; null while the pointer is elsewhere. */
  readonly cursor = new Store<number | null>(null);
  /** The moment that values are shown for: under the pointer, else the marked one; null for neither. */
  readonly moment = new Store<bigint | null>(null);
  /** The measured interval. */
  readonly measured = new Store<Interval | null>(null);
  readonly drawn = new Map<string, DrawnTrack>();
  /** The thing under the pointer. */
  readonly hit = new Store<(Hit & { readonly y: number }) | null>(null);

  private readonly drawings = new Set<() => void>();
  private frame = 0;

  constructor(scale: TimeScale, asked: Interval | null = null) {
    this.scale = new Store(scale);
    this.asked = new Store(asked);
  }

  /**
   * Calls `draw` in the next frame after the timeline has moved; all listeners share one frame. Returns a
   * function that unsubscribes.
   */
  onMove(draw: () => void): () => void {
    this.drawings.add(draw);
    return () => void this.drawings.delete(draw);
  }

  move(scale: TimeScale): void {
    this.scale.set(scale);
    if (this.frame === 0) this.frame = requestAnimationFrame(() => this.draw());
  }

  private draw(): void {
    this.frame = 0;
    for (const draw of this.drawings) draw();
  }

  /** The track at a position in the window, and the hit in it. */
  pointed({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }): Pointed | null {
    for (const track of this.drawn.values()) {
      const { left, top, bottom, height } = track.element.getBoundingClientRect();
      if (clientY < top || clientY > bottom) continue;
      const surface = { scale: this.scale.get(), height };
      return { track, hit: track.picture.hit?.(clientX - left, clientY - top, surface) ?? null };
    }
    return null;
  }
}

/** @param whole the full span */
export function useView(whole: Interval | null, width: number): TimelineView {
  const session = useSession();
  const [view] = useState(
    () =>
      new TimelineView(whole ? scaleOf(session, whole, width) : new TimeScale(0n, 1n, 0), session.zoom.get()),
  );
  // Before anything is drawn.
  useLayoutEffect(() => {
    if (!whole) return;
    const place = () => view.move(scaleOf(session, whole, width));
    place();
    return session.zoom.subscribe(place);
  }, [session, view, whole, width]);
  useEffect(() => followResting(session.zoom, zoom => view.asked.set(zoom)), [session, view]);
  useEffect(() => watchMoment(session, view), [session, view]);
  return view;
}

function scaleOf(session: Session, whole: Interval, width: number): TimeScale {
  const { from, to } = session.zoom.get() ?? whole;
  return new TimeScale(from, to, width);
}

function watchMoment(session: Session, { cursor, scale, moment }: TimelineView): () => void {
  const look = () => {
    const x = cursor.get();
    moment.set(x === null ? session.moment.get() : scale.get().time(x));
  };
  const later = whenResting(look);
  const unsubscribes = [cursor.subscribe(look), session.moment.subscribe(look), scale.subscribe(later.call)];
  look();
  return () => {
    later.end();
    for (const end of unsubscribes) end();
  };
}

export const useScale = (view: TimelineView): TimeScale => useStore(view.scale);
