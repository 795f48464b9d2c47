import type { Scope, WorkspaceInfo } from '../../contract.ts';
import { metricKind } from '../state/metrics.ts';
import { withInterval } from '../state/scope.ts';
import type { Session } from '../state/session.ts';
import type { Table } from '../state/table.ts';
import { shownOf, type Track } from '../state/tracks.ts';
import { flagsOf } from './kinds/findings.ts';
import type { BusyThread, Evidence, TrackQuestion } from './kinds/kind.ts';
import { kindRank, proposedTracks } from './kinds/kinds.ts';
import { threadStates, topThreads } from './kinds/thread-states.ts';
import { seriesRows } from './series-rows.ts';

/** Maximum number of series read to choose the proposed tracks. */
export const maxSeries = 50_000;

/** Asks for the busiest threads over all time, so that tracks stay in place while the time is narrowed. */
export const threadsQuestion = (scope: Scope): TrackQuestion => ({
  question: 'state-intervals',
  params: { threads: topThreads, top: 1, buckets: 50, aligned: true },
  scope: withInterval(scope, null),
});

/** Maximum number of rows of its answer: four states in each bucket. */
export const maxThreadRows = 4 * 50 * topThreads;

/** @param series an answer of the question `series`; `states`: of {@link threadsQuestion}; null: none */
export function evidenceOf(
  workspace: WorkspaceInfo | null,
  series: Table | null,
  states: Table | null,
  marks: number,
  findings: number,
): Evidence {
  const formats = new Map(workspace?.captures.map(({ id, format }) => [id, format]));
  return {
    rows: workspace?.rows ?? {},
    marks,
    findings,
    series: series ? seriesRows(series) : [],
    threads: states ? threadsOf(states) : [],
    formatOf: id => formats.get(id) ?? '',
  };
}

/** Each thread once, in the order of the answer; threads without an id have no track. */
function threadsOf(table: Table): readonly BusyThread[] {
  const [tid, process] = [table.numbers('tid'), table.texts('process')];
  const threads = new Map<number, BusyThread>();
  for (let row = 0; row < table.rows; row++)
    if (!Number.isNaN(tid[row]) && !threads.has(tid[row]!))
      threads.set(tid[row]!, { tid: tid[row]!, process: process.values[process.index[row]!] ?? null });
  return [...threads.values()];
}

/** The shown tracks, for actions outside of the timeline. */
export async function shownTracks(session: Session): Promise<readonly Track[]> {
  const workspace = session.workspace.get();
  const chosen = session.tracks.chosen.get();
  const mustAsk = workspace?.rows.metric && !chosen?.kinds.includes(metricKind);
  const { table } = mustAsk ? await session.table('series', {}, {}, maxSeries) : { table: null };
  const { question, params, scope } = threadsQuestion(session.history.present.scope);
  const isOfThreads = workspace?.rows.state && !chosen?.kinds.includes(threadStates.id);
  const states = isOfThreads ? (await session.table(question, params, scope, maxThreadRows)).table : null;
  return shownOf(
    chosen,
    proposedTracks(
      evidenceOf(
        workspace,
        table,
        states,
        session.marks.all.get().length,
        flagsOf(session.findings.get()).length,
      ),
    ),
    kindRank,
  );
}
