/** Finds the changes of all signals, groups them by time, and merges redundant ones. */
import { representatives } from '../movement/alike.ts';
import { type Change, changesOf } from '../movement/change-points.ts';
import { type Episode, episodesOf } from '../movement/episodes.ts';
import type { Movement, Moving } from '../movement/movement.ts';

export interface Changed {
  readonly signal: Moving;
  readonly change: Change;
  /** The bucket it began in. */
  readonly bucket: number;
  /** null if no more signals than usual changed at that time. */
  readonly episode: Episode | null;
  /** True if a change counts on its own: with few signals, few can change together. */
  readonly isClear: boolean;
}

export interface AllChanged {
  /** In the order it happened; within an episode, whose changes no clock can tell apart, the most certain first, then the clearest. */
  readonly changed: readonly Changed[];
  /** The leader of each change: itself, or a clearer change of a redundant signal at that time. */
  readonly leaders: ReadonlyMap<Changed, Changed>;
  readonly episodes: readonly Episode[];
  /** Buckets at either end that have no before or no after to compare with. */
  readonly edge: number;
}

const edgeShare = 0.1;
const longestEdge = 30;
/** Maximum probability that noise makes such a step in any of the signals. */
const mostChance = 0.01;

/**
 * Among at most this many signals, a change that comes alone is listed if it lasts as long as an edge and is
 * beyond doubt.
 */
const fewSignals = 100;
const beyondDoubt = 0.001;

interface Step {
  readonly signal: Moving;
  readonly change: Change;
  /** The bucket it began in, corrected for the times of its values. */
  readonly bucket: number;
}

export function changesIn({ grid, signals }: Movement): AllChanged {
  const edge = Math.min(longestEdge, Math.ceil(edgeShare * grid.buckets));
  const steps = new Map<Moving, Step[]>();
  for (const signal of signals) {
    const found: Step[] = [];
    for (const change of changesOf(signal.values, signal.standard.values, signal.perCount)) {
      const bucket = Math.floor(change.at + signal.shift / Number(grid.width));
      if (change.p < mostChance && bucket >= edge && bucket < grid.buckets - edge)
        found.push({ signal, change, bucket });
    }
    if (found.length > 0) steps.set(signal, found);
  }
  const leaders = leadersOf(steps);
  const all = [...steps.values()].flat();
  const perBucket = new Float64Array(grid.buckets);
  for (const step of all) if (leaders.get(step) === step) perBucket[step.bucket]!++;
  const episodes = episodesOf(perBucket);
  const episodeOf = ({ bucket }: Step) =>
    episodes.find(({ from, to }) => from <= bucket && bucket <= to) ?? null;
  const isClear = ({ change: { p, lasts } }: Step) =>
    signals.length <= fewSignals && p * signals.length < beyondDoubt && lasts >= edge;
  const made = new Map(
    all.map((step): [Step, Changed] => [step, { ...step, episode: episodeOf(step), isClear: isClear(step) }]),
  );
  const momentOf = ({ bucket, episode }: Changed) => episode?.peak ?? bucket;
  return {
    changed: [...made.values()].sort(
      (a, b) => momentOf(a) - momentOf(b) || a.change.p - b.change.p || b.change.strength - a.change.strength,
    ),
    leaders: new Map(all.map(step => [made.get(step)!, made.get(leaders.get(step)!)!])),
    episodes,
    edge,
  };
}

/** Redundant signals change at the same time, within one bucket. */
const isAtOnce = (a: Step, b: Step): boolean => Math.abs(a.bucket - b.bucket) <= 1;

function leadersOf(steps: ReadonlyMap<Moving, readonly Step[]>): ReadonlyMap<Step, Step> {
  const clearest = (signal: Moving) => Math.max(...steps.get(signal)!.map(({ change }) => change.strength));
  const signals = [...steps.keys()]
    .map(signal => ({ signal, strength: clearest(signal) }))
    .sort((a, b) => b.strength - a.strength)
    .map(({ signal }) => signal);
  const speaks = representatives(signals, (a, b) =>
    steps.get(a)!.some(ofA => steps.get(b)!.some(ofB => isAtOnce(ofA, ofB))),
  );
  const leaders = new Map<Step, Step>();
  signals.forEach((signal, at) => {
    const speaker = steps.get(signals[speaks[at]!]!)!;
    for (const step of steps.get(signal)!)
      leaders.set(step, speaker.find(each => isAtOnce(each, step)) ?? step);
  });
  return leaders;
}
