/**
 * Converts metrics to series, and to rows of `histogram`.
 * https://opentelemetry.io/docs/specs/otel/metrics/data-model/
 */
import type { Output, SeriesId, SeriesKey } from '../contract.ts';
import { isCount } from '../kit/bounds.ts';
import type { JsonPosition } from '../kit/json-stream.ts';
import { type Json, type JsonObject, listOf, numberOf, objectOf, textOf } from '../kit/json-values.ts';
import type { NanoClock } from './clock.ts';
import { type Buckets, bucketsOf, rowsOf, since } from './histograms.ts';
import {
  countedOperations,
  meanDuration,
  meaningOf,
  noMeaning,
  type SeriesMeaning,
  unitOf,
} from './meaning.ts';
import type { Resource } from './resource.ts';
import { type Attributes, attributesOf } from './values.ts';

/** Maximum number of histograms whose last counts are cached; beyond it, the one seen first is dropped. */
const maxHistograms = 1 << 16;

/** Attributes that alone name the object of a series. */
const plainKeys =
  /^(?:cpu|cpu\.logical_number|system\.cpu\.logical_number|device|system\.device|network\.interface\.name|mountpoint)$/;

interface Metric {
  readonly name: string;
  readonly unit: string;
  readonly resource: Resource;
  /** True if values count from a start; false if each counts for its interval. */
  readonly isCumulative: boolean;
}

/** A combination of attributes of a metric, and its series. */
interface Labelled {
  readonly attributes: Attributes;
  readonly series: Map<string, SeriesId>;
}

/** Maximum number of cached combinations per resource. */
const maxCombinations = 1 << 14;

interface Counted {
  readonly buckets: Buckets | null;
  readonly count: number;
  readonly sum: number;
}

export class Metrics {
  /** Number of exemplars: measurements of single operations beside points. */
  exemplars = 0;
  /** Number of points with invalid bucket counts. */
  uncountable = 0;
  private row = -1;
  private readonly last = new Map<SeriesId, Counted>();
  private readonly known = new WeakMap<Resource, Map<string, Labelled>>();

  constructor(
    private readonly out: Output,
    private readonly clock: NanoClock,
  ) {}

  /** Begins a sample: the metrics of a resource that follow were collected together. */
  beginSample(): void {
    this.row++;
  }

  /** @returns true if it is a metric */
  take(json: JsonObject, resource: Resource, at: JsonPosition): boolean {
    const { gauge, sum, histogram, exponentialHistogram, summary } = json;
    const name = textOf(json.name);
    const kind = [gauge, sum, histogram, exponentialHistogram, summary].findIndex(each => each !== undefined);
    if (name === '' || kind < 0) return false;
    const data = objectOf(gauge ?? sum ?? histogram ?? exponentialHistogram ?? summary);
    const { aggregationTemporality: temporality } = data;
    const metric: Metric = {
      name,
      unit: textOf(json.unit),
      resource,
      isCumulative: temporality === 2 || temporality === 'AGGREGATION_TEMPORALITY_CUMULATIVE',
    };
    for (const each of listOf(data.dataPoints)) {
      const point = objectOf(each);
      this.exemplars += listOf(point.exemplars).length;
      // Flag 1: nothing was recorded.
      if (numberOf(point.flags) % 2 === 1) continue;
      const labelled = this.labelled(metric, kind, point.attributes);
      const ts = this.clock.at(point.timeUnixNano, at);
      if (kind < 2) this.number(metric, point, labelled, ts, kind === 1, data.isMonotonic === true);
      else if (kind < 4) this.histogram(metric, point, labelled, ts);
      else this.summary(metric, point, labelled, ts);
    }
    return true;
  }

  private number(
    metric: Metric,
    point: JsonObject,
    labelled: Labelled,
    ts: number,
    isSum: boolean,
    isMonotonic: boolean,
  ): void {
    const value = numberOf(point.asDouble ?? point.asInt);
    if (Number.isNaN(value)) return;
    const isDelta = isSum && !metric.isCumulative;
    const cumulative = isSum && isMonotonic && !isDelta;
    // The growth of a delta counter is not a rate until it is divided by its interval, so it has no meaning.
    const meant = isDelta
      ? undefined
      : () => meaningOf(metric.name, metric.unit, labelled.attributes, cumulative);
    this.give(
      this.series(metric, labelled, isDelta ? 'delta' : '', unitOf(metric.unit), cumulative, meant),
      ts,
      value,
    );
    if (metric.name === 'system.cpu.logical.count') this.out.about({ cpus: value });
  }

  private histogram(metric: Metric, point: JsonObject, labelled: Labelled, ts: number): void {
    const unit = unitOf(metric.unit);
    const stated = bucketsOf(point);
    const canBe = stated === null || [...stated.counts.values()].every(isCount);
    const buckets = canBe ? stated : null;
    if (!canBe) this.uncountable++;
    const [count, sum] = [numberOf(point.count), numberOf(point.sum)];
    const series = this.series(metric, labelled, '', unit, false);
    const before = metric.isCumulative ? (this.last.get(series) ?? null) : null;
    // It was reset if it counts less than before.
    const restarted = before !== null && !(count >= before.count);
    const last = restarted ? null : before;
    if (metric.isCumulative) this.keep(series, { buckets, count, sum });
    if (buckets !== null) {
      const grown = since(last?.buckets ?? null, buckets);
      const threshold = numberOf(point.zeroThreshold);
      for (const { low, high, count: each } of rowsOf(grown, Number.isNaN(threshold) ? 0 : threshold))
        this.out.row('histogram', { series, ts, low, high, count: each });
    }
    const suffix = metric.isCumulative ? '' : ' delta';
    const counts = metric.isCumulative
      ? () => countedOperations(metric.name, labelled.attributes)
      : undefined;
    this.give(this.series(metric, labelled, `count${suffix}`, null, metric.isCumulative, counts), ts, count);
    this.give(this.series(metric, labelled, `sum${suffix}`, unit, metric.isCumulative && sum >= 0), ts, sum);
    const counted = count - (last?.count ?? 0);
    if (counted > 0 && !Number.isNaN(sum)) {
      const mean = (sum - (last?.sum ?? 0)) / counted;
      const meant = () => meanDuration(metric.name, metric.unit, labelled.attributes);
      this.give(this.series(metric, labelled, 'mean', unit, false, meant), ts, mean);
    }
    // Min and max of a cumulative histogram cover all it ever counted.
    const ever = metric.isCumulative ? ' since start' : '';
    this.give(this.series(metric, labelled, `min${ever}`, unit, false), ts, numberOf(point.min));
    this.give(this.series(metric, labelled, `max${ever}`, unit, false), ts, numberOf(point.max));
  }

  private keep(series: SeriesId, counted: Counted): void {
    if (this.last.size >= maxHistograms && !this.last.has(series))
      for (const oldest of this.last.keys()) {
        this.last.delete(oldest);
        break;
      }
    this.last.set(series, counted);
  }

  private summary(metric: Metric, point: JsonObject, labelled: Labelled, ts: number): void {
    const unit = unitOf(metric.unit);
    this.give(this.series(metric, labelled, 'count', null, true), ts, numberOf(point.count));
    this.give(this.series(metric, labelled, 'sum', unit, true), ts, numberOf(point.sum));
    for (const each of listOf(point.quantileValues)) {
      const { quantile, value } = objectOf(each);
      const percentile = quantileName(numberOf(quantile ?? 0));
      this.give(
        this.series(metric, labelled, percentile, unit, false),
        ts,
        numberOf(value as Json | undefined),
      );
    }
  }

  private give(series: SeriesId, ts: number, value: number): void {
    if (Number.isFinite(value)) this.out.metric(series, ts, value, Math.max(0, this.row), false);
  }

  private labelled(
    { name, unit, resource, isCumulative }: Metric,
    kind: number,
    list: Json | undefined,
  ): Labelled {
    let known = this.known.get(resource);
    if (known === undefined || known.size >= maxCombinations) {
      known = new Map();
      this.known.set(resource, known);
    }
    const key = `${name}\n${unit}\n${kind} ${isCumulative} ${JSON.stringify(list)}`;
    let labelled = known.get(key);
    if (labelled === undefined) {
      labelled = { attributes: attributesOf(list), series: new Map() };
      known.set(key, labelled);
    }
    return labelled;
  }

  private series(
    metric: Metric,
    { attributes, series }: Labelled,
    statistic: string,
    unit: string | null,
    cumulative: boolean,
    meant: () => SeriesMeaning = () => noMeaning,
  ): SeriesId {
    const key = cumulative ? `+${statistic}` : statistic;
    let id = series.get(key);
    if (id === undefined) {
      id = this.out.series(keyOf(metric, attributes, statistic, unit, cumulative, meant()));
      series.set(key, id);
    }
    return id;
  }
}

function keyOf(
  { name, resource }: Metric,
  attributes: Attributes,
  statistic: string,
  unit: string | null,
  cumulative: boolean,
  { meaning, keys }: SeriesMeaning,
): SeriesKey {
  const parts = [...attributes].filter(([key]) => keys.has(key)).map(([, value]) => value);
  const others = [...attributes].filter(([key]) => !keys.has(key));
  const about = others.map(([key, value]) =>
    others.length === 1 && plainKeys.test(key) ? String(value) : `${key}=${value}`,
  );
  const instance = [...(resource.instance === null ? [] : [resource.instance]), ...about].join(' ');
  const { service, host, pid } = resource;
  // Metrics of a machine are not of the process that measured them.
  const isOfProcess = pid >= 0 && !/^(?:system|hw|k8s|container)\./.test(name);
  return {
    object: service ?? name.split('.', 1)[0]!,
    instance: instance === '' ? null : instance.slice(0, 1024),
    counter: [name, ...parts, statistic].filter(each => each !== '').join(' '),
    unit,
    host,
    cumulative,
    ...(isOfProcess && { task: { process: service ?? 'process', pid, tid: -1 } }),
    ...(meaning !== null && { meaning }),
  };
}

const quantileName = (quantile: number): string => {
  if (quantile === 0) return 'min';
  return quantile === 1 ? 'max' : `p${Number((100 * quantile).toFixed(4))}`;
};
