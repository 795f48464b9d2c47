import { type MetricTrack, type SeriesRef, trackOf } from '../state/metrics.ts';

/** A series and what it was like. */
export interface MeasuredSeries extends SeriesRef {
  readonly mean: number;
  readonly max: number;
  readonly points: number;
}

interface Proposal {
  readonly title: string;
  matches(series: SeriesRef): boolean;
  /** Of several, the one whose mean is highest; `all` draws every one of the same capture over each other. */
  readonly pick: 'busiest' | 'all';
}

const counter = (pattern: RegExp) => (series: SeriesRef) => pattern.test(series.counter);
const of = (object: RegExp, name: RegExp) => (series: SeriesRef) =>
  object.test(series.object) && name.test(series.counter);

/**
 * What a performance engineer looks at first, most telling first. A proposal takes the first of its captures that has
 * the counter; one that was zero throughout tells nothing and is passed over.
 */
const proposals: readonly Proposal[] = [
  {
    title: 'Run queue',
    matches: counter(/^(r|runq-sz|kthr r|Processor Queue Length|runnable)$/i),
    pick: 'busiest',
  },
  {
    title: 'Latency',
    matches: counter(/^(latency( avg.*| average.*)?|lat|avg latency)$/i),
    pick: 'busiest',
  },
  {
    title: 'Disk',
    matches: of(/disk|device/i, /^(%util|%b|%busy|busy|% Disk Time|%tm_act|PctUtil)$/i),
    pick: 'busiest',
  },
  { title: 'CPU ready', matches: counter(/^(% Ready|%RDY)$/), pick: 'busiest' },
  { title: 'Paging in', matches: counter(/^(si|pswpin\/s|Pages Input\/sec|pi)$/i), pick: 'busiest' },
  {
    title: 'Network',
    matches: of(/net|nic|interface/i, /^(%ifutil|%util|Bytes Total\/sec|util)$/i),
    pick: 'busiest',
  },
];

const cpuWithoutProfile: Proposal = {
  title: 'CPU',
  matches: series =>
    /^(cpu|processor|physical cpu)$/i.test(series.object) &&
    (series.instance === null || /^(all|_total|cpu-total)$/i.test(series.instance)) &&
    /^(%usr|%user|us|%sys|%system|sy|%iowait|wa|%wio|% Processor Time|% Util Time)$/i.test(series.counter),
  pick: 'all',
};

/** Each track costs height: what is beyond is a choice. */
const most = 3;
/** So many series of other captures join one. */
const mostTwins = 5;
/** Fewer values are no line. */
const fewest = 3;

/**
 * The tracks to begin with. A profile shows the CPUs by itself. The same counter of another capture of the same format
 * joins: both are of one machine at different times, or of machines to compare.
 */
export function defaultTracks(
  series: readonly MeasuredSeries[],
  hasProfile: boolean,
  formatOf: (capture: number) => string,
): readonly MetricTrack[] {
  const tracks: MetricTrack[] = [];
  for (const { title, matches, pick } of hasProfile ? proposals : [cpuWithoutProfile, ...proposals]) {
    const found = series.filter(each => each.max > 0 && matches(each));
    const [first] = found;
    if (!first || tracks.length === most) continue;
    const chosen =
      pick === 'all'
        ? found.filter(each => each.capture === first.capture)
        : [found.reduce((best, each) => (each.mean > best.mean ? each : best))];
    const isTwin = (each: MeasuredSeries) =>
      chosen.some(one => isSameElsewhere(one, each) && formatOf(one.capture) === formatOf(each.capture));
    const all = [...chosen, ...found.filter(isTwin).slice(0, mostTwins)];
    all.sort((a, b) => a.capture - b.capture);
    tracks.push({ id: `default ${title}`, ...trackOf(all), title: titled(title, chosen) });
  }
  return tracks.length > 0 || hasProfile ? tracks : firstCounters(series);
}

function isSameElsewhere(a: SeriesRef, b: SeriesRef): boolean {
  return (
    a.capture !== b.capture && a.object === b.object && a.instance === b.instance && a.counter === b.counter
  );
}

/** Where nothing is known to tell more than the rest: the first counters there are, each where it was highest. */
function firstCounters(series: readonly MeasuredSeries[]): readonly MetricTrack[] {
  const byCounter = new Map<string, MeasuredSeries>();
  for (const each of series) {
    if (!(each.max > 0) || each.points < fewest) continue;
    const name = `${each.object} ${each.counter}`;
    const before = byCounter.get(name);
    if (!before || each.mean > before.mean) byCounter.set(name, each);
  }
  const chosen = [...byCounter.values()].slice(0, most);
  return chosen.map(each => ({ id: `default ${each.object} ${each.counter}`, ...trackOf([each]) }));
}

function titled(title: string, [first, ...more]: readonly SeriesRef[]): string {
  return first && more.length === 0 && first.instance !== null ? `${title} ${first.instance}` : title;
}
