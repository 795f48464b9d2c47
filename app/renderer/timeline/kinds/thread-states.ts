import { formatDuration } from '../../../wording/numbers.ts';
import type { Table } from '../../state/table.ts';
import { type IntervalLane, intervalsPicture } from '../pictures/intervals.ts';
import { drawWakeups, nameOf } from '../pictures/wakeups.ts';
import { stateStyles, type ThreadState, threadStateNames, threadTracks } from '../thread-track.ts';
import { alignedBuckets, extentOf, nothingDrawn, type TrackKind, wholeIntervals } from './kind.ts';

interface ThreadStatesParams {
  /** Only this thread (tid); default: the busiest in scope. */
  readonly thread?: number;
  /** Its process, if known. */
  readonly process?: string;
}

/** Number of threads shown; more would leave no space for other tracks. */
export const topThreads = 4;
/** px */
const laneHeight = 16;
const bucketWidth = 3;
/** Maximum number of intervals drawn one by one; with more, shares per bucket are drawn. */
const maxIntervals = 6000;

/** States of threads (running, ready, waiting) and the wakeups between them. */
export const threadStates: TrackKind<ThreadStatesParams> = {
  id: 'thread-states',
  needs: ['state'],
  height: laneHeight,
  isOptional: true,
  // Four states of each thread, at the width of the widest screens.
  maxRows: 40_000,
  read: ({ thread, process }) =>
    Number.isInteger(thread)
      ? { thread: thread as number, ...(typeof process === 'string' && { process }) }
      : {},
  titleOf: ({ thread, process = 'thread' }) =>
    thread === undefined ? 'Busiest threads' : `States of ${process} ${thread}`,
  proposed: ({ threads }) =>
    threads.map(({ tid, process }) => ({
      id: `thread-states ${tid}`,
      params: { thread: tid, ...(process !== null && { process }) },
    })),
  offered: [{}],
  paramsOf: {
    thread(value, row) {
      const process = row('process');
      return typeof value === 'number'
        ? { thread: value, ...(typeof process === 'string' && { process }) }
        : null;
    },
  },
  draws: (params, wanted) => params.thread === wanted.thread,
  about: ({ thread }) => (thread === undefined ? null : { refers: 'thread', value: thread }),
  question: ({ thread }, { scope, width }) => ({
    question: 'state-intervals',
    params: {
      top: maxIntervals,
      ...(thread === undefined && { threads: topThreads }),
      ...alignedBuckets(width, bucketWidth),
    },
    scope: thread === undefined ? scope : { ...scope, threads: [thread] },
  }),
  picture({ table, head, hidden }) {
    const areShares = head.notes.some(({ code }) => code === 'by-bucket');
    const threads = threadTracks(table, areShares, hidden);
    if (threads.length === 0) return nothingDrawn;
    const states = table.texts('state');
    const extent = extentOf(table.times('time'), table.numbers('duration'))!;
    const whole = wholeIntervals(table);
    const { time, duration } = whole;
    const origin = extent.from;
    const places = states.values.map(name => threadStateNames.indexOf(name as ThreadState));
    const texts = textsOf(table, whole, areShares);
    const shares = table.numbers('share');
    const valueAt = (row: number) => {
      const state = states.values[states.index[row]!] ?? '';
      return areShares ? `${Math.round(shares[row]!)} % ${state}` : state;
    };
    const lanes = threads.map(
      ({ name, tid, rows, low, high }): IntervalLane => ({
        name,
        row: { refers: 'thread', value: Number.isNaN(tid) ? name : tid },
        lines: [
          {
            since: Float64Array.from(rows, row => Number(time[row]! - origin)),
            duration: Float64Array.from(rows, row => duration[row]!),
            colour: Int32Array.from(rows, row => places[states.index[row]!] ?? -1),
            low,
            high,
            label: () => '',
            value: at => valueAt(rows[at]!),
            words: at => texts(rows, at),
            about: () => (Number.isNaN(tid) ? undefined : { kind: 'state', tid }),
          },
        ],
      }),
    );
    const keys = threadStateNames.map(name => ({
      name,
      colour: areShares && name === 'waiting' ? 'transparent' : stateStyles[name].colour,
    }));
    return intervalsPicture({
      lanes,
      origin,
      extent,
      about: '',
      keys,
      colours: keys.map(({ colour }) => colour),
      lineHeight: laneHeight,
      areNamed: true,
      ...(!areShares && {
        drawOver: (surface, boxes) => drawWakeups(table, threads, origin, surface, boxes),
      }),
    });
  },
};

/** Makes the text of an interval, or of all shares of its bucket. */
function textsOf(
  table: Table,
  { time, duration }: ReturnType<typeof wholeIntervals>,
  areShares: boolean,
): (rows: readonly number[], at: number) => string {
  const [state, reason, waker] = [table.texts('state'), table.texts('reason'), table.texts('waker')];
  const [share, cpu, wakerTid] = [table.numbers('share'), table.numbers('cpu'), table.numbers('waker_tid')];
  const stateOf = (row: number) => state.values[state.index[row]!] ?? '';
  return (rows, at) => {
    const row = rows[at]!;
    if (areShares) {
      const shares: string[] = [];
      for (let each = at; each < rows.length && time[rows[each]!] === time[row]; each++)
        shares.push(`${Math.round(share[rows[each]!]!)} % ${stateOf(rows[each]!)}`);
      return shares.join(', ');
    }
    const why = reason.values[reason.index[row]!];
    const by = waker.values[waker.index[row]!];
    return [
      `${stateOf(row)} for ${formatDuration(duration[row]!)}`,
      ...(stateOf(row) === 'running' && !Number.isNaN(cpu[row]) ? [`on CPU ${cpu[row]}`] : []),
      ...(why ? [why] : []),
      ...(by === undefined && Number.isNaN(wakerTid[row]) ? [] : [`woken by ${nameOf(by, wakerTid[row]!)}`]),
    ].join(', ');
  };
}
