import { useMemo } from 'react';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { shownOf, type Track } from '../state/tracks.ts';
import { useTable } from '../state/use-answer.ts';
import { flagsOf } from './kinds/findings.ts';
import { kindRank, proposedTracks } from './kinds/kinds.ts';
import { evidenceOf, maxSeries, maxThreadRows, threadsQuestion } from './shown-tracks.ts';

/** The tracks of the timeline: the chosen ones, or the proposed ones. */
export function useTracks(): readonly Track[] {
  const session = useSession();
  const chosen = useStore(session.tracks.chosen);
  const workspace = useStore(session.workspace);
  const { table } = useTable(workspace?.rows.metric ? { question: 'series', scope: {} } : null, maxSeries);
  const scope = useStore(session.history.places, places => places.present.scope);
  const states = useTable(workspace?.rows.state ? threadsQuestion(scope) : null, maxThreadRows).table;
  const marks = useStore(session.marks.all, all => all.length);
  const findings = useStore(session.findings, found => flagsOf(found).length);
  const proposed = useMemo(
    () => proposedTracks(evidenceOf(workspace, table, states, marks, findings)),
    [workspace, table, states, marks, findings],
  );
  return useMemo(() => shownOf(chosen, proposed, kindRank), [chosen, proposed]);
}
