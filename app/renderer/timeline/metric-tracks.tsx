import { useCallback, useMemo, useState } from 'react';
import type { Scope } from '../../contract.ts';
import { count } from '../lib/numbers.ts';
import type { TimeScale } from '../lib/time-scale.ts';
import type { MetricTrack } from '../state/metrics.ts';
import type { Interval } from '../state/scope.ts';
import { useSession } from '../state/session.ts';
import { type Store, useStore } from '../state/store.ts';
import { useTable } from '../state/use-answer.ts';
import { MetricTrackRow } from './metric-track-row.tsx';
import { mostSeries, proposedTracks } from './shown-tracks.ts';

/** The tracks of metrics: those a person chose, else those that tell most. */
export function useMetricTracks(): readonly MetricTrack[] {
  const session = useSession();
  const tables = useStore(session.workspace, workspace => workspace?.rows ?? null);
  const chosen = useStore(session.metrics.chosen);
  const mustAsk = chosen === null && Boolean(tables?.metric);
  const { table } = useTable(mustAsk ? { question: 'series', scope: {} } : null, mostSeries);
  const captures = useStore(session.workspace, workspace => workspace?.captures);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other captures have other formats
  const proposed = useMemo(() => proposedTracks(session, table), [session, table, captures]);
  return chosen ?? proposed;
}

interface MetricTracksProps {
  readonly scale: TimeScale;
  readonly scope: Scope;
  readonly zoom: Interval | null;
  readonly cursor: Store<number | null>;
}

/** Tracks with values in scope; the others are one line, which opens. */
export function MetricTracks(props: MetricTracksProps) {
  const session = useSession();
  const tracks = useMetricTracks();
  const [empty, setEmpty] = useState<ReadonlySet<string>>(new Set());
  const [areShown, setShown] = useState(false);
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
  const without = tracks.filter(({ id }) => empty.has(id)).length;
  const row = (track: MetricTrack) => (
    <MetricTrackRow
      key={track.id}
      {...props}
      track={track}
      isFolded={!areShown && empty.has(track.id)}
      onEmpty={onEmpty}
      onRemove={() => session.metrics.remove(tracks, track.id)}
    />
  );
  return (
    <>
      {tracks.map(row)}
      {without > 0 && (
        <button
          type="button"
          className="empty-tracks"
          aria-expanded={areShown}
          onClick={() => setShown(is => !is)}
        >
          <span aria-hidden="true">{areShown ? '▾' : '▸'}</span> {count(without, 'track')} without values in
          scope
        </button>
      )}
    </>
  );
}
