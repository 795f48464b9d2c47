import { narrowToProcess, showWho } from '../../meaning/actions.ts';
import {
  isSameSeries,
  metricTracks,
  overlaid,
  withEach,
  withoutSeries,
  withSeries,
} from '../../state/metrics.ts';
import type { Session } from '../../state/session.ts';
import type { Track } from '../../state/tracks.ts';
import type { MenuEntry } from '../../widgets/row-menu.tsx';
import { busiest, type SeriesNode, type SeriesRow, seriesUnder, siblingsOf } from './series-tree.ts';

/** Small multiples beyond this are no longer compared at a glance. */
const mostTracks = 32;
/** Of many instances, as of processes, those that did most. */
const mostCompared = 16;

/** Into a track of its own, or out of the one it is in. */
export function toggleSeries(session: Session, tracks: readonly Track[], series: SeriesRow): void {
  const isShown = metricTracks(tracks).some(({ params }) =>
    params.series.some(each => isSameSeries(each, series)),
  );
  session.tracks.choose(tracks, isShown ? withoutSeries(tracks, series) : withSeries(tracks, [series]));
}

/** Menu entries of a row of the tree. */
export function seriesEntries(
  session: Session,
  tracks: readonly Track[],
  all: readonly SeriesRow[],
  node: SeriesNode,
): MenuEntry[] {
  const choose = (next: readonly Track[]) => session.tracks.choose(tracks, next);
  const { series } = node;
  if (!series) {
    const under = seriesUnder(node, session.metrics.search.get());
    if (under.length === 0 || under.length > mostTracks) return [];
    return [
      { label: `All ${under.length} in one track`, run: () => choose(withSeries(tracks, under)) },
      {
        label: `${under.length} tracks, one for each`,
        run: () =>
          choose(
            withEach(
              tracks,
              under.map(each => [each]),
            ),
          ),
      },
    ];
  }
  const entries: MenuEntry[] = [];
  const drawn = metricTracks(tracks);
  const shown = drawn.find(({ params }) => params.series.some(each => isSameSeries(each, series)));
  if (shown)
    entries.push({
      label: `Take out of ${shown.params.title}`,
      keys: 'Enter',
      run: () => choose(withoutSeries(tracks, series)),
    });
  else
    entries.push({
      label: 'In a track of its own',
      keys: 'Enter',
      run: () => choose(withSeries(tracks, [series])),
    });
  for (const track of drawn)
    if (track !== shown)
      entries.push({
        label: `Over ${track.params.title}`,
        run: () => choose(overlaid(tracks, track.id, series)),
      });
  const { process, pid } = series;
  if (process)
    entries.push({ label: `Narrow to process ${process}`, run: () => narrowToProcess(session, process) });
  if (typeof pid === 'number')
    entries.push(
      { label: `Narrow to pid ${pid}`, run: () => narrowToProcess(session, String(pid)) },
      { label: `Who is ${pid}?`, run: () => showWho(session, pid) },
    );
  const formats = new Map(session.workspace.get()?.captures.map(({ id, format }) => [id, format]));
  const every = siblingsOf(all, series, id => formats.get(id) ?? '');
  const siblings = busiest(every, mostCompared);
  const which =
    siblings.length < every.length ? `the ${siblings.length} busiest instances` : 'every instance';
  if (siblings.length > 1)
    entries.push(
      null,
      {
        label: `${series.counter} of ${which}, in one track`,
        run: () => choose(withSeries(tracks, siblings.flat())),
      },
      {
        label: `${series.counter} of ${which}, a track for each`,
        run: () => choose(withEach(tracks, siblings)),
      },
    );
  return entries;
}
