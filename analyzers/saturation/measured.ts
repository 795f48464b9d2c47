/** From series to what they measure: the values of each rule per window of time, for one thing on one machine. */
import { type Columns, nullWide } from '../../workspace/query.ts';
import { captureFacts } from '../catalog.ts';
import type { Ask } from '../contract.ts';
import type { MetricsInScope } from '../metrics-kit/in-scope.ts';
import { pointsSql } from '../metrics-kit/points.ts';
import { pathOf, type SeriesFact, seriesFacts } from '../metrics-kit/series-facts.ts';
import { type Machines, machines } from './machines.ts';
import { type Rule, rules, totals } from './rules.ts';

/** One rule's figures about one thing, from one capture. */
export interface Measured {
  readonly host: string;
  /** Which of the resource; `all` is the whole machine. */
  readonly instance: string;
  readonly rule: Rule;
  /** Over everything in scope. */
  readonly mean: number;
  readonly points: number;
  /** Mean by window; the window of values without a time is null. */
  readonly windows: ReadonlyMap<bigint | null, number>;
  /** In words with its unit. */
  readonly measure: string;
  /** Saturated above this, if that can be said. */
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
  /** Objects whose names no rule can know, because they are not English. */
  readonly foreign: readonly string[];
}

interface Group {
  readonly host: string;
  readonly instance: string;
  readonly rule: Rule;
  readonly capture: number;
  readonly parts: SeriesFact[];
  whole: SeriesFact | null;
}

export async function measured(ask: Ask, within: MetricsInScope): Promise<Measurements> {
  const inScope = new Set(within.captures.map(each => each.id));
  const series = (await seriesFacts(ask)).filter(each => inScope.has(each.capture));
  const known = await machines(ask, series);
  const groups = grouped(series, known);
  const used = groups.flatMap(({ parts, whole, rule }) =>
    [...parts, ...(whole ? [whole] : [])].map(each => (rule.counts ? { ...each, cumulative: true } : each)),
  );
  const { width, windows } = await windowsOf(ask, within, used);
  const names = new Map((await captureFacts(ask)).map(each => [each.id, each.name]));
  const all = groups.flatMap(group => {
    const of = figures(group, windows, known);
    return of
      ? [{ ...of, evidence: `${names.get(group.capture)} ${group.parts.map(pathOf).join(' + ')}` }]
      : [];
  });
  const foreign = [...new Set(series.map(each => each.object))].filter(each => /[^\x20-\x7e]/.test(each));
  return { all, hosts: known.hosts, captures: new Set(series.map(each => each.capture)), width, foreign };
}

/** Rules by object and counter, in any case. */
const ruleOf: ReadonlyMap<string, readonly Rule[]> = (() => {
  const map = new Map<string, Rule[]>();
  for (const rule of rules)
    for (const object of rule.objects)
      for (const counter of [...rule.counters, ...(rule.of ? [rule.of] : [])]) {
        const key = `${object}/${counter}`.toLowerCase();
        map.set(key, [...(map.get(key) ?? []), rule]);
      }
  return map;
})();

function grouped(series: readonly SeriesFact[], known: Machines): Group[] {
  const groups = new Map<string, Group>();
  for (const each of series) {
    for (const rule of ruleOf.get(`${each.object}/${each.counter}`.toLowerCase()) ?? []) {
      const isTotal = each.instance === null || totals.has(each.instance.toLowerCase());
      if ((rule.whole && !isTotal) || (rule.parts && isTotal)) continue;
      const isWhole = rule.of?.toLowerCase() === each.counter.toLowerCase();
      // Raw counts under the name of a figure made from them (sadf -r): only of a rate can they be used.
      if (each.cumulative && !rule.counted && !rule.measure.endsWith('/s')) continue;
      if (rule.counted && !each.cumulative && !isWhole) continue;
      if (rule.aspect === 'utilisation' && !rule.of && !rule.counted && each.unit !== '%') continue;
      const host = known.hostOf(each);
      const instance = isTotal ? 'all' : each.instance!;
      const key = JSON.stringify([
        host,
        instance,
        rules.indexOf(rule),
        each.capture,
        rule.of && !rule.scale && each.unit,
      ]);
      const group = groups.get(key) ?? {
        host,
        instance,
        rule,
        capture: each.capture,
        parts: [],
        whole: null,
      };
      groups.set(key, group);
      if (isWhole) group.whole = each;
      else group.parts.push(each);
    }
  }
  return [...groups.values()].filter(({ parts, whole, rule }) => parts.length > 0 && (!rule.of || whole));
}

interface Windows {
  readonly mean: number;
  readonly points: number;
  readonly means: ReadonlyMap<bigint | null, number>;
}

/** Windows of a minute; of a tenth of the time covered where that is less than ten minutes; longer over days. */
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
  series: readonly SeriesFact[],
): Promise<{ width: bigint; windows: ReadonlyMap<number, Windows> }> {
  if (series.length === 0) return { width: widthOf(0n), windows: new Map() };
  const { params, time } = within;
  const points = `SELECT s.series, s.value, s.weight, ${time} AS "time" FROM (${pointsSql(series, 'usual', within)}) s
    WHERE s.value IS NOT NULL`;
  const spans = await ask.query.columns(
    `SELECT coalesce(max(span), 0)::BIGINT AS span FROM (SELECT max("time") - min("time") AS span FROM (${points}) GROUP BY series)`,
    params,
    ask.cancel,
  );
  const width = widthOf(spans.wides('span')[0]!);
  const found = await ask.query.columns(
    `SELECT series::INTEGER AS series, ("time" // ${width})::BIGINT AS at, count(*)::DOUBLE AS points,
            sum(value * weight) AS total, sum(weight) AS weight
     FROM (${points}) GROUP BY 1, 2 ORDER BY 1, 2`,
    params,
    ask.cancel,
  );
  return { width, windows: collected(found) };
}

/** A window at an edge of the capture, with less than half the points of the fullest, stands for nothing. */
function collected(found: Columns): ReadonlyMap<number, Windows> {
  const [series, at, points] = [found.ints('series'), found.wides('at'), found.numbers('points')];
  const [total, weight] = [found.numbers('total'), found.numbers('weight')];
  const rowsOf = new Map<number, number[]>();
  series.forEach((id, row) => {
    const rows = rowsOf.get(id);
    if (rows) rows.push(row);
    else rowsOf.set(id, [row]);
  });
  const windows = new Map<number, Windows>();
  for (const [id, rows] of rowsOf) {
    const sum = (of: Float64Array) => rows.reduce((all, row) => all + of[row]!, 0);
    const fullest = rows.reduce((most, row) => Math.max(most, points[row]!), 0);
    const means = rows
      .filter(row => points[row]! * 2 >= fullest)
      .map(row => [at[row] === nullWide ? null : at[row]!, total[row]! / weight[row]!] as const);
    windows.set(id, { mean: sum(total) / sum(weight), points: sum(points), means: new Map(means) });
  }
  return windows;
}

/** What a group says; null where it has no values in scope. */
function figures(
  group: Group,
  windows: ReadonlyMap<number, Windows>,
  known: Machines,
): Omit<Measured, 'evidence'> | null {
  const { host, instance, rule } = group;
  const parts = group.parts.flatMap(each => windows.get(each.id) ?? []);
  const whole = group.whole && windows.get(group.whole.id);
  if (parts.length === 0 || (rule.of && !whole)) return null;
  const cpus = rule.perCpu ? known.cpusOf(host) : 1;
  const read = (total: number, of: number) => {
    const sum = total * (rule.scale ?? 1);
    const value = rule.of ? (100 * sum) / of : sum / (cpus ?? 1);
    // Windows may say of a disk that it was idle for 100.2 %.
    return rule.idle ? Math.max(0, 100 - value) : value;
  };
  const sums = new Map<bigint | null, number>();
  for (const { means } of parts) for (const [at, mean] of means) sums.set(at, (sums.get(at) ?? 0) + mean);
  return {
    host,
    instance,
    rule,
    mean: read(
      parts.reduce((sum, each) => sum + each.mean, 0),
      whole?.mean ?? Number.NaN,
    ),
    points: parts.reduce((most, each) => Math.max(most, each.points), 0),
    windows: new Map([...sums].map(([at, sum]) => [at, read(sum, whole?.means.get(at) ?? Number.NaN)])),
    measure:
      cpus === null ? `${rule.measure.replace(' per CPU', '')} (number of CPUs unknown)` : rule.measure,
    above: cpus === null ? null : (rule.above ?? null),
  };
}
