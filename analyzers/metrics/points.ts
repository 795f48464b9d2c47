/**
 * The values of series as SQL: rows of capture, series, ts, row, value and weight. `weight` is the weight of a value in a
 * mean: 1 for a recorded value; for a rate, the seconds that it covers.
 */

import type { Note } from '../contract.ts';
import { amountOf } from '../kit/answer.ts';
import { note } from '../kit/notes.ts';
import type { MetricsInScope } from './in-scope.ts';
import { pathOf, rateUnit, type SeriesFact } from './series-facts.ts';

/** Maximum number of points in an answer, which is held in memory. */
export const maxValues = 2_000_000;

/** Form in which values are shown: as recorded, as rates per second, or as is usual (only cumulative counts as rates). */
export type Reading = 'recorded' | 'rates' | 'usual';

/** True if this series is shown as a rate. */
export function isRate(series: SeriesFact, reading: Reading): boolean {
  return reading === 'rates' || (reading === 'usual' && series.cumulative);
}

/** The unit of the values {@link pointsSql} gives. */
export function unitRead(series: SeriesFact, reading: Reading): string | null {
  return isRate(series, reading) ? rateUnit(series.unit) : series.unit;
}

/** Points of `series` in scope. First reports since boot are left out. */
export function pointsSql(
  series: readonly SeriesFact[],
  reading: Reading,
  { where, rows }: MetricsInScope,
): string {
  const ids = (series: readonly SeriesFact[]) => `IN (${series.map(each => each.id).join(', ')})`;
  const plain = series.filter(each => !isRate(each, reading));
  const rates = series.filter(each => isRate(each, reading));
  const parts = [
    ...(plain.length > 0 ? [recordedSql(rows, `s.series ${ids(plain)} AND ${where}`)] : []),
    ...(rates.length > 0 ? [ratesSql(`s.series ${ids(rates)}`, where)] : []),
  ];
  return parts.length > 0 ? parts.join(' UNION ALL ') : recordedSql(rows, 'false');
}

function recordedSql(rows: string, where: string): string {
  return `SELECT s.capture, s.series, s.ts, s."row", s.value, 1::DOUBLE AS weight
    FROM (${rows}) s WHERE NOT s.since_boot AND ${where}`;
}

/**
 * Rates per second from one value to the next. If a count decreases (a reset, or a counter that wrapped), its rate is
 * null, because the increase before the reset is unknown. The first rate uses the last value before the scope.
 */
export function ratesSql(which: string, where: string): string {
  return `SELECT s.capture, s.series, s.ts, s."row", CASE WHEN s.step >= 0 THEN s.step / s.weight END AS value, s.weight
    FROM (SELECT s.capture, s.series, s.ts, s."row", s.value - lag(s.value) OVER before AS step,
                 (s.ts - lag(s.ts) OVER before) / 1e9 AS weight
          FROM metric s WHERE NOT s.since_boot AND ${which}
          WINDOW before AS (PARTITION BY s.series ORDER BY s.ts, s."row")) s
    WHERE s.weight > 0 AND ${where}`;
}

/** The parameter that shows cumulative series as recorded instead of as rates. */
export const countsParam = {
  type: 'flag',
  about: 'Shows cumulative counts as recorded, instead of as rates.',
} as const;

/** A note that cumulative counts are shown as rates. */
export function ratesNote(series: readonly SeriesFact[], reading: Reading): Note[] {
  if (reading !== 'usual') return [];
  const grown = series.filter(each => each.cumulative);
  const [first] = grown;
  if (!first) return [];
  const which =
    grown.length === 1
      ? `${pathOf(first)} is a cumulative count`
      : `${amountOf(grown.length, 'counts')} are cumulative`;
  return [
    note(
      'rates',
      `${which}: shown as a rate per second, with a gap where the count decreases.`,
      { series: grown.length },
      { option: 'counts', does: 'shows the counts' },
    ),
  ];
}
