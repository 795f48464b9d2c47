import { useEffect, useMemo } from 'react';
import type { MetricsPart } from '../../state/metrics.ts';
import { useSession } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { useTable } from '../../state/use-answer.ts';
import { useMetricTracks } from '../../timeline/metric-tracks.tsx';
import { seriesRows } from '../../timeline/series-rows.ts';
import { Parts } from '../../widgets/parts.tsx';
import { frontOf } from '../../widgets/table-entries.ts';
import { Waiting } from '../../widgets/waiting.tsx';
import { Question } from '../question.tsx';
import { Picker } from './picker.tsx';
import { TrackList } from './track-list.tsx';

const parts: readonly { readonly id: MetricsPart; readonly title: string }[] = [
  { id: 'series', title: 'Series' },
  { id: 'saturation', title: 'Saturation' },
  { id: 'balance', title: 'Balance' },
];

/** What was measured: pick series into tracks of the timeline, see what is saturated, see who is hot and who is idle. */
export function Metrics() {
  const session = useSession();
  const part = useStore(session.metrics.part);
  const asked = useStore(session.questions, questions => questions.find(({ id }) => id === part));
  return (
    <div className="parts-view">
      <div className="parts-bar">
        <Parts
          label="Metrics as"
          parts={parts}
          current={part}
          onChange={to => session.metrics.part.set(to)}
        />
      </div>
      {part === 'series' ? <SeriesPart /> : asked ? <Question key={part} question={asked} /> : null}
    </div>
  );
}

/** More series than this are not listed; an esxtop of a large host has 30,000. */
const mostSeries = 200_000;

function SeriesPart() {
  const session = useSession();
  const scope = useStore(session.history.places, places => places.present.scope);
  const tracks = useMetricTracks();
  const { table, answer, isAsking, error } = useTable({ question: 'series', scope }, mostSeries);
  const series = useMemo(() => (table ? seriesRows(table) : []), [table]);
  useEffect(() => {
    if (!answer) return;
    session.front.set(frontOf(session, answer, 'Series'));
    session.notes.set(answer.head.notes);
    return () => {
      session.front.set(null);
      session.notes.set([]);
    };
  }, [session, answer]);
  if (error) return <p className="failure">{error}</p>;
  if (!table) return <Waiting what="Reading" />;
  return (
    <div className="metrics">
      <Picker rows={series} tracks={tracks} isBusy={isAsking} />
      <TrackList tracks={tracks} />
    </div>
  );
}
