/**
 * How `metric` is stored: values as lists (runs) in `metric_values`, and their times in `metric_times`, once for all
 * series that were read at the same times.
 */
import { maxRunPoints } from './packed.ts';
import { type Packing, pageRows } from './packing.ts';

/**
 * A SELECT of the rows of `metric`, with their columns in order. `where` limits what is expanded: SQL over `t`
 * (metric_times) and `v` (metric_values).
 */
export function metricRows(where = 'true'): string {
  return `SELECT capture, series, ts, "value", "row", since_boot FROM (
  SELECT v.capture, v.series, unnest(t.ts) AS ts, unnest(v."values") AS "value", unnest(t."row") AS "row", t.since_boot
  FROM metric_values v JOIN metric_times t ON t.capture = v.capture AND t.id = v.times WHERE ${where})`;
}

export const metricPacking: Packing = {
  table: 'metric',
  all: metricRows(),
  pages: [
    {
      stored: 'metric_values',
      step: pageRows / maxRunPoints,
      rows: within => `FROM (${metricRows(within('v.'))})`,
    },
  ],
};
