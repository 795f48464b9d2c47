import type { MenuEntry } from '../../lib/menu-entry.ts';
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
import { busiest, type SeriesNode, type SeriesRow, seriesUnder, siblingsOf } from './series-tree.ts';

/** More small multiples than this cannot be compared at a glance. */
const maxTracks = 32;
/** With more instances than this (for example processes), only the busiest are offered. */
const maxCompared = 16;

/** Adds the series in a track of its own, or removes it from its track. */
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
    const series = seriesUnder(node, session.metrics.search.get());
    if (series.length === 0 || series.length > maxTracks) return [];
    return [
      { label: `Show all ${series.length} in one track`, run: () => choose(withSeries(tracks, series)) },
      {
        label: `Show all ${series.length}, each in its own track`,
        run: () =>
          choose(
            withEach(
              tracks,
              series.map(each => [each]),
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
      label: `Remove from ${shown.params.title}`,
      keys: 'Enter',
      run: () => choose(withoutSeries(tracks, series)),
    });
  else
    entries.push({
      label: 'Show in its own track',
      keys: 'Enter',
      run: () => choose(withSeries(tracks, [series])),
    });
  for (const track of drawn)
    if (track !== shown)
      entries.push({
        label: `Overlay on ${track.params.title}`,
        run: () => choose(overlaid(tracks, track.id, series)),
      });
  const { process, pid } = series;
  if (process)
    entries.push({ label: `Narrow to process ${process}`, run: () => narrowToProcess(session, process) });
  if (typeof pid === 'number')
    entries.push(
      { label: `Narrow to pid ${pid}`, run: () => narrowToProcess(session, String(pid)) },
      { label: `Show pid ${pid} in each capture`, run: () => showWho(session, pid) },
    );
  const formats = new Map(session.workspace.get()?.captures.map(({ id, format }) => [id, format]));
  const every = siblingsOf(all, series, id => formats.get(id) ?? '');
  const siblings = busiest(every, maxCompared);
  const which =
    siblings.length < every.length ? `the ${siblings.length} busiest instances` : 'every instance';
  if (siblings.length > 1)
    entries.push(
      null,
      {
        label: `Show ${series.counter} of ${which} in one track`,
        run: () => choose(withSeries(tracks, siblings.flat())),
      },
      {
        label: `Show ${series.counter} of ${which}, each in its own track`,
        run: () => choose(withEach(tracks, siblings)),
      },
    );
  return entries;
}
