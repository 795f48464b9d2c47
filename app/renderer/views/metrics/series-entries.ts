import { isSameSeries, type MetricLane } from '../../state/metrics.ts';
import type { Session } from '../../state/session.ts';
import type { MenuEntry } from '../../widgets/row-menu.tsx';
import { busiest, type SeriesNode, type SeriesRow, seriesUnder, siblingsOf } from './series-tree.ts';

/** Small multiples beyond this are no longer compared at a glance. */
const mostLanes = 32;
/** Of many instances, as of processes, those that did most. */
const mostCompared = 16;

/** Into a lane of its own, or out of the one it is in. */
export function toggleSeries(session: Session, lanes: readonly MetricLane[], series: SeriesRow): void {
  const isShown = lanes.some(lane => lane.series.some(each => isSameSeries(each, series)));
  if (isShown) session.metrics.take(lanes, series);
  else session.metrics.add(lanes, [series]);
}

/** What can be done with a row of the tree. */
export function seriesEntries(
  session: Session,
  lanes: readonly MetricLane[],
  all: readonly SeriesRow[],
  node: SeriesNode,
): MenuEntry[] {
  const { metrics } = session;
  const { series } = node;
  if (!series) {
    const under = seriesUnder(node, metrics.search.get());
    if (under.length === 0 || under.length > mostLanes) return [];
    return [
      { label: `All ${under.length} in one lane`, run: () => metrics.add(lanes, under) },
      {
        label: `${under.length} lanes, one for each`,
        run: () =>
          metrics.addEach(
            lanes,
            under.map(each => [each]),
          ),
      },
    ];
  }
  const entries: MenuEntry[] = [];
  const shown = lanes.find(lane => lane.series.some(each => isSameSeries(each, series)));
  if (shown)
    entries.push({
      label: `Take out of ${shown.title}`,
      keys: 'Enter',
      run: () => metrics.take(lanes, series),
    });
  else
    entries.push({ label: 'In a lane of its own', keys: 'Enter', run: () => metrics.add(lanes, [series]) });
  for (const lane of lanes)
    if (lane !== shown)
      entries.push({ label: `Over ${lane.title}`, run: () => metrics.overlay(lanes, lane.id, series) });
  const formats = new Map(session.workspace.get()?.captures.map(({ id, format }) => [id, format]));
  const every = siblingsOf(all, series, id => formats.get(id) ?? '');
  const siblings = busiest(every, mostCompared);
  const which =
    siblings.length < every.length ? `the ${siblings.length} busiest instances` : 'every instance';
  if (siblings.length > 1)
    entries.push(
      null,
      {
        label: `${series.counter} of ${which}, in one lane`,
        run: () => metrics.add(lanes, siblings.flat()),
      },
      {
        label: `${series.counter} of ${which}, a lane for each`,
        run: () => metrics.addEach(lanes, siblings),
      },
    );
  return entries;
}
