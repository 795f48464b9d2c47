import { noLevel } from '../../../../analyzers/kit/levels.ts';
import { formatInteger } from '../../../wording/numbers.ts';
import { levelColour } from '../../lib/levels.ts';
import { stackedPicture } from '../pictures/stacked.ts';
import { trackData } from '../track-data.ts';
import { alignedBuckets, type TrackKind } from './kind.ts';

/** px */
const bucketWidth = 4;

/**
 * Number of log records over time by level, the worst on top, so that a burst of errors shows beside any
 * amount of chatter; records without one come last.
 */
export const levels: TrackKind = {
  id: 'levels',
  needs: ['event'],
  height: 30,
  isOptional: true,
  maxRows: 20_000,
  read: () => ({}),
  titleOf: () => 'Log by level',
  proposed: ({ rows }) => (rows.event ? [{ id: 'log-by-level', params: {} }] : []),
  offered: [{}],
  paramsOf: { level: () => ({}) },
  question: (_, { scope, width }) => ({
    question: 'levels',
    params: { unlevelled: 'log', ...alignedBuckets(width, bucketWidth) },
    scope,
  }),
  picture({ table, hidden }) {
    const data = trackData(table, { key: 'level', value: 'count' });
    return stackedPicture({
      data,
      draw: 'strips',
      keys: data.series.map(({ key }) => ({
        ...(key === noLevel ? { id: key, name: 'no level' } : { name: key }),
        colour: levelColour(key),
        row: { refers: 'level', value: key },
      })),
      hidden,
      top: 1,
      about: 'events',
      hasLegend: true,
      areCounts: true,
      format: formatInteger,
    });
  },
};
