import { useMemo } from 'react';
import type { TimeScale } from '../lib/time-scale.ts';
import { Chart } from './chart.tsx';
import { cumulative, strips, type TrackData } from './track-data.ts';
import type { Draw } from './tracks.ts';

interface TrackChartProps {
  readonly data: TrackData;
  readonly scale: TimeScale;
  readonly top: number;
  readonly draw: Draw;
  /** Resolved colours, one a series. */
  readonly colours: readonly string[];
  readonly height: number;
}

/** The picture of one track on the timeline's axis; what it says in words stands around it. */
export function TrackChart({ data, scale, top, draw, colours, height }: TrackChartProps) {
  const series = useMemo(() => {
    const x = Array.from(data.times, time => Number(time - scale.from));
    const bucket = x.length > 1 ? x[1]! - x[0]! : scale.length;
    const width = Math.max(1, (bucket / scale.length) * scale.width - 1);
    const middles = x.map(start => start + bucket / 2);
    if (draw === 'areas') return areas(data, colours, x, bucket);
    return draw === 'bars' ? bars(data, colours, middles, width) : stripBars(data, colours, middles, width);
  }, [data, scale, draw, colours]);

  return <Chart series={series} scale={scale} top={draw === 'strips' ? 1 : top} height={height} />;
}

/** Drawn from the highest down, each over the one before: ECharts' own stacking does not keep steps. */
function areas(data: TrackData, colours: readonly string[], x: readonly number[], bucket: number) {
  return cumulative(data)
    .map((values, i) => ({
      type: 'line' as const,
      silent: true,
      symbol: 'none',
      lineStyle: { width: 0 },
      areaStyle: { color: colours[i]!, opacity: 1 },
      data: Array.from(values, (value, at) => [
        [x[at]!, value],
        [x[at]! + bucket, value],
      ]).flat(),
    }))
    .reverse();
}

function bar(color: string, barWidth: number) {
  return {
    type: 'bar' as const,
    silent: true,
    barWidth,
    // One over the other, and what is there is seen, however little it is.
    barGap: '-100%',
    itemStyle: { color },
  };
}

function bars(data: TrackData, colours: readonly string[], x: readonly number[], width: number) {
  return cumulative(data)
    .map((values, i) => ({
      ...bar(colours[i]!, width),
      barMinHeight: 2,
      data: Array.from(values, (value, at) => [x[at]!, data.series[i]!.values[at]! > 0 ? value : '-']),
    }))
    .reverse();
}

/** A bar that cannot be seen carries each strip to its place. */
function stripBars(data: TrackData, colours: readonly string[], x: readonly number[], width: number) {
  return strips(data).flatMap(({ base, values }, i) => {
    const stack = `strip ${i}`;
    return [
      { ...bar('transparent', width), stack, data: x.map(middle => [middle, base]) },
      {
        ...bar(colours[i]!, width),
        stack,
        barMinHeight: 2,
        data: Array.from(values, (value, at) => [x[at]!, Number.isNaN(value) ? '-' : value]),
      },
    ];
  });
}
