import type { EChartsCoreOption } from 'echarts/core';
import { formatNumber } from '../../lib/numbers.ts';
import type { Table } from '../../state/table.ts';
import type { ChartTheme } from '../../widgets/use-echart.ts';
import { cast, numbers, texts } from '../picture.ts';

/** EXAMPLE: the columns that an answer must have to be drawn so, by the role they play. `shapes.test.ts` checks the questions of the shape. */
export const barRoles = {
  name: texts(() => true, 'Stands beside a bar.'),
  amount: numbers(({ refers }) => refers === undefined, 'How long a bar is.'),
};

export interface Bar {
  readonly name: string;
  /** null where the answer has none: missing is missing, not 0. */
  readonly value: number | null;
}

/** EXAMPLE: the arithmetic of a picture stands by itself, without React, and is tested so. */
export function barsOf(table: Table): readonly Bar[] {
  const { name, amount } = cast(table, barRoles);
  return Array.from(amount, (value, row) => ({
    name: name.values[name.index[row]!] ?? '',
    value: Number.isNaN(value) ? null : value,
  }));
}

/** px of a bar with the room around it. */
export const barHeight = 25;

/** The bar at `y` px from the top; null beside them. */
export function barAt(bars: readonly Bar[], y: number): number | null {
  const row = Math.floor(y / barHeight);
  return row >= 0 && row < bars.length ? row : null;
}

/** EXAMPLE: ECharts draws names on a canvas, so that no text of a capture becomes markup. */
export function barOption(
  bars: readonly Bar[],
  unit: string,
  active: number | null,
  { font, ruling, bar }: ChartTheme,
): EChartsCoreOption {
  return {
    grid: { left: 180, right: 120, top: 0, bottom: 0 },
    xAxis: { type: 'value', show: false, min: 0 },
    yAxis: {
      type: 'category',
      inverse: true,
      data: bars.map(({ name }) => name),
      axisLine: { lineStyle: { color: ruling } },
      axisTick: { show: false },
      axisLabel: { ...font, interval: 0, width: 170, overflow: 'truncate' },
    },
    series: [
      {
        type: 'bar',
        silent: true,
        barWidth: 9,
        itemStyle: { color: bar },
        label: {
          ...font,
          show: true,
          position: 'right',
          formatter: ({ dataIndex }: { dataIndex: number }) =>
            `${formatNumber(bars[dataIndex]!.value ?? Number.NaN)} ${unit}`,
        },
        data: bars.map(({ value }, row) => ({
          value,
          ...(row === active && { itemStyle: { borderColor: font.color, borderWidth: 2 } }),
        })),
      },
    ],
  };
}
