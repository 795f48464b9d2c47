import { nullWide } from '../../../workspace/query.ts';
import type { Ask, Note, Scope } from '../../contract.ts';
import { nanoseconds } from '../../durations/duration-kinds.ts';
import { listed } from '../../kit/answer.ts';
import { note } from '../../kit/notes.ts';
import { type MetricsInScope, metricsIn } from '../../metrics/in-scope.ts';
import { pointsSql, ratesNote, unitRead } from '../../metrics/points.ts';
import { selected, selectionOf } from '../../metrics/select.ts';
import type { SeriesFact } from '../../metrics/series-facts.ts';
import type { Pairs } from './pairs.ts';

/** Two series on one grid of time: the mean of each in every bucket in which both have a value. */
export async function seriesPairs(
  ask: Ask,
  x: string,
  y: string,
  bucket: bigint | null,
  scope: Scope,
): Promise<Pairs> {
  const within = await metricsIn(ask, scope);
  const [first, against] = [await one(ask, x, within), await one(ask, y, within)];
  const notes: Note[] = [...within.notes, ...first.notes, ...against.notes];
  const empty: Pairs = {
    x: new Float64Array(0),
    y: new Float64Array(0),
    time: new BigInt64Array(0),
    xUnit: null,
    yUnit: null,
    width: null,
    notes,
  };
  if (!first.series || !against.series) return empty;
  const both = [first.series, against.series];
  notes.push(...ratesNote([...new Set(both)], 'usual'));
  const timed = (series: SeriesFact) =>
    `SELECT s.value, s.weight, ${within.time} AS "time" FROM (${pointsSql([series], 'usual', within)}) s WHERE s.value IS NOT NULL`;
  const width = bucket ?? (await slower(ask, both.map(timed), within));
  const means = (series: SeriesFact) =>
    `SELECT "time" // ${width} AS at, sum(value * weight) / sum(weight) AS value FROM (${timed(series)}) WHERE "time" IS NOT NULL GROUP BY 1`;
  const result = await ask.query.columns(
    `SELECT a.value::DOUBLE AS x, b.value::DOUBLE AS y, (a.at * ${width})::BIGINT AS began
     FROM (${means(first.series)}) a JOIN (${means(against.series)}) b ON a.at = b.at ORDER BY a.at`,
    within.params,
    ask.cancel,
  );
  const [xRead, yRead] = both.map(read);
  return {
    x: result.numbers('x').map(value => value * xRead!.factor),
    y: result.numbers('y').map(value => value * yRead!.factor),
    time: result.wides('began'),
    xUnit: xRead!.unit,
    yUnit: yRead!.unit,
    width,
    notes,
  };
}

function read(series: SeriesFact): { readonly unit: string | null; readonly factor: number } {
  const unit = unitRead(series, 'usual');
  const factor = nanoseconds.get(unit ?? '');
  return factor === undefined ? { unit, factor: 1 } : { unit: 'ns', factor };
}

/** The first series that matches; a note names the others. */
async function one(
  ask: Ask,
  selection: string,
  within: MetricsInScope,
): Promise<{ readonly series: SeriesFact | undefined; readonly notes: readonly Note[] }> {
  const { series, notes } = await selected(ask, selection, within.captures);
  const [first, ...others] = series;
  if (!first || others.length === 0) return { series: first, notes };
  return {
    series: first,
    notes: [
      ...notes,
      note(
        'first-series',
        `${selection} matches ${series.length} series: this is ${selectionOf(first)}; others: ${listed(others.map(selectionOf))}.`,
        { series: series.map(selectionOf) },
      ),
    ],
  };
}

/** The longer of the usual intervals of both series, ns. */
async function slower(ask: Ask, timed: readonly string[], { params }: MetricsInScope): Promise<bigint> {
  const result = await ask.query.columns(
    `SELECT max(step)::BIGINT AS step FROM (${timed
      .map(sql => `SELECT (max("time") - min("time")) // greatest(1, count(*) - 1) AS step FROM (${sql})`)
      .join(' UNION ALL ')})`,
    params,
    ask.cancel,
  );
  const step = result.wides('step')[0] ?? nullWide;
  return step > 0n ? step : 1_000_000_000n;
}
