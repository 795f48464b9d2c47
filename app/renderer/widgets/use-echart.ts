/** ECharts in React. A chart registers its series: `use([LineChart])` of `echarts/core`. */
import { GridComponent } from 'echarts/components';
import { type EChartsCoreOption, type EChartsType, init, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { type RefCallback, useEffect, useMemo, useState } from 'react';
import { useColours } from '../state/use-colours.ts';
import type { Size } from './use-size.ts';

use([GridComponent, CanvasRenderer]);

/**
 * A chart in the element with the ref: created and disposed with it, redrawn when `option` or `size` is another
 * object, and empty until both exist. It has no animation; cursors over it are separate elements. Axes get the
 * font and the grid lines of the theme unless the option sets them.
 */
export function useEChart(option: EChartsCoreOption | null, size: Size): RefCallback<HTMLElement> {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [chart, setChart] = useState<EChartsType | null>(null);
  const theme = useChartTheme();
  const { width, height } = size;
  useEffect(() => {
    if (!element) return;
    const chart = init(element, defaultsOf(theme), { renderer: 'canvas', width: 1, height: 1 });
    setChart(chart);
    return () => {
      setChart(null);
      chart.dispose();
    };
  }, [element, theme]);
  useEffect(() => {
    if (!chart || !option || width === 0 || height === 0) return;
    chart.resize({ width, height });
    chart.setOption({ animation: false, ...option }, { notMerge: true });
  }, [chart, option, width, height]);
  return setElement;
}

/** Colours and fonts of charts in the current theme. A change of theme gives a new object. */
export interface ChartTheme {
  readonly font: { readonly color: string; readonly fontFamily: string; readonly fontSize: number };
  readonly ruling: string;
  /** Colour of marks without one of their own. */
  readonly bar: string;
}

const tokens = ['var(--muted)', 'var(--ruling)', 'var(--bar)'];

export function useChartTheme(): ChartTheme {
  const colours = useColours(tokens);
  return useMemo(() => {
    const [color = '', ruling = '', bar = ''] = colours;
    return { font: { color, fontFamily: 'Inter Variable, sans-serif', fontSize: 11 }, ruling, bar };
  }, [colours]);
}

/** Replaces ECharts' defaults, which suit only a white background. */
export function defaultsOf({ font, ruling, bar }: ChartTheme): object {
  const line = { lineStyle: { color: ruling } };
  const axis = { axisLine: line, axisTick: line, splitLine: line, axisLabel: font, nameTextStyle: font };
  return {
    color: [bar],
    textStyle: font,
    valueAxis: axis,
    categoryAxis: axis,
    timeAxis: axis,
    logAxis: axis,
  };
}
