import type { WorkspaceInfo } from '../../contract.ts';
import { metricKind } from '../state/metrics.ts';
import type { Session } from '../state/session.ts';
import type { Table } from '../state/table.ts';
import { shownOf, type Track } from '../state/tracks.ts';
import type { Evidence } from './kinds/kind.ts';
import { kindRank, proposedTracks } from './kinds/kinds.ts';
import { seriesRows } from './series-rows.ts';

/** More series than this are not looked through for tracks to begin with. */
export const mostSeries = 50_000;

/** @param table an answer of the question `series`; null: none */
export function evidenceOf(workspace: WorkspaceInfo | null, table: Table | null, marks: number): Evidence {
  const formats = new Map(workspace?.captures.map(({ id, format }) => [id, format]));
  return {
    rows: workspace?.rows ?? {},
    marks,
    series: table ? seriesRows(table) : [],
    formatOf: id => formats.get(id) ?? '',
  };
}

/** The tracks of the timeline, for what is done to them from elsewhere. */
export async function shownTracks(session: Session): Promise<readonly Track[]> {
  const workspace = session.workspace.get();
  const chosen = session.tracks.chosen.get();
  const mustAsk = workspace?.rows.metric && !chosen?.kinds.includes(metricKind);
  const { table } = mustAsk ? await session.table('series', {}, {}, mostSeries) : { table: null };
  return shownOf(
    chosen,
    proposedTracks(evidenceOf(workspace, table, session.marks.all.get().length)),
    kindRank,
  );
}
