import { formatInteger } from '../../../wording/numbers.ts';
import { roundUp } from '../../../wording/ticks.ts';
import { lineColours } from '../../state/colours.ts';
import { stackedPicture } from '../pictures/stacked.ts';
import { trackData } from '../track-data.ts';
import { alignedBuckets, type TrackKind } from './kind.ts';

interface TemplatesParams {
  /** A template as in the question `templates`; default: the most frequent ones. */
  readonly template?: string;
  /** A kind as in the question `event-kinds`. */
  readonly kind?: string;
}

/** px */
const bucketWidth = 4;
/** Number of templates with a key of their own. */
const top = 6;

/** Number of messages of each template over time. */
export const templates: TrackKind<TemplatesParams> = {
  id: 'templates',
  needs: ['event'],
  height: 34,
  maxRows: 40_000,
  read: ({ template, kind }) => ({
    ...(typeof template === 'string' && { template }),
    ...(typeof kind === 'string' && { kind }),
  }),
  titleOf: ({ template, kind }) =>
    template ?? (kind === undefined ? 'Events by template' : `${kind} by template`),
  offered: [{}],
  paramsOf: {
    template: value => ({ template: String(value) }),
    kind: value => ({ kind: String(value) }),
  },
  about: ({ template, kind }) =>
    template !== undefined
      ? { refers: 'template', value: template }
      : kind === undefined
        ? null
        : { refers: 'kind', value: kind },
  question: ({ template, kind }, { scope, width }) => ({
    question: 'template-rates',
    params: {
      ...alignedBuckets(width, bucketWidth),
      top,
      ...(template !== undefined && { template }),
      ...(kind !== undefined && { kind }),
    },
    scope,
  }),
  picture({ table, hidden }, { template }) {
    const data = trackData(table, { key: 'template', value: 'count' });
    const palette = lineColours(data.series.map(({ key }) => key));
    return stackedPicture({
      data,
      draw: template === undefined ? 'strips' : 'bars',
      keys: data.series.map(({ key }, i) => ({
        name: key,
        colour: palette[i]!,
        row: { refers: 'template', value: key },
      })),
      hidden,
      top: roundUp(data.peak),
      about: 'events',
      hasLegend: template === undefined,
      areCounts: true,
      format: formatInteger,
    });
  },
};
