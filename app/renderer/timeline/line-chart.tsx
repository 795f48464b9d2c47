import { LineChart as Lines } from 'echarts/charts';
import { GridComponent } from 'echarts/components';
import { type EChartsType, init, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { useEffect, useRef } from 'react';
import type { TimeScale } from '../lib/time-scale.ts';
import type { Line } from './line-data.ts';

use([Lines, GridComponent, CanvasRenderer]);

export interface DrawnLine {
  readonly line: Line;
  /** Resolved. */
  readonly colour: string;
  /** The values at the bottom and at the top of the lane. */
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

/** Series as lines on the timeline's axis; where nothing was measured, nothing is drawn. */
export function LineChart({ lines, scale, height }: LineChartProps) {
  const element = useRef<HTMLDivElement>(null);
  const chart = useRef<EChartsType | null>(null);

  useEffect(() => {
    const made = init(element.current!, null, { renderer: 'canvas' });
    chart.current = made;
    return () => made.dispose();
  }, []);

  useEffect(() => {
    chart.current?.resize({ width: scale.width, height });
    chart.current?.setOption(
      {
        animation: false,
        grid: { left: 0, right: 0, top: 2, bottom: 1 },
        xAxis: { type: 'value', show: false, min: 0, max: scale.length },
        yAxis: { type: 'value', show: false, min: 0, max: 1 },
        series: lines.flatMap(each => [spread(each, scale), mean(each, scale, lines.length === 1)]),
      },
      { notMerge: true },
    );
  }, [lines, scale, height]);

  return <div ref={element} className="lane-chart" aria-hidden="true" style={{ height }} />;
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
    data: line.times.map((time, at) => [Number(time - scale.from), place(drawn, line.values[at]!)]),
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
    data: line.times.flatMap((time, at) => {
      const x = Number(time - scale.from);
      if (line.min[at] === line.max[at]) return [[x, place(drawn, line.values[at]!)]];
      return [
        [x, place(drawn, line.min[at]!)],
        [x, place(drawn, line.max[at]!)],
      ];
    }),
  };
}
