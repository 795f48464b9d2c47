import { count, formatDuration, formatPercent } from '../../../wording/numbers.ts';
import { lineColours } from '../../state/colours.ts';
import { type IntervalLane, intervalsPicture } from '../pictures/intervals.ts';
import { alignedBuckets, extentOf, nothingDrawn, type TrackKind, wholeIntervals } from './kind.ts';

interface CpusParams {
  /** Shows only this CPU. */
  readonly cpu?: number;
}

/** px of a bucket; coarse, because there are many CPUs. */
const bucketWidth = 4;
/** Maximum number of intervals drawn one by one. */
const maxIntervals = 6000;
/** Height of a line, px: with a name beside it, and at least. */
const lineHeights = { named: 15, least: 4 };
const maxNamed = 16;
/** Height of all CPUs if they are too many to be named, px. */
const room = 160;

/** The thread that ran on each CPU over time. White gaps are idle. */
export const cpus: TrackKind<CpusParams> = {
  id: 'cpus',
  needs: ['state'],
  height: lineHeights.named,
  isOptional: true,
  maxRows: 400_000,
  read: ({ cpu }) => (Number.isInteger(cpu) ? { cpu: cpu as number } : {}),
  titleOf: ({ cpu }) => (cpu === undefined ? 'Threads on CPUs' : `Threads on CPU ${cpu}`),
  offered: [{}],
  paramsOf: { cpu: value => (typeof value === 'number' ? { cpu: value } : null) },
  about: ({ cpu }) => (cpu === undefined ? null : { refers: 'cpu', value: cpu }),
  question: ({ cpu }, { scope, width }) => ({
    question: 'running',
    params: { most: maxIntervals, ...alignedBuckets(width, bucketWidth) },
    scope: cpu === undefined ? scope : { ...scope, cpus: [cpu] },
  }),
  picture({ table, colours }) {
    if (table.rows === 0) return nothingDrawn;
    const [cpu, tid] = [table.numbers('cpu'), table.numbers('tid')];
    const { index: processOf, values: processes } = table.texts('process');
    const [time, duration] = [table.times('time'), table.numbers('duration')];
    const [ran, busy, threads] = [table.numbers('ran'), table.numbers('busy'), table.numbers('threads')];
    const extent = extentOf(time, duration)!;
    const origin = extent.from;
    const whole = wholeIntervals(table);
    const palette = lineColours(processes, name => colours.process(name));
    const name = (row: number) => {
      const process = processes[processOf[row]!] ?? '';
      return Number.isNaN(tid[row]) ? process : `${process} ${tid[row]}`.trim();
    };
    const rowsOf = new Map<number, number[]>();
    const busiest = new Float64Array(processes.length);
    for (let row = 0; row < table.rows; row++) {
      if (processOf[row]! >= 0) busiest[processOf[row]!]! += ran[row]!;
      const rows = rowsOf.get(cpu[row]!);
      if (rows) rows.push(row);
      else rowsOf.set(cpu[row]!, [row]);
    }
    const numbers = [...rowsOf.keys()].sort((a, b) => a - b);
    const lanes = numbers.map((number): IntervalLane => {
      const rows = Int32Array.from(rowsOf.get(number)!);
      return {
        name: `CPU ${number}`,
        row: { refers: 'cpu', value: number },
        lines: [
          {
            since: Float64Array.from(rows, row => Number(whole.time[row]! - origin)),
            duration: Float64Array.from(rows, row => whole.duration[row]!),
            colour: Int32Array.from(rows, row => (processOf[row]! < 0 ? processes.length : processOf[row]!)),
            low: new Float64Array(rows.length),
            high: Float64Array.from(rows, row => busy[row]! / duration[row]!),
            label: at => name(rows[at]!),
            value: at => name(rows[at]!),
            words(at) {
              const row = rows[at]!;
              const share = (amount: number) => formatPercent((100 * amount) / duration[row]!);
              return threads[row] === 1 && busy[row] === duration[row]
                ? `${name(row)} ran ${formatDuration(whole.duration[row]!)}`
                : `${share(busy[row]!)} busy with ${count(threads[row]!, 'thread')}, ${share(ran[row]!)} ${name(row)}`;
            },
            // In a bucket it is unknown whether that thread ran at the moment.
            about: at =>
              threads[rows[at]!] === 1 && !Number.isNaN(tid[rows[at]!])
                ? { kind: 'state', tid: tid[rows[at]!]! }
                : undefined,
            row: at =>
              Number.isNaN(tid[rows[at]!]) ? undefined : { refers: 'thread', value: tid[rows[at]!]! },
          },
        ],
      };
    });
    const areNamed = numbers.length <= maxNamed;
    return intervalsPicture({
      lanes,
      origin,
      extent,
      about: areNamed ? '' : count(numbers.length, 'CPU'),
      keys: [...processes.keys()]
        .sort((a, b) => busiest[b]! - busiest[a]!)
        .slice(0, maxKeys)
        .map(i => ({
          name: processes[i]!,
          colour: palette[i]!,
          row: { refers: 'process', value: processes[i]! },
        })),
      colours: [...palette, 'var(--unknown)'],
      lineHeight: areNamed ? lineHeights.named : Math.max(lineHeights.least, room / numbers.length),
      areNamed,
    });
  },
};

/** Processes listed in the legend at most. */
const maxKeys = 8;
