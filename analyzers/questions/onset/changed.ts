/** Finds the changes of all signals, groups them by time, and merges redundant ones. */
import { representatives } from '../../movement/alike.ts';
import { type Change, changesOf } from '../../movement/change-points.ts';
import { type Episode, episodesOf } from '../../movement/episodes.ts';
import type { Movement, Moving } from '../../movement/movement.ts';

interface Step {
  readonly signal: Moving;
  readonly change: Change;
  /** The bucket it began in, corrected for the times of its values. */
  readonly bucket: number;
}

export interface Changed extends Step {
  /** null if no more signals than usual changed at that time. */
  readonly episode: Episode | null;
  /** True if a change counts on its own: with few signals, few can change together. */
  readonly isClear: boolean;
  /**
   * Share of the changes at its time that chance is expected to make, among those at least as certain (Benjamini & Hochberg 1995): of
   * its episode, or of the whole grid.
   */
  readonly falseShare: number;
}

export interface AllChanged {
  /** Changes in order of time. */
  readonly changed: readonly Changed[];
  /** The leader of each change: itself, or a clearer change of a redundant signal at that time. */
  readonly leaders: ReadonlyMap<Changed, Changed>;
  readonly episodes: readonly Episode[];
  /** Buckets at either end of the longest signals that have no before or no after to compare with. */
  readonly edge: number;
}

const edgeShare = 0.1;
const longestEdge = 30;
/** Maximum probability that noise makes such a step in any of the signals. */
const maxChance = 0.01;

/**
 * Among at most this many signals, a change that comes alone is listed if it lasts as long as an edge and is
 * beyond doubt.
 */
const fewSignals = 100;
const beyondDoubt = 0.001;

/** Buckets at either end of a signal that have no before or no after to compare with. */
const edgeOf = (buckets: number): number => Math.min(longestEdge, Math.ceil(edgeShare * buckets));

export function changesIn({ grid, signals }: Movement): AllChanged {
  const steps = new Map<Moving, Step[]>();
  // Captures begin and end at different times: values at the start of a tool are not a change.
  const compared = new Float64Array(grid.buckets);
  let edge = 0;
  for (const signal of signals) {
    const found: Step[] = [];
    const { from, to } = signal.standard;
    const signalEdge = edgeOf(to - from);
    edge = Math.max(edge, signalEdge);
    for (let bucket = from + signalEdge; bucket < to - signalEdge; bucket++) compared[bucket]!++;
    for (const change of changesOf(signal.values, signal.standard.values, signal.perCount)) {
      const bucket = Math.floor(change.at + signal.shift / Number(grid.width));
      if (change.p < maxChance && bucket >= from + signalEdge && bucket < to - signalEdge)
        found.push({ signal, change, bucket });
    }
    if (found.length > 0) steps.set(signal, found);
  }
  const leaders = leadersOf(steps);
  const all = [...steps.values()].flat();
  const perBucket = new Float64Array(grid.buckets);
  for (const step of all) if (leaders.get(step) === step) perBucket[step.bucket]!++;
  const episodes = episodesWhere(compared, perBucket);
  const episodeOf = ({ bucket }: Step) =>
    episodes.find(({ from, to }) => from <= bucket && bucket <= to) ?? null;
  const isClear = ({ change: { p, shorterLength } }: Step) =>
    signals.length <= fewSignals && p * signals.length < beyondDoubt && shorterLength >= edge;
  const falseShareOf = falseSharesOf(all, episodeOf, signals.length, grid.buckets);
  const made = new Map(
    all.map((step): [Step, Changed] => [
      step,
      { ...step, episode: episodeOf(step), isClear: isClear(step), falseShare: falseShareOf.get(step)! },
    ]),
  );
  return {
    changed: [...made.values()].sort((a, b) => a.bucket - b.bucket),
    leaders: new Map(all.map(step => [made.get(step)!, made.get(leaders.get(step)!)!])),
    episodes,
    edge,
  };
}

/** {@link Changed.falseShare} of each step: the number that chance makes in as many buckets and signals, divided by the number found. */
function falseSharesOf(
  steps: readonly Step[],
  episodeOf: (step: Step) => Episode | null,
  signals: number,
  buckets: number,
): ReadonlyMap<Step, number> {
  const groups = new Map<Episode | null, Step[]>();
  for (const step of steps) {
    const episode = episodeOf(step);
    const group = groups.get(episode);
    if (group) group.push(step);
    else groups.set(episode, [step]);
  }
  const shares = new Map<Step, number>();
  for (const [episode, group] of groups) {
    const places = episode === null ? 1 : (episode.to - episode.from + 1) / buckets;
    const ascending = group.sort((a, b) => a.change.p - b.change.p);
    let least = 1;
    for (let rank = ascending.length; rank > 0; rank--) {
      const step = ascending[rank - 1]!;
      least = Math.min(least, (step.change.p * signals * places) / rank);
      shares.set(step, least);
    }
  }
  return shares;
}

/** Episodes among the buckets with at least half of the maximum number of compared signals: other buckets have few changes. */
function episodesWhere(compared: Float64Array, perBucket: Float64Array): Episode[] {
  const enough = compared.reduce((max, each) => Math.max(max, each), 1) / 2;
  const places = Array.from(compared.keys()).filter(bucket => compared[bucket]! >= enough);
  return episodesOf(Float64Array.from(places, bucket => perBucket[bucket]!)).map(episode => ({
    ...episode,
    from: places[episode.from]!,
    to: places[episode.to]!,
    peak: places[episode.peak]!,
  }));
}

/** Waiting is the effect of what another process did. */
export const isWaiting = ({ what, isWait }: Moving): boolean => isWait === true || what === 'waiting';

/** What users notice is listed under its own name; waiting is represented by what it waited for. */
const rankOf = (signal: Moving): number => (signal.isSymptom ? 0 : isWaiting(signal) ? 2 : 1);

/** Redundant signals change at the same time, within one bucket. */
const isAtOnce = (a: Step, b: Step): boolean => Math.abs(a.bucket - b.bucket) <= 1;

function leadersOf(steps: ReadonlyMap<Moving, readonly Step[]>): ReadonlyMap<Step, Step> {
  const clearest = (signal: Moving) => Math.max(...steps.get(signal)!.map(({ change }) => change.strength));
  const signals = [...steps.keys()]
    .map(signal => ({ signal, strength: clearest(signal) }))
    .sort((a, b) => rankOf(a.signal) - rankOf(b.signal) || b.strength - a.strength)
    .map(({ signal }) => signal);
  const representativeOf = representatives(signals, (a, b) =>
    steps.get(a)!.some(ofA => steps.get(b)!.some(ofB => isAtOnce(ofA, ofB))),
  );
  const leaders = new Map<Step, Step>();
  signals.forEach((signal, at) => {
    const ofLeader = steps.get(signals[representativeOf[at]!]!)!;
    for (const step of steps.get(signal)!)
      leaders.set(step, ofLeader.find(each => isAtOnce(each, step)) ?? step);
  });
  mergeLives([...steps.values()].flat(), leaders);
  return leaders;
}

/** A process that begins or ends changes all its counters: its use of the CPU leads them, else the clearest. */
function mergeLives(steps: readonly Step[], leaders: Map<Step, Step>): void {
  const isCpu = ({ signal }: Step) => Number(signal.fact?.includes('process.cpu') ?? false);
  const first = new Map<string, Step[]>();
  const ordered = [...steps].sort(
    (a, b) =>
      isCpu(b) - isCpu(a) || rankOf(a.signal) - rankOf(b.signal) || b.change.strength - a.change.strength,
  );
  for (const step of ordered) {
    const { subject } = step.signal;
    const life = step.change.before === 0 ? 'begins' : step.change.after === 0 ? 'ends' : null;
    if (subject === undefined || life === null || step.signal.isSymptom) continue;
    const key = `${subject} ${life}`;
    const earlier = first.get(key) ?? [];
    const face = earlier.find(each => isAtOnce(each, step));
    if (face === undefined) first.set(key, [...earlier, step]);
    else if (leaders.get(face) !== step) leaders.set(step, leaders.get(face)!);
  }
  for (const step of steps) {
    // A leader that was merged itself passes its signals on.
    const leader = leaders.get(step)!;
    leaders.set(step, leaders.get(leader)!);
  }
}
