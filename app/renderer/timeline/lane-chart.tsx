import { BarChart, LineChart } from 'echarts/charts';
import { GridComponent } from 'echarts/components';
import { type EChartsType, init, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { useEffect, useRef } from 'react';
import type { TimeScale } from '../lib/time-scale.ts';
import { cumulative, type LaneData } from './lane-data.ts';

use([LineChart, BarChart, GridComponent, CanvasRenderer]);

interface LaneChartProps {
  readonly data: LaneData;
  readonly scale: TimeScale;
  readonly top: number;
  readonly draw: 'areas' | 'bars';
  /** Resolved colours, one a series. */
  readonly colours: readonly string[];
  readonly height: number;
}

/** The picture of one lane on the timeline's axis; what it says in words stands around it. */
export function LaneChart({ data, scale, top, draw, colours, height }: LaneChartProps) {
  const element = useRef<HTMLDivElement>(null);
  const chart = useRef<EChartsType | null>(null);

  useEffect(() => {
    const made = init(element.current!, null, { renderer: 'canvas' });
    chart.current = made;
    return () => made.dispose();
  }, []);

  useEffect(() => {
    const x = data.times.map(time => Number(time - scale.from));
    const bucket = x.length > 1 ? x[1]! - x[0]! : scale.length;
    // Drawn from the highest down, each over the one before: ECharts' own stacking does not keep steps.
    const series = cumulative(data).map((values, i) => {
      const color = colours[i]!;
      if (draw === 'bars')
        return {
          type: 'bar' as const,
          silent: true,
          barWidth: Math.max(1, (bucket / scale.length) * scale.width - 1),
          // One over the other, and what is there is seen, however little it is.
          barGap: '-100%',
          barMinHeight: 2,
          itemStyle: { color },
          data: Array.from(values, (value, at) => [
            x[at]! + bucket / 2,
            data.series[i]!.values[at]! > 0 ? value : '-',
          ]),
        };
      return {
        type: 'line' as const,
        silent: true,
        symbol: 'none',
        lineStyle: { width: 0 },
        areaStyle: { color, opacity: 1 },
        data: Array.from(values, (value, at) => [
          [x[at]!, value],
          [x[at]! + bucket, value],
        ]).flat(),
      };
    });
    chart.current?.resize({ width: scale.width, height });
    chart.current?.setOption(
      {
        animation: false,
        grid: { left: 0, right: 0, top: 0, bottom: 0 },
        xAxis: { type: 'value', show: false, min: 0, max: scale.length },
        yAxis: { type: 'value', show: false, min: 0, max: top },
        series: series.reverse(),
      },
      { notMerge: true },
    );
  }, [data, scale, top, draw, colours, height]);

  return <div ref={element} className="lane-chart" aria-hidden="true" style={{ height }} />;
}
