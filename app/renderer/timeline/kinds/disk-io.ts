import { formatDuration, formatInteger } from '../../../wording/numbers.ts';
import { roundUp } from '../../../wording/ticks.ts';
import { lineColours } from '../../state/colours.ts';
import { inView, placing } from '../pictures/pixels.ts';
import { stackedPicture } from '../pictures/stacked.ts';
import { bucketAt, trackData } from '../track-data.ts';
import { alignedBuckets, nothingDrawn, type Surface, type TrackKind } from './kind.ts';

/** px */
const bucketWidth = 4;

/** Disk requests: their number by disk, overlaid with the 99th percentile of their latency. */
export const diskIo: TrackKind = {
  id: 'disk-io',
  needs: ['event'],
  height: 36,
  isOptional: true,
  maxRows: 200_000,
  read: () => ({}),
  titleOf: () => 'Disk requests',
  proposed: ({ rows }) => (rows.event ? [{ id: 'disk-io', params: {} }] : []),
  offered: [{}],
  question: (_, { scope, width }) => ({
    question: 'disk-io-rate',
    params: alignedBuckets(width, bucketWidth),
    scope,
  }),
  picture({ table, hidden }) {
    const counts = trackData(table, { key: 'device', value: 'count' });
    if (counts.series.length === 0) return nothingDrawn;
    const names = counts.series.map(({ key }) => key);
    const colours = lineColours(names);
    const shown = { ...counts, series: counts.series.filter(({ key }) => !hidden.has(key)) };
    const bars = stackedPicture({
      data: counts,
      draw: 'bars',
      keys: names.map((name, i) => ({ name: diskName(name), id: name, colour: colours[i]! })),
      hidden,
      top: roundUp(counts.peak),
      about: 'line: p99',
      hasLegend: true,
      areCounts: true,
      format: formatInteger,
    });
    const latency = slowest(trackData(table, { key: 'device', value: 'p99' }), shown);
    const maxLatency = Math.max(0, ...latency.filter(each => !Number.isNaN(each)));
    const origin = counts.times[0]!;
    const since = Float64Array.from(counts.times, time => Number(time - origin));
    const half = (since[1] ?? 0) / 2;
    return {
      ...bars,
      colours: [...bars.colours, 'var(--text)'],
      peak: maxLatency > 0 ? formatDuration(maxLatency) : bars.peak,
      hit(x, y, surface) {
        const hit = bars.hit?.(x, y, surface);
        return hit ? { ...hit, about: { kind: 'requests' } } : null;
      },
      draw(surface) {
        surface.context.globalAlpha = 0.55;
        bars.draw(surface);
        surface.context.globalAlpha = 1;
        const [first, end] = inView(since, origin, surface.scale);
        const x = placing(origin, surface.scale);
        drawLatency(surface, latency, first, end, maxLatency, at => x(since[at]! + half));
      },
      at(moment) {
        const { whole, keys } = bars.at(moment);
        const p99 = latency[bucketAt(counts, moment)] ?? Number.NaN;
        return { whole: Number.isNaN(p99) ? whole : `${whole} · ${formatDuration(p99)}`, keys };
      },
    };
  },
};

/** Windows numbers its disks. */
const diskName = (name: string): string =>
  name === '' ? 'unknown disk' : /^\d+$/.test(name) ? `disk ${name}` : name;

type Data = ReturnType<typeof trackData>;

/** The largest value among the drawn disks; NaN if none has a value. */
function slowest({ times, series }: Data, { series: drawn }: Data): Float64Array {
  const drawnSeries = series.filter(({ key }) => drawn.some(each => each.key === key));
  return Float64Array.from(times, (_, at) =>
    drawnSeries.reduce(
      (largest, { values }) => (values[at]! > 0 && !(values[at]! <= largest) ? values[at]! : largest),
      Number.NaN,
    ),
  );
}

function drawLatency(
  { context, height, colours, muted }: Surface,
  values: Float64Array,
  first: number,
  end: number,
  maxLatency: number,
  x: (at: number) => number,
): void {
  if (maxLatency <= 0) return;
  const y = (value: number) => height - 1.5 - (value / maxLatency) * (height - 3);
  context.strokeStyle = colours.at(-1) ?? muted;
  context.lineWidth = 1;
  context.lineJoin = 'round';
  context.beginPath();
  let isOpen = false;
  for (let at = first; at < end; at++) {
    if (Number.isNaN(values[at]!)) {
      // One value between two gaps is a dot.
      isOpen = false;
      continue;
    }
    if (isOpen) context.lineTo(x(at), y(values[at]!));
    else {
      context.moveTo(x(at) - 0.5, y(values[at]!));
      context.lineTo(x(at) + 0.5, y(values[at]!));
    }
    isOpen = true;
  }
  context.stroke();
}
