/** Values in buckets: areas or bars over each other, or a strip for each key. */
import { isIdleName } from '../../../../analyzers/samples/idle-rules.ts';
import type { Interval } from '../../lib/interval.ts';
import type { Hit, Surface, TrackKey, TrackPicture } from '../kinds/kind.ts';
import { bucketAt, strips, sumAt, type TrackData } from '../track-data.ts';
import { hatch, inView, placing, snapped } from './pixels.ts';

/** Stacked, as areas or bars; or a strip for each series with its own scale, the first on top. */
export type Draw = 'areas' | 'bars' | 'strips';

export interface Stacked {
  readonly data: TrackData;
  readonly draw: Draw;
  /** One key per series, drawn or hidden, in the order of the colours. */
  readonly keys: readonly TrackKey[];
  readonly hidden: ReadonlySet<string>;
  /** The value at the top of areas and bars. */
  readonly top: number;
  readonly about: string;
  readonly hasLegend: boolean;
  /** True if amounts add up over time; else they are averages. */
  readonly areCounts: boolean;
  format(value: number): string;
}

/** Minimum height of a strip, px. */
const stripHeight = 13;
/** Smallest height of a bar, px, so that small values are still seen. */
const minBar = 2;

export function stackedPicture(content: Stacked): TrackPicture {
  const { data, keys, hidden, draw, format } = content;
  const colours = new Map(data.series.map(({ key }, i) => [key, i]));
  const series = data.series.filter(({ key }) => !hidden.has(key));
  const shown = { ...data, series };
  const { times } = data;
  const origin = times[0] ?? 0n;
  const since = Float64Array.from(times, time => Number(time - origin));
  const width = since.length > 1 ? since[1]! - since[0]! : 0;
  const peak = times.reduce((max, _, at) => Math.max(max, sumAt(series, at)), 0);
  const last = times.at(-1);
  const hitOf = (key: string, bucket: number): Hit => {
    const from = times[bucket]!;
    return { text: '', key, interval: { from, to: from + BigInt(width) } };
  };
  const stackHit: NonNullable<TrackPicture['hit']> = (x, y, { scale, height }) => {
    const bucket = bucketAt(data, scale.time(x));
    let left = ((height - y) / height) * content.top;
    if (bucket < 0) return null;
    for (const { key, values } of series) {
      left -= values[bucket]!;
      if (left <= 0) return hitOf(key, bucket);
    }
    return null;
  };
  const stripHit: NonNullable<TrackPicture['hit']> = (x, y, { scale, height }) => {
    const bucket = bucketAt(data, scale.time(x));
    const strip = series[Math.floor((y / height) * series.length)];
    return strip && bucket >= 0 && strip.values[bucket]! > 0 ? hitOf(strip.key, bucket) : null;
  };
  return {
    isEmpty: data.series.length === 0,
    about: content.about,
    keys: content.hasLegend ? keys : [],
    colours: keys.map(({ colour }) => colour),
    peak: draw === 'strips' || peak === 0 ? '' : format(peak),
    extent: last === undefined ? null : { from: origin, to: last + BigInt(width) },
    ...(draw === 'strips' && { minHeight: stripHeight * series.length }),
    draw(surface) {
      const { scale } = surface;
      const [first, end] = inView(since, origin, scale);
      const place = placing(origin, scale);
      const edges = Float64Array.from({ length: Math.max(0, end - first) + 1 }, (_, i) => {
        const at = first + i;
        const start = at < since.length ? since[at]! : (since.at(-1) ?? 0) + width;
        return snapped(place(start), surface.ratio);
      });
      const colourOf = (key: string) => surface.colours[colours.get(key)!] ?? surface.muted;
      if (draw === 'strips') drawStrips(surface, shown, edges, first, colourOf);
      else drawStack(surface, shown, edges, first, { hasGaps: draw === 'bars', top: content.top }, colourOf);
    },
    at(moment) {
      const bucket = bucketAt(data, moment);
      if (bucket < 0 || (width > 0 && moment >= times[bucket]! + BigInt(width)))
        return { whole: '', keys: [] };
      return {
        whole: draw === 'strips' && series.length > 1 ? '' : format(sumAt(series, bucket)),
        keys: data.series.map(({ values }) => format(values[bucket]!)),
      };
    },
    over: interval => overWords(content, shown, interval),
    hit: draw === 'strips' ? stripHit : stackHit,
  };
}

function drawStack(
  { context, height, ratio }: Surface,
  { series }: TrackData,
  edges: Float64Array,
  first: number,
  { hasGaps, top }: { readonly hasGaps: boolean; readonly top: number },
  colourOf: (key: string) => string,
): void {
  const count = edges.length - 1;
  // The exact end of the bar below, so that many bars too small to see still raise the ones above.
  const floor = new Float64Array(count).fill(height);
  const gap = hasGaps && count > 0 && edges[1]! - edges[0]! > 3 ? 1 : 0;
  for (const { key, values } of series) {
    context.fillStyle = isIdleName(key) ? hatch(context, colourOf(key)) : colourOf(key);
    context.beginPath();
    for (let i = 0; i < count; i++) {
      const value = values[first + i]!;
      if (!(value > 0)) continue;
      const exact = floor[i]! - (value / (top || 1)) * height;
      const ceiling = hasGaps ? Math.min(exact, floor[i]! - minBar) : exact;
      const [y, bottom] = [snapped(ceiling, ratio), snapped(floor[i]!, ratio)];
      floor[i] = ceiling;
      if (y < bottom)
        context.rect(edges[i]!, y, Math.max(1 / ratio, edges[i + 1]! - edges[i]! - gap), bottom - y);
    }
    context.fill();
  }
}

function drawStrips(
  { context, height, ratio }: Surface,
  data: TrackData,
  edges: Float64Array,
  first: number,
  colourOf: (key: string) => string,
): void {
  const count = edges.length - 1;
  strips(data).forEach(({ base, values }, i) => {
    const bottom = snapped((1 - base) * height, ratio);
    context.fillStyle = colourOf(data.series[i]!.key);
    context.beginPath();
    for (let at = 0; at < count; at++) {
      const value = values[first + at]!;
      if (!(value > 0)) continue;
      const high = Math.max(minBar, snapped(value * height, ratio));
      const wide = edges[at + 1]! - edges[at]!;
      context.rect(edges[at]!, bottom - high, Math.max(1, wide - (wide > 3 ? 1 : 0)), high);
    }
    context.fill();
  });
}

/** Describes the buckets that begin in the interval. */
function overWords(
  { areCounts, format }: Stacked,
  { times, series }: TrackData,
  { from, to }: Interval,
): string {
  let [sum, count] = [0, 0];
  for (let at = 0; at < times.length; at++) {
    if (times[at]! < from || times[at]! >= to) continue;
    sum += sumAt(series, at);
    count++;
  }
  if (count === 0) return '';
  return areCounts ? `${format(sum)}` : `mean ${format(sum / count)}`;
}
