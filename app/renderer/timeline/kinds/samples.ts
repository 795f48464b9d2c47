import { baseName } from '../../../wording/names.ts';
import { count, formatNumber } from '../../../wording/numbers.ts';
import { roundUp } from '../../../wording/ticks.ts';
import { lineColours } from '../../state/colours.ts';
import { stackedPicture } from '../pictures/stacked.ts';
import { coarsened, cpusOf, trackData } from '../track-data.ts';
import { alignedBuckets, type TrackAnswer, type TrackKind, type TrackPicture } from './kind.ts';

const groupings = ['process', 'thread', 'module', 'cpu', 'kind'] as const;
type Grouping = (typeof groupings)[number];

export interface SamplesParams {
  /** The things to distinguish. */
  readonly by: Grouping;
  /** Only samples of this process, thread, module or CPU. */
  readonly process?: string;
  readonly thread?: number;
  readonly module?: string;
  /** Only samples with this function in their stack; `module` is then the module of the function. */
  readonly function?: string;
  readonly cpu?: number;
}

/** Tolerance for uneven sampling: a bucket may exceed the number of CPUs by this factor. */
export const overCount = 1.5;
/** Minimum share of the height that the highest value takes. */
const leastHeight = 0.25;
/** px */
const bucketWidth = 3;
/** Maximum number of keys, which fit on one line; the others are summed up as `other`. */
const top = 5;

const words: Readonly<Record<Grouping, string>> = {
  process: 'process',
  thread: 'thread',
  module: 'module',
  cpu: 'processor',
  kind: 'kind',
};

/** Busy CPUs over time, from samples. */
export const samples: TrackKind<SamplesParams> = {
  id: 'samples',
  needs: ['sample'],
  height: 56,
  maxRows: 20_000,
  read({ by, process, thread, module, function: func, cpu }) {
    const grouping = groupings.find(each => each === by);
    return grouping
      ? {
          by: grouping,
          ...(typeof process === 'string' && { process }),
          ...(Number.isInteger(thread) && { thread: thread as number }),
          ...(typeof module === 'string' && { module }),
          ...(typeof func === 'string' && { function: func }),
          ...(Number.isInteger(cpu) && { cpu: cpu as number }),
        }
      : null;
  },
  titleOf({ by, process, thread, module, function: func, cpu }) {
    const parts = [
      func,
      process,
      thread === undefined ? undefined : `thread ${thread}`,
      module === undefined || func !== undefined ? undefined : baseName(module),
    ].filter(each => each !== undefined);
    const cpuName = cpu === undefined ? 'CPU' : `CPU ${cpu}`;
    return [parts.length > 0 ? `${cpuName} of ${parts.join(', ')}` : cpuName, `by ${words[by]}`].join(' ');
  },
  proposed: ({ rows }) => (rows.sample ? [{ id: 'cpu-by-process', params: { by: 'process' } }] : []),
  offered: groupings.map(by => ({ by })),
  paramsOf: {
    process: value => ({ by: 'thread', process: String(value) }),
    pid: value => ({ by: 'thread', process: String(value) }),
    thread: value => (typeof value === 'number' ? { by: 'module', thread: value } : null),
    function(value, row) {
      const module = row('module');
      return {
        by: 'process',
        function: String(value),
        ...(typeof module === 'string' && module !== '' && { module }),
      };
    },
    module: value => ({ by: 'process', module: String(value) }),
    cpu: value => (typeof value === 'number' ? { by: 'process', cpu: value } : null),
  },
  about({ process, thread, module, function: func, cpu }) {
    if (func !== undefined)
      return { refers: 'function', value: func, cell: name => (name === 'module' ? module : undefined) };
    if (process !== undefined) return { refers: 'process', value: process };
    if (thread !== undefined) return { refers: 'thread', value: thread };
    if (module !== undefined) return { refers: 'module', value: module };
    return cpu === undefined ? null : { refers: 'cpu', value: cpu };
  },
  question({ by, process, thread, module, function: func, cpu }, { scope, width }) {
    return {
      question: 'timeline',
      params: {
        by,
        top,
        ...alignedBuckets(width, bucketWidth),
        ...(func !== undefined && { function: func, ...(module !== undefined && { module }) }),
      },
      scope: {
        ...scope,
        ...(process !== undefined && { processes: [process] }),
        ...(thread !== undefined && { threads: [thread] }),
        ...(module !== undefined && func === undefined && { modules: [module] }),
        ...(cpu !== undefined && { cpus: [cpu] }),
      },
    };
  },
  // A thread runs on one CPU at a time.
  picture: (answer, { by, cpu, thread }) =>
    busyPicture(answer, by, cpu === undefined && thread === undefined ? null : 1),
};

/** CPUs have two decimals, so that values below each other align; rates of samples are large. */
export const formatOf = (unit: string): ((value: number) => string) =>
  unit === 'CPUs' ? value => value.toFixed(2) : formatNumber;

/** The axis of busy CPUs ends at all CPUs, unless that would leave most of the track empty: one thread on 64 CPUs would be a line. */
export function cpuAxis(peak: number, cpus: number): { readonly top: number; readonly about: string } {
  const all = { top: cpus, about: `of ${count(cpus, 'CPU')}` };
  if (peak > cpus * overCount) return { ...all, top: roundUp(peak) };
  const top = Math.max(1, roundUp(peak));
  if (peak >= cpus * leastHeight || top >= cpus) return all;
  return { top, about: `${formatNumber(top)} ${all.about}` };
}

/** Busy CPUs, stacked. */
function busyPicture(
  { table, head, scope, captures, colours, hidden }: TrackAnswer,
  by: Grouping,
  cpus: number | null,
): TrackPicture {
  const unit = head.columns.find(({ name }) => name === 'value')?.unit ?? '';
  const cpuCount = cpus ?? cpusOf(captures, scope);
  const isFull = unit === 'CPUs' && cpuCount > 0;
  const data = isFull ? coarsened(trackData(table), cpuCount * overCount) : trackData(table);
  const names = data.series.map(({ key }) => key);
  const palette = lineColours(names, name => colours.of(by, name));
  return stackedPicture({
    data,
    draw: 'areas',
    keys: names.map((name, i) => ({
      id: name,
      name: by === 'module' ? baseName(name) : name,
      colour: palette[i]!,
      ...(name !== 'other' && { row: { refers: by, value: name } }),
    })),
    hidden,
    ...(isFull ? cpuAxis(data.peak, cpuCount) : { top: roundUp(data.peak), about: unit }),
    hasLegend: true,
    areCounts: false,
    format: formatOf(unit),
  });
}
