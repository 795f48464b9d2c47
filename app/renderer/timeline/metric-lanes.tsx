import { useMemo } from 'react';
import type { WireScope } from '../../contract.ts';
import type { TimeScale } from '../lib/time-scale.ts';
import type { MetricLane } from '../state/metrics.ts';
import type { Interval } from '../state/scope.ts';
import { useSession } from '../state/session.ts';
import { type Store, useStore } from '../state/store.ts';
import { useRows } from '../state/use-answer.ts';
import { defaultLanes } from './default-lanes.ts';
import { MetricLaneRow } from './metric-lane-row.tsx';
import { measured } from './series-rows.ts';

/** More series than this are not looked through for lanes to begin with. */
const mostSeries = 50_000;

/** The lanes of metrics: those a person chose, else those that tell most. */
export function useMetricLanes(): readonly MetricLane[] {
  const session = useSession();
  const tables = useStore(session.workspace, workspace => workspace?.rows ?? null);
  const chosen = useStore(session.metrics.chosen);
  const mustAsk = chosen === null && Boolean(tables?.metric);
  const { rows } = useRows(mustAsk ? { question: 'series', scope: {} } : null, mostSeries);
  const hasProfile = Boolean(tables?.sample);
  const captures = useStore(session.workspace, workspace => workspace?.captures);
  const proposed = useMemo(() => {
    const formats = new Map(captures?.map(({ id, format }) => [id, format]));
    return defaultLanes((rows ?? []).map(measured), hasProfile, id => formats.get(id) ?? '');
  }, [rows, hasProfile, captures]);
  return chosen ?? proposed;
}

interface MetricLanesProps {
  readonly scale: TimeScale;
  readonly scope: WireScope;
  readonly zoom: Interval | null;
  readonly cursor: Store<number | null>;
}

export function MetricLanes(props: MetricLanesProps) {
  const session = useSession();
  const lanes = useMetricLanes();
  return lanes.map(lane => (
    <MetricLaneRow
      key={lane.id}
      {...props}
      lane={lane}
      onRemove={() => session.metrics.remove(lanes, lane.id)}
    />
  ));
}
