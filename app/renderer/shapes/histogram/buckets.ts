import type { EChartsCoreOption } from 'echarts/core';
import { nullWide } from '../../../../analyzers/contract.ts';
import { formatDuration, formatInteger, formatNumber } from '../../../wording/numbers.ts';
import type { Table } from '../../state/table.ts';
import type { BarLine } from '../../widgets/bar-lines.ts';
import type { ChartTheme } from '../../widgets/use-echart.ts';
import { cast, numbers, texts, times } from '../picture.ts';

export const histogramRoles = {
  histogram: texts('histogram', 'Name of the histogram of a bucket.'),
  unit: texts('unit', 'Unit of the bounds.'),
  time: times('time', 'Time of the histogram.'),
  capture: numbers('capture', 'Capture of the histogram.'),
  low: numbers('low', 'Lower bound.'),
  high: numbers('high', 'Upper bound.'),
  count: numbers('count', 'Length of a bar.'),
};

/** A line of the picture: the name of a histogram, or one of its buckets. */
export interface Line extends BarLine {
  readonly label: string;
  readonly count: number;
  /** Share of the largest bucket of its histogram, 0 … 1. */
  readonly share: number;
}

/** Groups rows by histogram, from the lowest bucket up. */
export function linesOf(table: Table, timeOf: (time: bigint) => string): readonly Line[] {
  const { histogram, unit, time, capture, low, high, count } = cast(table, histogramRoles);
  const lines: Line[] = [];
  const isSame = (a: number, b: number) =>
    histogram.index[a] === histogram.index[b] && time[a] === time[b] && Object.is(capture[a], capture[b]);
  for (let start = 0; start < table.rows; ) {
    let end = start + 1;
    while (end < table.rows && isSame(start, end)) end++;
    const name = histogram.values[histogram.index[start]!] ?? '';
    const at = time[start]! === nullWide ? '' : ` · ${timeOf(time[start]!)}`;
    const label = `${name}${at}`;
    lines.push({ row: null, name: label, label, count: Number.NaN, share: 0 });
    const max = count.subarray(start, end).reduce((peak, each) => Math.max(peak, each), 0);
    for (let row = start; row < end; row++) {
      const bucketUnit = unit.values[unit.index[row]!] ?? '';
      const share = max > 0 ? count[row]! / max : 0;
      const label = boundsText(low[row]!, high[row]!, bucketUnit);
      lines.push({
        row,
        name: `${name}, ${label}: ${countText(count[row]!)}`,
        label,
        count: count[row]!,
        share,
      });
    }
    start = end;
  }
  return lines;
}

const nanoseconds: Readonly<Record<string, number>> = { ns: 1, us: 1e3, µs: 1e3, ms: 1e6, s: 1e9 };

/** `256 ns – 512 ns`, `below 8`, `from 4,096 B`. */
export function boundsText(low: number, high: number, unit: string): string {
  const factor = nanoseconds[unit];
  const words = (value: number) =>
    factor === undefined || value < 0
      ? `${Number.isInteger(value) ? formatInteger(value) : formatNumber(value)}${unit && ` ${unit}`}`
      : formatDuration(value * factor);
  if (Number.isNaN(low)) return Number.isNaN(high) ? '' : `below ${words(high)}`;
  return Number.isNaN(high) ? `from ${words(low)}` : `${words(low)} – ${words(high)}`;
}

export const countText = (count: number): string => {
  if (Number.isNaN(count)) return '';
  return Number.isInteger(count) ? formatInteger(count) : formatNumber(count);
};

/** px of a line. */
export const lineHeight = 20;

/** ECharts draws names on a canvas, so that no text of a capture becomes markup. */
export function histogramOption(lines: readonly Line[], { font, bar }: ChartTheme): EChartsCoreOption {
  return {
    // Leaves space for a wider font, because a viewer of a saved picture may lack the font of the window.
    grid: { left: 280, right: 110, top: 0, bottom: 0 },
    xAxis: { type: 'value', show: false, min: 0, max: 1 },
    yAxis: {
      type: 'category',
      inverse: true,
      data: lines.map(({ label, row }, at) => ({
        // ECharts merges categories of equal names.
        value: `${at}`,
        textStyle: row === null ? { fontWeight: 'bold' } : {},
        label,
      })),
      axisTick: { show: false },
      axisLabel: {
        interval: 0,
        width: 235,
        overflow: 'truncate',
        formatter: (at: string) => lines[Number(at)]?.label ?? '',
      },
    },
    series: [
      {
        type: 'bar',
        silent: true,
        barWidth: 12,
        itemStyle: { color: bar },
        label: {
          ...font,
          show: true,
          position: 'right',
          formatter: ({ dataIndex }: { dataIndex: number }) => countText(lines[dataIndex]!.count),
        },
        data: lines.map(({ share }) => share),
      },
    ],
  };
}
