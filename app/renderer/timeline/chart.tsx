/** The picture of a track, on the timeline's axis: ECharts without axes, legends or answers to the mouse. */
import { BarChart, LineChart } from 'echarts/charts';
import { type EChartsCoreOption, use } from 'echarts/core';
import { useMemo } from 'react';
import type { TimeScale } from '../lib/time-scale.ts';
import { useEChart } from '../widgets/use-echart.ts';

use([LineChart, BarChart]);

interface ChartProps {
  /** Along the axis in ns from where it begins. Drawn anew when it is another object. */
  readonly series: EChartsCoreOption['series'];
  readonly scale: TimeScale;
  /** The value at the top; 0 is at the bottom. */
  readonly top: number;
  /** px */
  readonly height: number;
  /** px left free above and below. */
  readonly margin?: { readonly top: number; readonly bottom: number };
}

const none = { top: 0, bottom: 0 };

export function Chart({ series, scale, top, height, margin = none }: ChartProps) {
  const option = useMemo(
    () => ({
      grid: { left: 0, right: 0, ...margin },
      xAxis: { type: 'value', show: false, min: 0, max: scale.length },
      yAxis: { type: 'value', show: false, min: 0, max: top },
      series,
    }),
    [series, scale, top, margin],
  );
  const element = useEChart(option, { width: scale.width, height });
  return <div ref={element} className="track-chart" aria-hidden="true" style={{ height }} />;
}
