import type { RowTable } from '../../../parsers/tables.ts';
import { levelColour } from '../lib/levels.ts';
import { formatInteger } from '../lib/numbers.ts';
import type { Colours } from '../state/colours.ts';

/** Stacked areas, stacked bars, or a strip for each series with a scale of its own. */
export type Draw = 'areas' | 'bars' | 'strips';

/**
 * What the timeline shows, track by track, as data: a new kind of evidence is one more entry here.
 */
export interface Track {
  readonly id: string;
  readonly title: string;
  /** A question with a column `time` that takes `buckets`. */
  readonly question: string;
  /** Its columns that tell series apart, and what is drawn. */
  readonly columns: { readonly key: string; readonly value: string };
  readonly params: Readonly<Record<string, string | number>>;
  /** The table it needs rows of. */
  readonly needs: RowTable;
  /** px */
  readonly height: number;
  readonly draw: Draw;
  /** Not there at all where the answer has no rows. */
  readonly isOptional?: boolean;
  /** A value, in words. */
  format(value: number): string;
  /** A CSS colour for a key. */
  colour(key: string, colours: Colours): string;
}

const byKey = { key: 'key', value: 'value' };
const twoDecimals = (value: number) => value.toFixed(2);

export const cpuByProcess: Track = {
  id: 'cpu-by-process',
  title: 'CPU by process',
  question: 'timeline',
  columns: byKey,
  params: { by: 'process', top: 6 },
  needs: 'sample',
  height: 56,
  draw: 'areas',
  format: twoDecimals,
  colour: (key, colours) => colours.process(key),
};

/** How much was logged, the worst on top: a burst of errors shows beside any amount of chatter. */
export const logByLevel: Track = {
  id: 'log-by-level',
  title: 'Log by level',
  question: 'levels',
  columns: { key: 'level', value: 'count' },
  params: {},
  needs: 'event',
  height: 30,
  draw: 'strips',
  isOptional: true,
  format: formatInteger,
  colour: levelColour,
};

/** Under the overview strip, above the metrics. */
export const tracksAbove: readonly Track[] = [cpuByProcess];

/** Under the metrics: what was written while they went as they did. */
export const tracksBelow: readonly Track[] = [logByLevel];

const strip = { title: 'Overview', height: 30, draw: 'bars', colour: () => 'var(--strip)' } as const;

const samplesOverTime: Track = {
  ...strip,
  id: 'overview',
  question: 'timeline',
  columns: byKey,
  params: { by: 'process', top: 1 },
  needs: 'sample',
  format: twoDecimals,
};

const eventsOverTime: Track = {
  ...strip,
  id: 'overview-events',
  question: 'levels',
  columns: logByLevel.columns,
  params: {},
  needs: 'event',
  isOptional: true,
  format: formatInteger,
};

/** The strip on top: of the first of these that there is. */
export const overviews: readonly Track[] = [samplesOverTime, eventsOverTime];
