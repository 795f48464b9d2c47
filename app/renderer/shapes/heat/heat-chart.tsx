import { CustomChart } from 'echarts/charts';
import { use } from 'echarts/core';
import { memo, useMemo } from 'react';
import { useEChart } from '../../widgets/use-echart.ts';
import type { Size } from '../../widgets/use-size.ts';
import { type DrawnHeat, heatOption } from './option.ts';
import { paintCells } from './paint.ts';

use([CustomChart]);

interface HeatChartProps {
  readonly heat: DrawnHeat;
  readonly size: Size;
}

/** Redrawn only when `heat` is another object; the cursor and the selection are separate components. */
export const HeatChart = memo(function HeatChart({ heat, size }: HeatChartProps) {
  const option = useMemo(() => heatOption(heat, paintCells(heat, devicePixelRatio)), [heat]);
  const element = useEChart(option, size);
  return <div ref={element} className="heat-chart" aria-hidden="true" style={{ ...size }} />;
});
