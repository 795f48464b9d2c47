import type { MetricTrack } from '../state/metrics.ts';
import type { Session } from '../state/session.ts';
import type { Table } from '../state/table.ts';
import { defaultTracks } from './default-tracks.ts';
import { seriesRows } from './series-rows.ts';

/** More series than this are not looked through for tracks to begin with. */
export const mostSeries = 50_000;

/** Those that tell most of an answer of the question `series`; none of none. */
export function proposedTracks(session: Session, table: Table | null): readonly MetricTrack[] {
  const workspace = session.workspace.get();
  const formats = new Map(workspace?.captures.map(({ id, format }) => [id, format]));
  return defaultTracks(
    table ? seriesRows(table) : [],
    Boolean(workspace?.rows.sample),
    id => formats.get(id) ?? '',
  );
}

/** The tracks of metrics: those a person chose, else those that are proposed. */
export async function shownTracks(session: Session): Promise<readonly MetricTrack[]> {
  const chosen = session.metrics.chosen.get();
  if (chosen) return chosen;
  const { table } = await session.table('series', {}, {}, mostSeries);
  return proposedTracks(session, table);
}
