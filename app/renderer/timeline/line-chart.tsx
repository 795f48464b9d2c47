import { useMemo } from 'react';
import type { TimeScale } from '../lib/time-scale.ts';
import { Chart } from './chart.tsx';
import type { Line } from './line-data.ts';

export interface DrawnLine {
  readonly line: Line;
  /** Resolved. */
  readonly colour: string;
  /** The values at the bottom and at the top of the track. */
  readonly low: number;
  readonly high: number;
}

interface LineChartProps {
  readonly lines: readonly DrawnLine[];
  readonly scale: TimeScale;
  /** px */
  readonly height: number;
}

/** More points than this show what they are without dots. */
const dotted = 3;

/** Lines at the edge keep their width. */
const margin = { top: 2, bottom: 1 };

/** Series as lines on the timeline's axis; where nothing was measured, nothing is drawn. */
export function LineChart({ lines, scale, height }: LineChartProps) {
  const series = useMemo(
    () => lines.flatMap(each => [spread(each, scale), mean(each, scale, lines.length === 1)]),
    [lines, scale],
  );
  return <Chart series={series} scale={scale} top={1} height={height} margin={margin} />;
}

function place({ low, high }: DrawnLine, value: number): number | null {
  return Number.isNaN(value) ? null : (value - low) / (high - low || 1);
}

function mean(drawn: DrawnLine, scale: TimeScale, isAlone: boolean) {
  const { line, colour } = drawn;
  return {
    type: 'line' as const,
    silent: true,
    connectNulls: false,
    showSymbol: line.times.length <= dotted,
    symbolSize: 4,
    itemStyle: { color: colour },
    lineStyle: { width: 1.5, color: colour },
    ...(isAlone ? { areaStyle: { color: colour, opacity: 0.16 } } : {}),
    data: Array.from(line.times, (time, at) => [Number(time - scale.from), place(drawn, line.values[at]!)]),
  };
}

/** From the smallest to the largest value of each bucket: a peak is not averaged away. */
function spread(drawn: DrawnLine, scale: TimeScale) {
  const { line, colour } = drawn;
  return {
    type: 'line' as const,
    silent: true,
    connectNulls: false,
    symbol: 'none',
    lineStyle: { width: 1, color: colour, opacity: 0.45 },
    data: Array.from(line.times, (time, at) => {
      const x = Number(time - scale.from);
      if (line.min[at] === line.max[at]) return [[x, place(drawn, line.values[at]!)]];
      return [
        [x, place(drawn, line.min[at]!)],
        [x, place(drawn, line.max[at]!)],
      ];
    }).flat(),
  };
}
