import { formatInteger } from '../../../wording/numbers.ts';
import { roundUp } from '../../../wording/ticks.ts';
import { stackedPicture } from '../pictures/stacked.ts';
import { coarsened, cpusOf, summed, trackData } from '../track-data.ts';
import { alignedBuckets, type TrackKind } from './kind.ts';
import { cpuAxis, formatOf, overCount } from './samples.ts';

/** px */
const bucketWidth = 8;

export const overviewKind = 'overview';

/** An overview: busy CPUs, else events. It stays visible if the other tracks are folded. */
export const overview: TrackKind = {
  id: overviewKind,
  needs: ['sample', 'event'],
  height: 20,
  isOptional: true,
  maxRows: 20_000,
  read: () => ({}),
  titleOf: () => 'Overview',
  proposed: ({ rows }) => (rows.sample || rows.event ? [{ id: overviewKind, params: {} }] : []),
  offered: [{}],
  question(_, { scope, width, rows }) {
    const buckets = alignedBuckets(width, bucketWidth);
    return rows.sample
      ? { question: 'timeline', params: { by: 'process', top: 1, ...buckets }, scope }
      : { question: 'levels', params: { unlevelled: 'all', ...buckets }, scope };
  },
  picture({ table, head, scope, captures }) {
    const unit = head.columns.find(({ name }) => name === 'value')?.unit;
    const all = summed(trackData(table, unit ? undefined : { key: 'level', value: 'count' }), 'Overview');
    const cpus = unit === 'CPUs' ? cpusOf(captures, scope) : 0;
    const data = cpus > 0 ? coarsened(all, cpus * overCount) : all;
    return stackedPicture({
      data: data.times.length > 0 ? data : { ...data, series: [] },
      draw: 'bars',
      keys: [{ name: 'Overview', colour: 'var(--strip)' }],
      hidden: new Set(),
      top: cpus > 0 ? cpuAxis(data.peak, cpus).top : roundUp(data.peak),
      about: unit ?? 'events',
      hasLegend: false,
      areCounts: unit === undefined,
      format: unit ? formatOf(unit) : formatInteger,
    });
  },
};
