import { useEffect, useMemo, useState } from 'react';
import type { CaptureInfo } from '../../contract.ts';
import { TimeScale } from '../lib/time-scale.ts';
import { useSettling } from '../state/settling.ts';
import type { Store } from '../state/store.ts';
import type { Track } from '../state/tracks.ts';
import { useTable } from '../state/use-answer.ts';
import type { TrackKind } from './kinds/kind.ts';
import { kindOf, proposedTracks } from './kinds/kinds.ts';
import { overviewKind } from './kinds/overview.ts';
import { threadStates } from './kinds/thread-states.ts';
import { seriesRows } from './series-rows.ts';
import { maxSeries } from './shown-tracks.ts';
import { TrackCanvas } from './track-canvas.tsx';
import { usePicture } from './use-picture.ts';
import { TimelineView } from './view.ts';

interface ShiftedRowsProps {
  readonly capture: CaptureInfo;
  readonly view: TimelineView;
  readonly shift: Store<bigint>;
  /** px. */
  readonly height: number;
}

/** A track of the capture, drawn at the shifted times. */
export function ShiftedRows({ capture, view, shift, height }: ShiftedRowsProps) {
  const track = useMainTrack(capture);
  const moved = useShifted(view, shift);
  const kind = track && kindOf(track.kind);
  return track && kind ? (
    <Drawn track={track} kind={kind} capture={capture} view={moved} height={height} />
  ) : null;
}

interface DrawnProps {
  readonly track: Track;
  readonly kind: TrackKind;
  readonly capture: CaptureInfo;
  readonly view: TimelineView;
  readonly height: number;
}

function Drawn({ track, kind, capture, view, height }: DrawnProps) {
  const { from, to, width } = useSettling(view.scale);
  const params = useMemo(
    () => kind.read(track.params as Readonly<Record<string, unknown>>) ?? {},
    [kind, track],
  );
  const time = useMemo(() => ({ from, to }), [from, to]);
  const only = useMemo(() => ({ captures: [capture.id] }), [capture.id]);
  const { picture, whole } = usePicture(track, kind, params, time, width, only);
  return <TrackCanvas picture={picture} whole={whole} view={view} height={height} unrecorded={noRows} />;
}

const noRows: readonly never[] = [];

/** The first proposed track of one capture, other than the overview; null until it is known. */
function useMainTrack(capture: CaptureInfo): Track | null {
  const hasSeries = Boolean(capture.rows.metric);
  const { table } = useTable(
    hasSeries ? { question: 'series', scope: { captures: [capture.id] } } : null,
    maxSeries,
  );
  return useMemo(() => {
    if (hasSeries && !table) return null;
    const proposed = proposedTracks({
      rows: capture.rows,
      series: table ? seriesRows(table) : [],
      threads: [],
      marks: 0,
      findings: 0,
      formatOf: () => capture.format,
    });
    const detailed = proposed.filter(({ kind }) => kind !== overviewKind);
    const states = { id: threadStates.id, kind: threadStates.id, params: {} };
    return detailed[0] ?? proposed[0] ?? (capture.rows.state ? states : null);
  }, [capture, hasSeries, table]);
}

/** The timeline shifted the other way, because the times of the capture are not shifted yet. */
function useShifted(view: TimelineView, by: Store<bigint>): TimelineView {
  const [moved] = useState(() => new TimelineView(before(view.scale.get(), by.get())));
  useEffect(() => {
    const move = () => moved.move(before(view.scale.get(), by.get()));
    move();
    const unsubscribes = [view.scale.subscribe(move), by.subscribe(move)];
    return () => {
      for (const end of unsubscribes) end();
    };
  }, [moved, view, by]);
  return moved;
}

const before = ({ from, to, width }: TimeScale, by: bigint): TimeScale =>
  new TimeScale(from - by, to - by, width);
