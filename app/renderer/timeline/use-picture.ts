import { useMemo, useRef } from 'react';
import type { Note, Scope } from '../../contract.ts';
import type { Interval } from '../lib/interval.ts';
import { valueKey } from '../lib/value-key.ts';
import { withInterval } from '../state/scope.ts';
import { type Session, useSession } from '../state/session.ts';
import { Store, useStore } from '../state/store.ts';
import type { Track } from '../state/tracks.ts';
import { nothingDrawn, type TrackKind, type TrackPicture, type TrackQuestion } from './kinds/kind.ts';
import { useTrackTable } from './use-track-table.ts';

const noNotes: readonly Note[] = [];

export interface Pictured {
  readonly picture: TrackPicture;
  /** The picture of all time, shown outside of `picture` while the timeline moves. */
  readonly whole: TrackPicture | null;
  readonly notes: readonly Note[];
  readonly question: TrackQuestion | null;
  /** True until the first answer has arrived. */
  readonly isAwaited: boolean;
  readonly error: string | null;
}

/** @param zoom time range of the request; null: all. `only`: further filters */
export function usePicture(
  track: Track,
  kind: TrackKind,
  params: object,
  zoom: Interval | null,
  width: number,
  only?: Pick<Scope, 'captures'>,
): Pictured {
  const session = useSession();
  const present = useStore(session.history.places, places => places.present.scope);
  const scope = useMemo(() => (only ? { ...present, ...only } : present), [present, only]);
  const rows = useStore(session.workspace, workspace => workspace?.rows ?? noRows);
  const captures = useStore(session.workspace, workspace => workspace?.captures ?? noCaptures);
  const colours = useStore(session.colours);
  // The timeline sets the time of the scope, so its questions ignore that time.
  const question =
    width > 0 ? kind.question(params, { scope: withInterval(scope, zoom), width, rows }) : null;
  const { table, head, error } = useTrackTable(question, kind.maxRows);
  const hidden = useMemo(() => new Set(track.hidden ?? []), [track.hidden]);
  const about = valueKey({ params, scope: withInterval(scope, null), hidden: track.hidden ?? [] });
  // biome-ignore lint/correctness/useExhaustiveDependencies: head and scope are those of the table
  const picture = useMemo(
    () =>
      table && head
        ? kind.picture(
            { table, head, scope, captures, colours, hidden, captureName: session.captureName },
            params,
          )
        : nothingDrawn,
    [kind, params, table, hidden, colours, captures, session],
  );
  const local = useLocal(session, kind);
  const lastPicture = useRef<{ readonly about: string; readonly picture: TrackPicture } | null>(null);
  if (zoom === null && table) lastPicture.current = { about, picture };
  const whole = lastPicture.current?.about === about ? lastPicture.current.picture : null;
  const isBetween =
    kind.isContinuous && zoom && picture.isEmpty && whole?.extent && within(zoom, whole.extent);
  const shown = isBetween ? whole : picture;
  return {
    picture: local ?? shown,
    whole: whole !== shown ? whole : null,
    notes: head?.notes ?? noNotes,
    question,
    isAwaited: question !== null && table === null && error === null,
    error,
  };
}

const within = (inner: Interval, outer: Interval): boolean =>
  inner.from >= outer.from && inner.to <= outer.to;

const nothing = new Store<unknown>(null);

function useLocal(session: Session, { local }: TrackKind): TrackPicture | null {
  const value = useStore(local ? local.store(session) : nothing);
  return useMemo(() => local?.picture(value) ?? null, [local, value]);
}

const noRows: Readonly<Record<string, number>> = {};
const noCaptures: readonly never[] = [];
