import type { EChartsCoreOption } from 'echarts/core';
import { formatDuration } from '../../../wording/numbers.ts';
import { timeTicks } from '../../../wording/ticks.ts';
import type { Colours } from '../../state/colours.ts';
import type { Table } from '../../state/table.ts';
import type { BarLine } from '../../widgets/bar-lines.ts';
import type { ChartTheme } from '../../widgets/use-echart.ts';
import { cast, numbers, texts } from '../picture.ts';

export const waterfallRoles = {
  name: texts('name', 'Label of a bar.'),
  depth: numbers('depth', 'Indentation of the label.'),
  offset: numbers('offset', 'Begin of a bar, ns since the first.'),
  duration: numbers('duration', 'Length of a bar, ns.'),
  process: texts('process', 'Process of a bar, which decides its colour.'),
  error: texts('error', 'Why it failed.'),
};

export interface Line extends BarLine {
  readonly label: string;
  /** ns; NaN where unknown. */
  readonly offset: number;
  readonly duration: number;
  readonly process: string | null;
  readonly error: string | null;
}

export function linesOf(table: Table): readonly Line[] {
  const { name, depth, offset, duration, process, error } = cast(table, waterfallRoles);
  return Array.from(offset, (begin, row) => {
    const text = name.values[name.index[row]!] ?? '';
    const failed = error.values[error.index[row]!] ?? null;
    return {
      row,
      name: [text, timesText(begin, duration[row]!), ...(failed === null ? [] : [`failed: ${failed}`])].join(
        ', ',
      ),
      label: `${'  '.repeat(Math.min(12, depth[row]!))}${text}`,
      offset: begin,
      duration: duration[row]!,
      process: process.values[process.index[row]!] ?? null,
      error: failed,
    };
  });
}

const timesText = (offset: number, duration: number): string =>
  [
    ...(Number.isNaN(offset) ? ['no time'] : [`at ${formatDuration(offset)}`]),
    ...(Number.isNaN(duration) ? [] : [`took ${formatDuration(duration)}`]),
  ].join(', ');

/** ns from the begin of the first to the end of the last. */
export const lengthOf = (lines: readonly Line[]): number =>
  lines.reduce((max, { offset, duration }) => Math.max(max, (offset || 0) + (duration || 0)), 1);

export const lineHeight = 22;
/** px around the bars. */
export const margin = { left: 300, right: 110 };

export interface Tick {
  readonly at: number;
  readonly text: string;
}

/** Round times since the begin, for the grid lines and the axis. */
export function ticksOf(length: number, width: number): readonly Tick[] {
  return timeTicks(0n, length, width, 'UTC', 90).at.map(at => ({
    at,
    text: at === 0 ? '0' : formatDuration(at).replace(/\.0+ /, ' '),
  }));
}

/** CSS colours by line: the colour of the process, or of errors if it failed. */
export const coloursOf = (lines: readonly Line[], colours: Colours): readonly string[] =>
  lines.map(({ process, error }) =>
    error !== null ? 'var(--error-dot)' : process === null ? 'var(--other)' : colours.process(process),
  );

/** Durations are bars stacked on invisible bars up to their begin; events without a duration are marks. */
export function waterfallOption(
  lines: readonly Line[],
  ticks: readonly Tick[],
  palette: readonly string[],
  { font }: ChartTheme,
): EChartsCoreOption {
  const length = lengthOf(lines);
  return {
    grid: { ...margin, top: 0, bottom: 0 },
    xAxis: {
      type: 'value',
      min: 0,
      max: length,
      axisLabel: { show: false, customValues: ticks.map(({ at }) => at) },
      axisTick: { show: false, customValues: ticks.map(({ at }) => at) },
      splitLine: { show: true },
    },
    yAxis: {
      type: 'category',
      inverse: true,
      // ECharts merges categories of equal names.
      data: lines.map((_, at) => `${at}`),
      axisTick: { show: false },
      axisLabel: {
        interval: 0,
        align: 'left',
        margin: margin.left - 12,
        width: margin.left - 24,
        overflow: 'truncate',
        formatter: (at: string) =>
          `${lines[Number(at)]?.error === null ? '' : '✕ '}${lines[Number(at)]?.label ?? ''}`,
      },
    },
    series: [
      {
        type: 'bar',
        silent: true,
        stack: 'time',
        itemStyle: { color: 'transparent' },
        data: lines.map(({ offset, duration }) => (Number.isNaN(duration) ? null : offset)),
      },
      {
        type: 'bar',
        silent: true,
        stack: 'time',
        barWidth: 11,
        barMinHeight: 2,
        label: {
          ...font,
          show: true,
          position: 'right',
          formatter: ({ dataIndex }: { dataIndex: number }) => formatDuration(lines[dataIndex]!.duration),
        },
        data: lines.map(({ duration }, i) => ({
          value: Number.isNaN(duration) ? null : duration,
          itemStyle: { color: palette[i], borderRadius: 2 },
        })),
      },
      {
        type: 'scatter',
        silent: true,
        symbol: 'diamond',
        symbolSize: 8,
        data: lines.flatMap(({ offset, duration }, i) =>
          Number.isNaN(duration) && !Number.isNaN(offset)
            ? [{ value: [offset, i], itemStyle: { color: palette[i] } }]
            : [],
        ),
      },
    ],
  };
}
