import { CustomChart } from 'echarts/charts';
import { GridComponent } from 'echarts/components';
import { type EChartsType, init, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { memo, useEffect, useRef } from 'react';
import type { Size } from '../../widgets/use-size.ts';
import { type DrawnHeat, heatOption } from './option.ts';
import { paintCells } from './paint.ts';

use([CustomChart, GridComponent, CanvasRenderer]);

interface HeatChartProps {
  readonly heat: DrawnHeat;
  readonly size: Size;
}

/** Drawn anew when `heat` is another object: what moves over it is drawn by others. */
export const HeatChart = memo(function HeatChart({ heat, size }: HeatChartProps) {
  const element = useRef<HTMLDivElement>(null);
  const chart = useRef<EChartsType | null>(null);

  useEffect(() => {
    const made = init(element.current!, null, { renderer: 'canvas' });
    chart.current = made;
    return () => made.dispose();
  }, []);

  useEffect(() => {
    chart.current?.resize(size);
    chart.current?.setOption(heatOption(heat, paintCells(heat, devicePixelRatio)), { notMerge: true });
  }, [heat, size]);

  return <div ref={element} className="heat-chart" aria-hidden="true" style={{ ...size }} />;
});
