import { formatInteger } from '../../../wording/numbers.ts';
import { roundUp } from '../../../wording/ticks.ts';
import { levelColour } from '../../lib/levels.ts';
import { stackedPicture } from '../pictures/stacked.ts';
import { trackData } from '../track-data.ts';
import { alignedBuckets, type TrackKind } from './kind.ts';

interface HitsParams {
  /** Query of the question `search`. */
  readonly query: string;
  /** Name of the saved search. */
  readonly name?: string;
}

/** px */
const bucketWidth = 4;

/** Number of search hits over time, by level. */
export const hits: TrackKind<HitsParams> = {
  id: 'hits',
  needs: ['event'],
  height: 34,
  maxRows: 20_000,
  read: ({ query, name }) =>
    typeof query === 'string' ? { query, ...(typeof name === 'string' && { name }) } : null,
  titleOf: ({ query, name }) => name ?? `“${query}”`,
  about: ({ query, name = query }) => ({
    refers: 'signal',
    value: `search/${query}`,
    cell: column => (column === 'name' ? name : undefined),
  }),
  draws: (params, wanted) => params.query === wanted.query,
  question: ({ query }, { scope, width }) => ({
    question: 'search-histogram',
    params: { ...alignedBuckets(width, bucketWidth), query },
    scope,
  }),
  picture({ table, hidden }) {
    const data = trackData(table, { key: 'level', value: 'count' });
    return stackedPicture({
      data,
      draw: 'bars',
      keys: data.series.map(({ key }) => ({
        name: key,
        colour: levelColour(key),
        row: { refers: 'level', value: key },
      })),
      hidden,
      top: roundUp(data.peak),
      about: 'events',
      hasLegend: data.series.length > 1,
      areCounts: true,
      format: formatInteger,
    });
  },
};
