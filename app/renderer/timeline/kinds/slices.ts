import { count, formatDuration } from '../../../wording/numbers.ts';
import { type IntervalLane, type IntervalLine, intervalsPicture } from '../pictures/intervals.ts';
import { alignedBuckets, extentOf, nothingDrawn, type TrackKind } from './kind.ts';

interface SlicesParams {
  /** Only slices of this thread (tid), or of this process. */
  readonly thread?: number;
  readonly process?: string;
}

/** Number of threads shown if none is chosen. */
const top = 4;
/** px */
const lineHeight = 14;
/** px of a bucket: shorter slices are counted instead of drawn. */
const bucketWidth = 2;
/** Maximum number of lines of a thread; deeper slices are only in the table. */
const deepest = 8;

const colours = [0, 1, 2, 3, 4, 5, 6, 7].map(nth => `var(--category-${nth})`);

/** Spans, calls and requests of threads, nested below their callers. */
export const slices: TrackKind<SlicesParams> = {
  id: 'slices',
  needs: ['event'],
  height: lineHeight,
  isOptional: true,
  maxRows: 200_000,
  read: ({ thread, process }) => ({
    ...(Number.isInteger(thread) && { thread: thread as number }),
    ...(typeof process === 'string' && { process }),
  }),
  titleOf({ thread, process }) {
    if (thread !== undefined) return `Slices of ${process ?? 'thread'} ${thread}`;
    return process === undefined ? 'Slices' : `Slices of ${process}`;
  },
  // Beside samples, these and the states of threads show what threads did. A track without slices is not shown.
  proposed: ({ rows }) => (rows.event && !rows.sample ? [{ id: 'slices', params: {} }] : []),
  offered: [{}],
  paramsOf: {
    thread(value, row) {
      const process = row('process');
      return typeof value === 'number'
        ? { thread: value, ...(typeof process === 'string' && { process }) }
        : null;
    },
    process: value => ({ process: String(value) }),
  },
  draws: (params, wanted) => params.thread === wanted.thread && params.process === wanted.process,
  about: ({ thread, process }) =>
    thread !== undefined
      ? { refers: 'thread', value: thread }
      : process !== undefined
        ? { refers: 'process', value: process }
        : null,
  question: ({ thread, process }, { scope, width }) => ({
    question: 'slice-tracks',
    params: { top, buckets: alignedBuckets(width, bucketWidth).buckets },
    scope: {
      ...scope,
      ...(thread !== undefined && { threads: [thread] }),
      ...(thread === undefined && process !== undefined && { processes: [process] }),
    },
  }),
  picture({ table }) {
    if (table.rows === 0) return nothingDrawn;
    const [track, name] = [table.texts('track'), table.texts('name')];
    const [time, duration] = [table.times('time'), table.numbers('duration')];
    const [depth, slices, errors] = [table.numbers('depth'), table.numbers('count'), table.numbers('errors')];
    const extent = extentOf(time, duration)!;
    const since = Float64Array.from(time, each => Number(each - extent.from));
    const failed = colours.length;
    const several = failed + 1;
    // The bucket with most slices of each thread fills its line.
    const fullest = new Float64Array(track.values.length);
    const linesOf = track.values.map((): number[][] => []);
    let isCut = false;
    for (let row = 0; row < table.rows; row++) {
      const trackIndex = track.index[row]!;
      if (slices[row]! > 1) fullest[trackIndex] = Math.max(fullest[trackIndex]!, slices[row]!);
      isCut ||= depth[row]! >= deepest;
      const line = Math.min(deepest - 1, depth[row]!);
      for (let each = linesOf[trackIndex]!.length; each <= line; each++) linesOf[trackIndex]!.push([]);
      if (depth[row]! < deepest) linesOf[trackIndex]![line]!.push(row);
    }
    const [capture, line, kind] = [table.numbers('capture'), table.numbers('line'), table.texts('kind')];
    const nameOf = (row: number) => name.values[name.index[row]!] ?? '';
    const lineOf = (all: readonly number[], trackIndex: number): IntervalLine => {
      const rows = Int32Array.from(all).sort((a, b) => since[a]! - since[b]!);
      return {
        since: Float64Array.from(rows, row => since[row]!),
        duration: Float64Array.from(rows, row => duration[row]!),
        colour: Int32Array.from(rows, row =>
          errors[row]! > 0 ? failed : name.index[row]! < 0 ? several : colourOf(nameOf(row)),
        ),
        low: new Float64Array(rows.length),
        high: Float64Array.from(rows, row =>
          name.index[row]! < 0 ? Math.max(0.15, slices[row]! / Math.max(1, fullest[trackIndex]!)) : 1,
        ),
        label: at => nameOf(rows[at]!),
        value: at => nameOf(rows[at]!) || count(slices[rows[at]!]!, 'slice'),
        about(at) {
          const row = rows[at]!;
          if (Number.isNaN(capture[row])) return undefined;
          return {
            kind: 'slice',
            name: nameOf(row),
            thread: track.values[trackIndex] ?? '',
            eventKind: kind.values[kind.index[row]!] ?? '',
            hasFailed: errors[row]! > 0,
            capture: capture[row]!,
            line: Number.isNaN(line[row]) ? null : line[row]!,
          };
        },
        words(at) {
          const row = rows[at]!;
          const bad = errors[row]! > 0 ? `, ${count(errors[row]!, 'error')}` : '';
          return name.index[row]! < 0
            ? `${count(slices[row]!, 'slice')} within ${formatDuration(duration[row]!)}${bad}`
            : `${nameOf(row)}, ${formatDuration(duration[row]!)}${bad}`;
        },
      };
    };
    return intervalsPicture({
      lanes: track.values.map(
        (title, trackIndex): IntervalLane => ({
          name: title,
          lines: linesOf[trackIndex]!.map(rows => lineOf(rows, trackIndex)),
        }),
      ),
      origin: extent.from,
      extent,
      about: isCut ? `${deepest} levels` : '',
      keys: [],
      colours: [...colours, 'var(--error-dot)', 'var(--other)'],
      lineHeight,
      areNamed: true,
    });
  },
};

/** Colour by name, the same everywhere. */
function colourOf(name: string): number {
  let hash = 0;
  for (let at = 0; at < name.length; at++) hash = (Math.imul(hash, 31) + name.charCodeAt(at)) | 0;
  return Math.abs(hash) % colours.length;
}
