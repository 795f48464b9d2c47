import type { EChartsCoreOption } from 'echarts/core';
import { formatNumber } from '../../../wording/numbers.ts';
import type { Table } from '../../state/table.ts';
import type { BarLine } from '../../widgets/bar-lines.ts';
import type { ChartTheme } from '../../widgets/use-echart.ts';
import { cast, numbers, texts } from '../picture.ts';

/** EXAMPLE: the columns that the picture needs, by role. `shapes.test.ts` checks the questions with this shape. */
export const barRoles = {
  name: texts(() => true, 'Label of a bar.'),
  amount: numbers(({ refers }) => refers === undefined, 'Length of a bar.'),
};

export interface Bar extends BarLine {
  /** null if the answer has no value, which is not 0. */
  readonly value: number | null;
}

/** EXAMPLE: the arithmetic of a picture is a function without React, so that it can be tested. */
export function barsOf(table: Table): readonly Bar[] {
  const { name, amount } = cast(table, barRoles);
  return Array.from(amount, (value, row) => ({
    row,
    name: name.values[name.index[row]!] ?? '',
    value: Number.isNaN(value) ? null : value,
  }));
}

/** Height of a bar with its gap, px. */
export const barHeight = 25;

/**
 * EXAMPLE: ECharts draws names on a canvas, so that no text of a capture becomes markup. Axes get the colours of the theme; other
 * texts and fills need explicit colours.
 */
export function barOption(bars: readonly Bar[], unit: string, { font, bar }: ChartTheme): EChartsCoreOption {
  return {
    grid: { left: 180, right: 120, top: 0, bottom: 0 },
    xAxis: { type: 'value', show: false, min: 0 },
    yAxis: {
      type: 'category',
      inverse: true,
      data: bars.map(({ name }) => name),
      axisTick: { show: false },
      axisLabel: { interval: 0, width: 170, overflow: 'truncate' },
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
          formatter: ({ dataIndex }: { dataIndex: number }) => {
            const { value } = bars[dataIndex]!;
            return value === null ? '' : `${formatNumber(value)} ${unit}`;
          },
        },
        data: bars.map(({ value }) => value),
      },
    ],
  };
}
