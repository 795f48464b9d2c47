import type { Format, Options, Output } from '../contract.ts';
import { decode } from '../kit/bytes.ts';
import { JsonDocuments } from '../kit/json-documents.ts';
import type { JsonPlace, JsonPosition } from '../kit/json-stream.ts';
import {
  isObject,
  type Json,
  type JsonObject,
  listOf,
  numberOf,
  parsed,
  textOf,
} from '../kit/json-values.ts';
import { WallClock } from '../kit/metrics/wall-clock.ts';
import { reportUntimed } from '../kit/untimed.ts';
import { prometheusJsonEntry } from './entry.ts';

const places: JsonPlace = { data: { result: {} } };

/** Names of counters and of the parts of histograms and summaries. */
const counts = /_(?:total|count|sum|bucket)$/;
/** https://prometheus.io/docs/practices/naming/#base-units */
const units: Readonly<Record<string, string>> = {
  seconds: 's',
  bytes: 'B',
  celsius: '°C',
  volts: 'V',
  joules: 'J',
};

class PrometheusReader extends JsonDocuments {
  private readonly clock: WallClock;

  constructor(out: Output, options: Options) {
    super(out, places);
    this.clock = new WallClock(out, options, {
      domain: 'utc',
      zone: null,
      source: 'epoch-seconds',
      error: 1e6,
    });
  }

  protected override finish(): void {
    this.clock.finish();
  }

  /** Each series of the result is a value. */
  value(
    key: string,
    _depth: number,
    bytes: Uint8Array,
    start: number,
    end: number,
    at: JsonPosition,
  ): boolean {
    if (key !== '[]') return true;
    const series = parsed(decode(bytes, start, end)) ?? undefined;
    if (isObject(series) && isObject(series.metric)) {
      this.series(series.metric, series.value === undefined ? listOf(series.values) : [series.value], at);
      return true;
    }
    this.problem('unknown-value', 'warning', 'A series that is invalid was skipped.', at);
    return false;
  }

  private series(metric: JsonObject, points: readonly Json[], at: JsonPosition): void {
    const name = textOf(metric.__name__);
    const labels = Object.keys(metric)
      .filter(label => label !== '__name__')
      .map(label => `${label}="${textOf(metric[label])}"`);
    const base = name.replace(counts, '').split('_').at(-1) ?? '';
    const id = this.out.series({
      object: 'prometheus',
      instance: labels.length === 0 ? null : labels.join(', '),
      counter: name === '' ? 'value' : name,
      unit: /_(?:count|bucket)$/.test(name) ? null : (units[base] ?? null),
      host: null,
      cumulative: counts.test(name),
    });
    points.forEach((point, row) => {
      const [seconds, value] = listOf(point).map(numberOf);
      if (seconds === undefined || value === undefined || Number.isNaN(seconds) || Number.isNaN(value))
        return;
      const whole = Math.floor(seconds);
      const ts = this.clock.at(whole, Math.round((seconds - whole) * 1e3) * 1e6);
      if (Number.isNaN(ts)) reportUntimed(this.out, at);
      this.out.metric(id, ts, value, row, false);
    });
  }
}

export const prometheusJson: Format = {
  ...prometheusJsonEntry,
  open: (out, options) => new PrometheusReader(out, options),
};
