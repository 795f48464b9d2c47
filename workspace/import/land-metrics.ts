/** Stores metrics: one row per list of times in `metric_times`, one row per run in `metric_values`. */

import type { MetricBlock } from '../reading/batch.ts';
import type { TableAppender } from '../store/append.ts';
import type { Bounds } from '../store/time-bounds.ts';
import { eachChunk } from './catalog.ts';

/** Destination of a block of metrics. */
export interface MetricTarget {
  readonly appender: (table: 'metric_times' | 'metric_values') => TableAppender;
  readonly capture: number;
  /** Maps series of the parser to those of the workspace. */
  readonly series: Int32Array;
  /** ns to add to times. */
  readonly shift: number;
  /** Bounds of times; others are stored as the nearest. */
  readonly bounds: Bounds;
  readonly outside: (values: number) => void;
  /** Number of lists of times that the capture already has. */
  readonly known: number;
}

/** Returns the number of values that were changed. */
function keepWithin(ts: Float64Array, shift: number, { least, most }: Bounds): number {
  let changed = 0;
  for (let i = 0; i < ts.length; i++) {
    const value = (ts[i] as number) + shift;
    if (!(value < least || value > most)) continue;
    ts[i] = (value < least ? least : most) - shift;
    changed++;
  }
  return changed;
}

/** Appends a block; returns the number of lists of times that the capture then has. */
export function landMetrics({ times, series, timesOf, values }: MetricBlock, to: MetricTarget): number {
  const { capture, shift, known, bounds, outside } = to;
  outside(keepWithin(times.ts.values, shift, bounds));
  const lists = times.sinceBoot.length;
  const appendTimes = to.appender('metric_times');
  let ts = 0;
  let row = 0;
  eachChunk(lists, (start, rows) => {
    appendTimes.append(rows, chunk => {
      chunk.constant(capture);
      chunk.sequence(known + start);
      ts = chunk.times(times.ts, start, ts, shift);
      row = chunk.smalls(times.row, start, row);
      chunk.flags(times.sinceBoot, start);
    });
  });
  for (let i = 0; i < timesOf.length; i++) timesOf[i] = (timesOf[i] as number) + known;
  const appendValues = to.appender('metric_values');
  let at = 0;
  eachChunk(series.length, (start, rows) => {
    appendValues.append(rows, chunk => {
      chunk.constant(capture);
      chunk.integers(series, start, to.series);
      chunk.integers(timesOf, start);
      at = chunk.numbers(values, start, at);
    });
  });
  return known + lists;
}
