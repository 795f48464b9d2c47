import { type MeaningSelector, selects } from '../../../analyzers/metrics/select-meaning.ts';
import { totals } from '../../../analyzers/metrics/totals.ts';
import { type MetricParams, type SeriesRef, trackOf } from '../state/metrics.ts';

/** A series with statistics of its values. */
export interface MeasuredSeries extends SeriesRef {
  readonly mean: number;
  readonly max: number;
  readonly points: number;
  /** factor × value + addend is in the unit of the meaning; null if unknown. */
  readonly factor: number | null;
  readonly addend: number | null;
  /** The quantity that the series measures, under a name common to all tools; null if unknown. */
  readonly meaning: { readonly name: string; readonly attributes: Readonly<Record<string, string>> } | null;
}

interface Proposed extends MeaningSelector {
  /** True if the value is the unused part: the lower, the busier. */
  readonly isUnused?: true;
}

interface Proposal {
  readonly title: string;
  /** Alternatives in order of preference; only the first with series is used, because values of different meanings are not comparable. */
  readonly meanings: readonly Proposed[];
  /**
   * `busiest`: the series (of several hosts, devices or statistics) with the highest mean in the unit of the meaning. `all`:
   * all series of one capture with any of these meanings, over each other; if they are per CPU, only those of the busiest CPU.
   */
  readonly pick: 'busiest' | 'all';
  /** Only the total of all instances. */
  readonly whole?: true;
  /** Left out if the timeline also has states of threads, which show the same. */
  readonly isOfStates?: true;
}

/** Statistics of latency: usual values, or those of the slowest. */
const latency = { statistic: ['mean', 'p50', 'p90', 'p95', 'p99'] } as const;

/**
 * Tracks in the order in which a performance engineer looks at them: first what the work under test did, then
 * what it waited for. Counters that were zero throughout are skipped. `parsers/README.md` lists these
 * meanings.
 */
const proposals: readonly Proposal[] = [
  {
    title: 'Run queue',
    meanings: [
      { meaning: 'system.process.count', where: { 'process.state': 'running' } },
      { meaning: 'aftertrace.cpu.waiting_threads' },
    ],
    pick: 'busiest',
    isOfStates: true,
  },
  {
    title: 'Latency',
    meanings: [
      { meaning: 'db.client.operation.duration', where: latency },
      { meaning: 'aftertrace.operation.duration', where: latency },
    ],
    pick: 'busiest',
  },
  { title: 'Throughput', meanings: [{ meaning: 'aftertrace.operations' }], pick: 'busiest' },
  { title: 'Disk', meanings: [{ meaning: 'system.disk.io_time' }], pick: 'busiest' },
  { title: 'CPU ready', meanings: [{ meaning: 'vcenter.vm.cpu.readiness' }], pick: 'busiest' },
  {
    title: 'Paging in',
    meanings: (
      [
        'aftertrace.paging.io',
        'system.paging.operations',
        'aftertrace.memory.hard_pages',
        'aftertrace.memory.page_io',
      ] as const
    ).map(meaning => ({ meaning, where: { 'system.paging.direction': 'in' } })),
    pick: 'busiest',
  },
  {
    title: 'Disk queue',
    meanings: [
      { meaning: 'system.disk.weighted_io_time' },
      { meaning: 'aftertrace.disk.waiting_operations' },
      { meaning: 'aftertrace.disk.waiting_time' },
      { meaning: 'system.disk.pending_operations' },
    ],
    pick: 'busiest',
  },
  {
    title: 'Memory',
    meanings: [
      { meaning: 'system.memory.utilization', where: { 'system.memory.state': 'used' } },
      { meaning: 'aftertrace.memory.commit.utilization' },
      { meaning: 'system.memory.utilization', where: { 'system.memory.state': 'free' }, isUnused: true },
      { meaning: 'system.memory.linux.available', isUnused: true },
      { meaning: 'system.memory.usage', where: { 'system.memory.state': 'used' } },
    ],
    pick: 'busiest',
  },
  {
    title: 'Network',
    meanings: [
      { meaning: 'hw.network.bandwidth.utilization' },
      { meaning: 'system.network.io', where: { 'network.io.direction': null } },
    ],
    pick: 'busiest',
  },
];

const cpuWithoutProfile: Proposal = {
  title: 'CPU',
  meanings: [
    { meaning: 'system.cpu.utilization', where: { 'cpu.mode': null } },
    { meaning: 'system.cpu.utilization', where: { 'cpu.mode': ['user', 'system', 'iowait'] } },
  ],
  pick: 'all',
  whole: true,
};

/** Fallback for tools that report each CPU but no total, such as OpenTelemetry's collector. */
const busiestCpu: Proposal = {
  title: 'CPU',
  meanings: [
    ...cpuWithoutProfile.meanings,
    { meaning: 'system.cpu.time', where: { 'cpu.mode': ['user', 'system', 'iowait'] } },
  ],
  pick: 'all',
};

/** The meanings that have a track by default, with the title of the track. */
export const proposed: readonly { readonly title: string; readonly selector: MeaningSelector }[] = [
  busiestCpu,
  ...proposals,
].flatMap(({ meanings, title }) => meanings.map(each => ({ title, selector: each })));

/** The mean in the unit of the meaning. */
const inUnit = ({ factor, addend, mean }: MeasuredSeries): number => (factor ?? 1) * mean + (addend ?? 0);

/** The series of a proposal; empty if all were zero throughout. */
function seriesOf(
  { meanings, whole, pick }: Proposal,
  series: readonly MeasuredSeries[],
): readonly MeasuredSeries[] {
  const possible = series.filter(
    ({ max, instance }) => max > 0 && (!whole || instance === null || totals.has(instance.toLowerCase())),
  );
  const withMeaning = (each: Proposed) =>
    possible.filter(({ meaning }) => meaning !== null && selects(each, meaning));
  if (pick === 'all') {
    const all = possible.filter(({ meaning }) => meaning && meanings.some(each => selects(each, meaning)));
    if (whole) return all;
    return [...all].sort((a, b) => inUnit(b) - inUnit(a));
  }
  for (const each of meanings) {
    const all = withMeaning(each);
    // Series of an unknown unit rank last.
    const withUnit = all.filter(({ factor }) => factor !== null);
    const sign = each.isUnused ? -1 : 1;
    const best = [...(withUnit.length > 0 ? withUnit : all)].sort((a, b) => sign * (inUnit(b) - inUnit(a)));
    if (all.length > 0) return [...best, ...all.filter(one => !best.includes(one))];
  }
  return [];
}

/** Maximum number of proposed tracks, because each takes height; beside states of threads, which take height, too. */
const maxTracks = 4;
const maxBesideStates = 3;
/** Maximum number of series of other captures in a track. */
const maxTwins = 5;
/** Minimum number of values for a line. */
const fewest = 3;

export interface ProposedMetrics extends MetricParams {
  readonly id: string;
}

/** The tables that other tracks of the timeline show. */
interface OtherTracks {
  /** They show the CPUs. */
  readonly samples: boolean;
  /** They show which threads are ready to run. */
  readonly states: boolean;
}

/**
 * The proposed tracks: none of what other tracks show. The same counter of another capture of the same format
 * joins the track: both are from one machine at different times, or from machines to compare.
 */
export function defaultTracks(
  series: readonly MeasuredSeries[],
  others: OtherTracks,
  formatOf: (capture: number) => string,
): readonly ProposedMetrics[] {
  const tracks: ProposedMetrics[] = [];
  const cpu = seriesOf(cpuWithoutProfile, series).length > 0 ? cpuWithoutProfile : busiestCpu;
  const most = others.states ? maxBesideStates : maxTracks;
  for (const proposal of others.samples ? proposals : [cpu, ...proposals]) {
    const { title, pick, whole, isOfStates } = proposal;
    if (tracks.length === most) break;
    if (isOfStates && others.states) continue;
    const candidates = seriesOf(proposal, series);
    const [first] = candidates;
    if (!first) continue;
    const isBeside = ({ capture, object, instance }: MeasuredSeries) =>
      capture === first.capture && (whole || (object === first.object && instance === first.instance));
    const members = pick === 'all' ? candidates.filter(isBeside) : [first];
    const isTwin = (each: MeasuredSeries) =>
      members.some(one => isSameElsewhere(one, each) && formatOf(one.capture) === formatOf(each.capture));
    const all = [...members, ...candidates.filter(isTwin).slice(0, maxTwins)];
    all.sort((a, b) => a.capture - b.capture);
    tracks.push({ id: `default ${title}`, ...trackOf(all), title: titled(title, members) });
  }
  return tracks.length > 0 || others.samples ? tracks : firstCounters(series);
}

function isSameElsewhere(a: SeriesRef, b: SeriesRef): boolean {
  return (
    a.capture !== b.capture && a.object === b.object && a.instance === b.instance && a.counter === b.counter
  );
}

/** Without known meanings: the first counters, each for the instance with the highest values. */
function firstCounters(series: readonly MeasuredSeries[]): readonly ProposedMetrics[] {
  const byCounter = new Map<string, MeasuredSeries>();
  for (const each of series) {
    if (!(each.max > 0) || each.points < fewest) continue;
    const name = `${each.object} ${each.counter}`;
    const best = byCounter.get(name);
    if (!best || each.mean > best.mean) byCounter.set(name, each);
  }
  const chosen = [...byCounter.values()].slice(0, maxTracks);
  return chosen.map(each => ({ id: `default ${each.object} ${each.counter}`, ...trackOf([each]) }));
}

function titled(title: string, chosen: readonly SeriesRef[]): string {
  const [instance, ...others] = new Set(chosen.map(each => each.instance));
  const isOfOne = instance != null && others.length === 0 && !totals.has(instance.toLowerCase());
  return isOfOne ? `${title} ${instance}` : title;
}
