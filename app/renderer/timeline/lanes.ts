import type { Colours } from '../state/colours.ts';

/**
 * What the timeline shows, lane by lane, as data: a new kind of evidence is one more entry here.
 */
export interface Lane {
  readonly id: string;
  readonly title: string;
  /** A question of shape `lanes`: columns lane, key, time, value. Must take `buckets`. */
  readonly question: string;
  readonly params: Readonly<Record<string, string | number>>;
  /** The table it needs rows of. */
  readonly needs: string;
  /** px */
  readonly height: number;
  readonly draw: 'areas' | 'bars';
  /** A CSS colour for a key. */
  colour(key: string, colours: Colours): string;
}

export const cpuByProcess: Lane = {
  id: 'cpu-by-process',
  title: 'CPU by process',
  question: 'timeline',
  params: { by: 'process', top: 6 },
  needs: 'sample',
  height: 56,
  draw: 'areas',
  colour: (key, colours) => colours.process(key),
};

/** Under the overview strip, in this order. */
export const lanes: readonly Lane[] = [cpuByProcess];

/** The strip that is brushed. */
export const overview: Lane = {
  id: 'overview',
  title: 'Overview',
  question: 'timeline',
  params: { by: 'process', top: 1 },
  needs: 'sample',
  height: 30,
  draw: 'bars',
  colour: () => 'var(--strip)',
};
