/** Computes the values of each rule per time window, for each resource on each machine. */
import { isMeaning, type MeaningEntry, meanings } from '../../../parsers/meanings.ts';
import { type Columns, nullWide } from '../../../workspace/query.ts';
import type { Ask } from '../../contract.ts';
import { captureFacts } from '../../kit/catalog.ts';
import type { MetricsInScope } from '../../metrics/in-scope.ts';
import { pointsSql } from '../../metrics/points.ts';
import { pathOf, type SeriesFact, seriesFacts } from '../../metrics/series-facts.ts';
import { type Group, grouped, type MeantSeries } from './groups.ts';
import { type Machines, machines } from './machines.ts';
import type { Rule } from './rules.ts';

/** The values of one rule for one resource, from one capture. */
export interface Measured {
  readonly host: string;
  /** Instance of the resource; `all` is the whole machine. */
  readonly instance: string;
  readonly rule: Rule;
  /** Over everything in scope. */
  readonly mean: number;
  readonly points: number;
  /** Mean by window; the window of values without a time is null. */
  readonly windows: ReadonlyMap<bigint | null, number>;
  /** Name of the measure, with its unit. */
  readonly measure: string;
  /** Threshold of saturation; null if there is none. */
  readonly above: number | null;
  /** `iostat.txt disk/vda/%util` */
  readonly evidence: string;
}

export interface Measurements {
  readonly all: readonly Measured[];
  readonly hosts: readonly string[];
  /** Captures in scope that have series. */
  readonly captures: ReadonlySet<number>;
  /** Length of a window, ns. */
  readonly width: bigint;
  /** Objects without a meaning whose names are not English, so that no format can know them. */
  readonly foreign: readonly string[];
  readonly impossible: Impossible;
}

/** Values that were left out because they exceed 100 %. */
interface Impossible {
  readonly values: number;
  readonly series: readonly SeriesFact[];
}

export async function measured(ask: Ask, within: MetricsInScope): Promise<Measurements> {
  const inScope = new Set(within.captures.map(each => each.id));
  const series = (await seriesFacts(ask)).filter(each => inScope.has(each.capture));
  const known = await machines(ask, series);
  const groups = grouped(series, known);
  const used = new Set(groups.flatMap(({ parts, whole }) => (whole ? [...parts, whole] : parts)));
  const { width, windows, impossible } = await windowsOf(ask, within, [...used]);
  const names = new Map((await captureFacts(ask)).map(each => [each.id, each.name]));
  const all = groups.flatMap(group => {
    const values = figures(group, windows, known);
    return values
      ? [{ ...values, evidence: `${names.get(group.capture)} ${group.parts.map(pathOf).join(' + ')}` }]
      : [];
  });
  const unknown = series.filter(each => each.meaning === null).map(each => each.object);
  const foreign = [...new Set(unknown)].filter(each => /[^\x20-\x7e]/.test(each));
  const captures = new Set(series.map(each => each.capture));
  return { all, hosts: known.hosts, captures, width, foreign, impossible };
}

interface Windows {
  readonly mean: number;
  readonly points: number;
  readonly means: ReadonlyMap<bigint | null, number>;
}

/** One minute; a tenth of the time covered if that is less than ten minutes; longer over days. */
function widthOf(span: bigint): bigint {
  const second = 1_000_000_000n;
  const steps = [1n, 2n, 5n, 10n, 20n, 30n].map(each => each * second);
  return (
    steps.find(each => each * 10n >= span) ??
    (span > 3600n * 24n * 60n * second ? span / 86_400n : 60n * second)
  );
}

async function windowsOf(
  ask: Ask,
  within: MetricsInScope,
  series: readonly MeantSeries[],
): Promise<{ width: bigint; windows: ReadonlyMap<number, Windows>; impossible: Impossible }> {
  if (series.length === 0)
    return { width: widthOf(0n), windows: new Map(), impossible: { values: 0, series: [] } };
  const { params, time } = within;
  const points = `SELECT s.series, s.value, s.weight, ${time} AS "time"
    FROM (${pointsSql(series, 'usual', within)}) s WHERE s.value IS NOT NULL`;
  const ranges = await ask.query.columns(
    `SELECT series::INTEGER AS series, coalesce(max("time") - min("time"), 0)::BIGINT AS span,
            min(value) AS least, max(value) AS most
     FROM (${points}) GROUP BY series`,
    params,
    ask.cancel,
  );
  let longest = 0n;
  for (const span of ranges.wides('span')) if (span > longest) longest = span;
  const width = widthOf(longest);
  const beyond = beyondBounds(series, ranges);
  const impossible = beyond.map(({ id, sql }) => `(series = ${id} AND ${sql})`).join(' OR ');
  const result = await ask.query.columns(
    `SELECT series::INTEGER AS series, ("time" // ${width})::BIGINT AS at, count(*)::DOUBLE AS points,
            sum(value * weight) AS total, sum(weight) AS weight
     FROM (${points}) ${impossible && `WHERE NOT (${impossible})`} GROUP BY 1, 2 ORDER BY 1, 2`,
    params,
    ask.cancel,
  );
  const values = impossible
    ? await ask.query.columns(
        `SELECT count(*)::DOUBLE AS "values" FROM (${points}) WHERE ${impossible}`,
        params,
        ask.cancel,
      )
    : null;
  const leftOut = { values: values?.numbers('values')[0] ?? 0, series: beyond.map(each => each.series) };
  return { width, windows: collected(result), impossible: leftOut };
}

/** Tools print slightly more than 100 % (iostat: 100.2 % over a short interval). More than twice that is not rounding. */
const slack = 2;

/**
 * SQL of the values above 100 %, which sar prints when a count was reset, and the series with such values.
 * The range of nearly all series rules them out; comparing each of their points would take a third of the question's time.
 */
function beyondBounds(series: readonly MeantSeries[], ranges: Columns) {
  const [least, most] = [ranges.numbers('least'), ranges.numbers('most')];
  const rowOf = new Map(Array.from(ranges.ints('series'), (id, row) => [id, row]));
  return series.flatMap(each => {
    const { name, factor, addend } = each.meaning;
    const entry: MeaningEntry | null = isMeaning(name) ? meanings[name] : null;
    const row = rowOf.get(each.id);
    if (entry?.most === undefined || row === undefined) return [];
    const bound = slack * entry.most;
    if (factor * (factor < 0 ? least : most)[row]! + addend <= bound) return [];
    return [{ id: each.id, series: each, sql: `${factor} * value + ${addend} > ${bound}` }];
  });
}

/** Drops windows at the edges of a capture with less than half the points of the fullest window. */
function collected(columns: Columns): ReadonlyMap<number, Windows> {
  const [series, at, points] = [columns.ints('series'), columns.wides('at'), columns.numbers('points')];
  const [total, weight] = [columns.numbers('total'), columns.numbers('weight')];
  const rowsOf = new Map<number, number[]>();
  series.forEach((id, row) => {
    const rows = rowsOf.get(id);
    if (rows) rows.push(row);
    else rowsOf.set(id, [row]);
  });
  const windows = new Map<number, Windows>();
  for (const [id, rows] of rowsOf) {
    const sum = (values: Float64Array) => rows.reduce((all, row) => all + values[row]!, 0);
    const fullest = rows.reduce((max, row) => Math.max(max, points[row]!), 0);
    const means = rows
      .filter(row => points[row]! * 2 >= fullest)
      .map(row => [at[row] === nullWide ? null : at[row]!, total[row]! / weight[row]!] as const);
    windows.set(id, { mean: sum(total) / sum(weight), points: sum(points), means: new Map(means) });
  }
  return windows;
}

/** Figures of a group; null if it has no values in scope. */
function figures(
  group: Group,
  windows: ReadonlyMap<number, Windows>,
  known: Machines,
): Omit<Measured, 'evidence'> | null {
  const { host, instance, rule } = group;
  const shown = rule.shown ?? 1;
  const parts = group.parts.flatMap(({ id, meaning }) => {
    const values = windows.get(id);
    return values ? [{ ...values, ...meaning }] : [];
  });
  const whole = group.whole && windows.get(group.whole.id);
  if (parts.length === 0 || (rule.share && !whole)) return null;
  const cpus = rule.perCpu ? known.cpusOf(host) : 1;
  const wholeOf = (mean: number) =>
    group.whole ? group.whole.meaning.factor * mean + group.whole.meaning.addend : (cpus ?? 1);
  const read = (total: number, mean: number) => {
    const figure = total / wholeOf(mean);
    // The complement may be negative: Windows may report a disk as idle for 100.2 %.
    return Math.max(0, rule.complement ? shown - figure : figure);
  };
  // The two factors are multiplied first: their product is exactly 1 for percentages, which then stay as printed.
  const converted = (mean: number, { factor, addend }: MeantSeries['meaning']) =>
    shown * factor * mean + shown * addend;
  const sums = new Map<bigint | null, number>();
  for (const part of parts)
    for (const [at, mean] of part.means) sums.set(at, (sums.get(at) ?? 0) + converted(mean, part));
  return {
    host,
    instance,
    rule,
    mean: read(
      parts.reduce((sum, part) => sum + converted(part.mean, part), 0),
      whole?.mean ?? Number.NaN,
    ),
    points: parts.reduce((max, each) => Math.max(max, each.points), 0),
    windows: new Map([...sums].map(([at, sum]) => [at, read(sum, whole?.means.get(at) ?? Number.NaN)])),
    measure:
      cpus === null ? `${rule.measure.replace(' per CPU', '')} (number of CPUs unknown)` : rule.measure,
    above: cpus === null ? null : (rule.above ?? null),
  };
}
