/** The picture of a track, on the timeline's axis: ECharts without axes, legends or answers to the mouse. */
import { BarChart, LineChart } from 'echarts/charts';
import { GridComponent } from 'echarts/components';
import { type EChartsCoreOption, type EChartsType, init, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { useEffect, useRef } from 'react';
import type { TimeScale } from '../lib/time-scale.ts';

use([LineChart, BarChart, GridComponent, CanvasRenderer]);

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
        grid: { left: 0, right: 0, ...margin },
        xAxis: { type: 'value', show: false, min: 0, max: scale.length },
        yAxis: { type: 'value', show: false, min: 0, max: top },
        series,
      },
      { notMerge: true },
    );
  }, [series, scale, top, height, margin]);

  return <div ref={element} className="track-chart" aria-hidden="true" style={{ height }} />;
}
