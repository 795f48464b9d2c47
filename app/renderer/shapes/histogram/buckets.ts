import type { EChartsCoreOption } from 'echarts/core';
import { nullWide } from '../../../../analyzers/contract.ts';
import { formatDuration, formatInteger, formatNumber } from '../../lib/numbers.ts';
import type { Table } from '../../state/table.ts';
import type { ChartTheme } from '../../widgets/use-echart.ts';
import { cast, numbers, texts, times } from '../picture.ts';

export const histogramRoles = {
  histogram: texts('histogram', 'Which histogram a bucket is of.'),
  unit: texts('unit', 'Unit of the bounds.'),
  time: times('time', 'When it was counted.'),
  capture: numbers('capture', 'Of which capture.'),
  low: numbers('low', 'Lower bound.'),
  high: numbers('high', 'Upper bound.'),
  count: numbers('count', 'How long a bar is.'),
};

/** A line of the picture: the name of a histogram, or one of its buckets. */
export interface Line {
  /** Of the answer; null for a name. */
  readonly row: number | null;
  readonly label: string;
  readonly count: number;
  /** Share of the largest bucket of its histogram, 0 … 1. */
  readonly share: number;
}

/** The rows of each histogram stand together, from the lowest bucket up. */
export function linesOf(table: Table, timeOf: (time: bigint) => string): readonly Line[] {
  const { histogram, unit, time, capture, low, high, count } = cast(table, histogramRoles);
  const lines: Line[] = [];
  const isSame = (a: number, b: number) =>
    histogram.index[a] === histogram.index[b] && time[a] === time[b] && capture[a] === capture[b];
  for (let start = 0; start < table.rows; ) {
    let end = start + 1;
    while (end < table.rows && isSame(start, end)) end++;
    const name = histogram.values[histogram.index[start]!] ?? '';
    const at = time[start]! === nullWide ? '' : ` · ${timeOf(time[start]!)}`;
    lines.push({ row: null, label: `${name}${at}`, count: Number.NaN, share: 0 });
    const most = count.subarray(start, end).reduce((peak, each) => Math.max(peak, each), 0);
    for (let row = start; row < end; row++) {
      const of = unit.values[unit.index[row]!] ?? '';
      const share = most > 0 ? count[row]! / most : 0;
      lines.push({ row, label: boundsText(low[row]!, high[row]!, of), count: count[row]!, share });
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

/** px of a line. */
export const lineHeight = 20;

/** The line at `y` px from the top; null beside them. */
export function lineAt(lines: readonly Line[], y: number): number | null {
  const line = Math.floor(y / lineHeight);
  return line >= 0 && line < lines.length ? line : null;
}

/** The next bucket from `from` on in a direction; stays where there is none. */
export function nextBucket(lines: readonly Line[], from: number, step: 1 | -1): number {
  for (let at = from + step; at >= 0 && at < lines.length; at += step) if (lines[at]!.row !== null) return at;
  return from;
}

/** ECharts draws names on a canvas, so that no text of a capture becomes markup. */
export function histogramOption(
  lines: readonly Line[],
  active: number | null,
  { font, ruling, bar }: ChartTheme,
): EChartsCoreOption {
  return {
    animation: false,
    grid: { left: 250, right: 110, top: 0, bottom: 0 },
    xAxis: { type: 'value', show: false, min: 0, max: 1 },
    yAxis: {
      type: 'category',
      inverse: true,
      data: lines.map(({ label, row }, at) => ({
        // Categories of one name would be one.
        value: `${at}`,
        textStyle: row === null ? { fontWeight: 'bold' } : {},
        label,
      })),
      axisLine: { lineStyle: { color: ruling } },
      axisTick: { show: false },
      axisLabel: {
        ...font,
        interval: 0,
        width: 240,
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
          formatter: ({ dataIndex }: { dataIndex: number }) => {
            const count = lines[dataIndex]!.count;
            return Number.isNaN(count) ? '' : formatInteger(count);
          },
        },
        data: lines.map(({ share }, at) => ({
          value: share,
          ...(at === active && { itemStyle: { borderColor: font.color, borderWidth: 2 } }),
        })),
      },
    ],
  };
}
