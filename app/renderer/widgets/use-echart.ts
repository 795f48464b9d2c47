/** ECharts as React holds it. A chart registers the series it has: `use([LineChart])` of `echarts/core`. */
import { GridComponent } from 'echarts/components';
import { type EChartsCoreOption, type EChartsType, init, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { type RefCallback, useEffect, useMemo, useState } from 'react';
import { useColours } from '../state/use-colours.ts';
import type { Size } from './use-size.ts';

use([GridComponent, CanvasRenderer]);

/**
 * A chart in the element that takes the ref: made and disposed of with it, drawn anew when `option` or `size` is another
 * object. Until both are there it is empty. It has no animation, and what moves over it is drawn by others. Axes have the
 * font and the ruling of the theme, where an option says nothing else.
 */
export function useEChart(option: EChartsCoreOption | null, size: Size): RefCallback<HTMLElement> {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [chart, setChart] = useState<EChartsType | null>(null);
  const theme = useChartTheme();
  const { width, height } = size;
  useEffect(() => {
    if (!element) return;
    const made = init(element, defaultsOf(theme), { renderer: 'canvas', width: 1, height: 1 });
    setChart(made);
    return () => {
      setChart(null);
      made.dispose();
    };
  }, [element, theme]);
  useEffect(() => {
    if (!chart || !option || width === 0 || height === 0) return;
    chart.resize({ width, height });
    chart.setOption({ animation: false, ...option }, { notMerge: true });
  }, [chart, option, width, height]);
  return setElement;
}

/** Colours and fonts of charts in the present theme. A change of theme gives another object. */
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

/** In place of what ECharts takes where an option says nothing, which is made for white paper. */
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
