import { useEffect, useMemo } from 'react';
import type { QuestionInfo } from '../../../contract.ts';
import type { MetricsPart } from '../../state/metrics.ts';
import { useSession } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { useRows, useTable } from '../../state/use-answer.ts';
import { seriesRows } from '../../timeline/series-rows.ts';
import { useTracks } from '../../timeline/use-tracks.ts';
import type { ColumnChoice } from '../../widgets/columns.ts';
import { Parts } from '../../widgets/parts.tsx';
import { frontOf } from '../../widgets/table-entries.ts';
import { Waiting } from '../../widgets/waiting.tsx';
import { Question } from '../question.tsx';
import { Picker } from './picker.tsx';
import { TrackList } from './track-list.tsx';
import { Verdict } from './verdict.tsx';

const parts: readonly { readonly id: MetricsPart; readonly title: string }[] = [
  { id: 'series', title: 'Series' },
  { id: 'saturation', title: 'Saturation' },
  { id: 'balance', title: 'Balance' },
];

/** The verdict first, then its basis: as many columns as fit beside the inspector. */
const saturation: ColumnChoice = {
  order: [
    'verdict',
    'resource',
    'instance',
    'utilisation',
    'saturation',
    'measure',
    'errors',
    'worst_minute',
    'host',
  ],
  hidden: ['worst_utilisation', 'worst_saturation', 'not_measured', 'evidence'],
  widths: { verdict: 84, resource: 64, instance: 56, measure: 96, host: 48 },
  cells: { verdict: row => <Verdict verdict={String(row('verdict'))} /> },
};

/** Metrics: choose series for tracks of the timeline, see saturation, and compare instances. */
export function Metrics() {
  const session = useSession();
  const part = useStore(session.metrics.part);
  const question = useStore(session.questions, questions => questions.find(({ id }) => id === part));
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
      {part === 'series' ? (
        <SeriesPart />
      ) : question && part === 'saturation' ? (
        <Saturation question={question} />
      ) : question ? (
        <Question key={part} question={question} />
      ) : null}
    </div>
  );
}

/** Omits the host if there is only one machine. */
function Saturation({ question }: { question: QuestionInfo }) {
  const session = useSession();
  const scope = useStore(session.history.places, places => places.present.scope);
  const { rows } = useRows({ question: 'saturation', scope }, maxResources);
  const isOne = new Set(rows?.map(({ host }) => host)).size < 2;
  return <Question question={question} columns={isOne ? { ...saturation, without: ['host'] } : saturation} />;
}

/** Maximum number of rows read to find the machines. */
const maxResources = 500;

/** More series than this are not listed; an esxtop of a large host has 30,000. */
const maxSeries = 200_000;

function SeriesPart() {
  const session = useSession();
  const scope = useStore(session.history.places, places => places.present.scope);
  const tracks = useTracks();
  const { table, answer, isAsking, error } = useTable({ question: 'series', scope }, maxSeries);
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
