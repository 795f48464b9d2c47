import type { EChartsCoreOption } from 'echarts/core';
import { isAmount } from '../../../pictures/columns.ts';
import { count as counted, formatDuration, formatNumber } from '../../../wording/numbers.ts';
import { formatClock, type Zone } from '../../../wording/time.ts';
import type { Table } from '../../state/table.ts';
import type { ChartTheme } from '../../widgets/use-echart.ts';
import type { Size } from '../../widgets/use-size.ts';
import { type Cast, cast, numbers, playing } from '../picture.ts';

export const scatterRoles = {
  x: numbers(isAmount, 'Position on the x axis.'),
  y: numbers(isAmount, 'Position on the y axis.'),
};

/** Columns of cells: upper bounds and number of points. Optional for answers of single points. */
const cellColumns = ['x_to', 'y_to', 'count'] as const;

/** px around the points. */
export const margin = { left: 76, right: 24, top: 12, bottom: 44 };

export interface Axis {
  readonly isLog: boolean;
  readonly min: number;
  readonly max: number;
  /** Label of the axis, with its unit. */
  readonly name: string;
  readonly isTime: boolean;
}

export interface Points {
  readonly rows: number;
  readonly cast: Cast<typeof scatterRoles> & Readonly<Record<(typeof cellColumns)[number], Float64Array>>;
  readonly areCells: boolean;
  readonly x: Axis;
  readonly y: Axis;
  readonly peak: number;
}

/** @param log the axes that are logarithmic, by a note of the answer */
export function pointsOf(
  table: Table,
  names: { readonly x: string | undefined; readonly y: string | undefined },
  log: { readonly x: boolean; readonly y: boolean },
): Points {
  const isOf = (name: string) => table.columns.some(column => column.name === name && column.kind !== 'text');
  const [x_to, y_to, count] = cellColumns.map(name =>
    isOf(name) ? table.numbers(name) : new Float64Array(table.rows).fill(Number.NaN),
  ) as [Float64Array, Float64Array, Float64Array];
  const columns = { ...cast(table, scatterRoles), x_to, y_to, count };
  const areCells = table.rows > 0 && !Number.isNaN(columns.x_to[0]!);
  const axis = (axisName: 'x' | 'y'): Axis => {
    const [low, high] = [columns[axisName], areCells ? columns[`${axisName}_to`] : columns[axisName]];
    const column = playing(scatterRoles, axisName, table.columns);
    const unit = column?.unit;
    return {
      isLog: log[axisName],
      ...limits(low, high, log[axisName]),
      name: `${names[axisName] ?? column?.name}${unit ? `, ${unit}` : ''}`,
      isTime: column?.kind === 'duration',
    };
  };
  return {
    rows: table.rows,
    cast: columns,
    areCells,
    x: axis('x'),
    y: axis('y'),
    peak: columns.count.reduce((max, each) => Math.max(max, each), 0),
  };
}

/** Ends of an axis: slightly beyond the first and last value; from 0 if that is near. */
function limits(low: Float64Array, high: Float64Array, isLog: boolean): { min: number; max: number } {
  const isThere = (value: number) => !Number.isNaN(value);
  const min = low.filter(isThere).reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const max = high.filter(isThere).reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  if (isLog) return { min: min / 1.15, max: max * 1.15 };
  const room = (max - min) * 0.04 || Math.abs(max) * 0.1 || 1;
  const isNearZero = min >= 0 && min - room < (max - min) * 0.3;
  return { min: isNearZero ? 0 : min - room, max: max + room };
}

/** Position of a value along an axis of this length, px. */
export function placeOf({ isLog, min, max }: Axis, value: number, length: number): number {
  const projected = isLog ? Math.log : (each: number) => each;
  return ((projected(value) - projected(min)) / (projected(max) - projected(min))) * length;
}

const valueText = ({ isTime }: Axis, value: number): string =>
  isTime ? formatDuration(value) : formatNumber(value);

/** The row nearest to a point of the picture, or whose cell contains it; -1 if none is near. */
export function nearest(
  { cast: { x, y, x_to, y_to }, areCells, rows, ...axes }: Points,
  at: { x: number; y: number },
  size: Size,
): number {
  const [width, height] = plotOf(size);
  const [px, py] = [at.x - margin.left, height - (at.y - margin.top)];
  let [best, nearest] = [-1, reach * reach];
  for (let row = 0; row < rows; row++) {
    const left = placeOf(axes.x, x[row]!, width);
    const low = placeOf(axes.y, y[row]!, height);
    if (areCells) {
      const inX = px >= left && px < placeOf(axes.x, x_to[row]!, width);
      if (inX && py >= low && py < placeOf(axes.y, y_to[row]!, height)) return row;
      continue;
    }
    const distance = (left - px) ** 2 + (low - py) ** 2;
    if (distance < nearest) [best, nearest] = [row, distance];
  }
  return best;
}

/** px */
const reach = 14;

export const plotOf = ({ width, height }: Size): readonly [width: number, height: number] => [
  Math.max(1, width - margin.left - margin.right),
  Math.max(1, height - margin.top - margin.bottom),
];

/** False for rows that lack a value, which are only in the table. */
export const isPlaced = ({ cast: { x, y } }: Points, row: number): boolean =>
  !Number.isNaN(x[row]!) && !Number.isNaN(y[row]!);

/** The rectangle of a row, px from the top left. */
export function boxOf({ cast: { x, y, x_to, y_to }, areCells, ...axes }: Points, row: number, size: Size) {
  const [width, height] = plotOf(size);
  const [left, low] = [placeOf(axes.x, x[row]!, width), placeOf(axes.y, y[row]!, height)];
  if (!areCells)
    return { left: margin.left + left - 6, top: margin.top + height - low - 6, width: 12, height: 12 };
  const [right, high] = [placeOf(axes.x, x_to[row]!, width), placeOf(axes.y, y_to[row]!, height)];
  return {
    left: margin.left + left,
    top: margin.top + height - high,
    width: Math.max(3, right - left),
    height: Math.max(3, high - low),
  };
}

/** @param ramp colours from small to large values */
export function scatterOption(
  points: Points,
  { font, bar }: ChartTheme,
  ramp: readonly string[],
): EChartsCoreOption {
  const { cast: columns, rows, areCells, peak } = points;
  const { x, y, x_to, y_to, count } = columns;
  const axisOption = (content: Axis, gap: number) => ({
    type: content.isLog ? 'log' : 'value',
    min: content.min,
    max: content.max,
    name: content.name,
    nameLocation: 'middle',
    nameGap: gap,
    nameTextStyle: { ...font, width: 400, overflow: 'truncate' },
    axisLabel: {
      hideOverlap: true,
      showMinLabel: false,
      showMaxLabel: false,
      formatter: (value: number) => valueText(content, value),
    },
  });
  const colour = (amount: number) => {
    const share = peak > 1 ? Math.log1p(amount) / Math.log1p(peak) : 1;
    return ramp[Math.min(ramp.length - 1, Math.floor(share * ramp.length))] ?? bar;
  };
  return {
    grid: margin,
    xAxis: axisOption(points.x, 26),
    yAxis: axisOption(points.y, 58),
    series: [
      areCells
        ? {
            type: 'custom',
            silent: true,
            clip: true,
            data: Array.from({ length: rows }, (_, row) => [
              x[row]!,
              y[row]!,
              x_to[row]!,
              y_to[row]!,
              count[row]!,
            ]),
            renderItem: (_params: unknown, api: CellApi) => {
              const [left, bottom] = api.coord([api.value(0), api.value(1)]) as [number, number];
              const [right, top] = api.coord([api.value(2), api.value(3)]) as [number, number];
              return {
                type: 'rect',
                shape: {
                  x: left,
                  y: top,
                  width: Math.max(1, right - left),
                  height: Math.max(1, bottom - top),
                },
                style: { fill: colour(api.value(4)) },
              };
            },
          }
        : {
            type: 'scatter',
            silent: true,
            symbolSize: rows > 1000 ? 4 : 6,
            itemStyle: { color: bar, opacity: rows > 300 ? 0.55 : 0.8 },
            data: Array.from({ length: rows }, (_, row) => [x[row]!, y[row]!]),
          },
    ],
  };
}

/** The part of ECharts' API for drawing an item. */
interface CellApi {
  value(dimension: number): number;
  coord(point: readonly number[]): number[];
}

/** Names of the axes: from the parameters of the question, else from a note of the answer, else from the columns. */
export function namesOf(
  params: Readonly<Record<string, unknown>>,
  notes: readonly { readonly code: string; readonly data?: Readonly<Record<string, unknown>> }[],
) {
  const axes = notes.find(({ code }) => code === 'axes')?.data;
  const name = (value: unknown) => (value === undefined ? undefined : String(value));
  return { x: name(params.x ?? axes?.xName), y: name(params.y ?? axes?.yName) };
}

/** The axes that are logarithmic by a note of the answer. */
export function axesOf(
  notes: readonly { readonly code: string; readonly data?: Readonly<Record<string, unknown>> }[],
) {
  const axes = notes.find(({ code }) => code === 'axes')?.data;
  return { x: axes?.x === 'log', y: axes?.y === 'log' };
}

/** The text of a point; for a cell, its ranges and number of points. `time`: time of the point, if it has one. */
export function pointText(points: Points, row: number, time: unknown, zone: Zone): string {
  const { x, y, x_to, y_to, count } = points.cast;
  const range = (axis: Points['x'], from: number, to: number) =>
    Number.isNaN(to) ? valueText(axis, from) : `${valueText(axis, from)} – ${valueText(axis, to)}`;
  return [
    `${points.x.name}: ${range(points.x, x[row]!, x_to[row]!)}`,
    `${points.y.name}: ${range(points.y, y[row]!, y_to[row]!)}`,
    ...(points.areCells ? [counted(count[row]!, 'point')] : []),
    ...(typeof time === 'bigint' ? [formatClock(time, zone, 3)] : []),
  ].join(' · ');
}
