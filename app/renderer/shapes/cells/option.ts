/** ECharts options of a picture of cells, for the window and for a file. */
import type { EChartsCoreOption } from 'echarts/core';
import type { HeatGrid } from '../../../../analyzers/contract.ts';
import { formatDuration } from '../../../wording/numbers.ts';
import { timeTicks } from '../../../wording/ticks.ts';
import { formatTick, type Zone } from '../../../wording/time.ts';
import { extentOf, type Plot, rowsIn } from '../heat/geometry.ts';
import { type HeatColours, imageOn } from '../heat/option.ts';
import { rampOf } from '../heat/pixels.ts';
import type { CellMatrix } from './cell-matrix.ts';
import { rowAt } from './cell-rect.ts';

export interface DrawnCells {
  readonly matrix: CellMatrix;
  readonly plot: Plot;
  readonly zone: Zone;
  readonly colours: HeatColours;
}

const fontFamily = 'Inter Variable, sans-serif';
/** px between ticks. */
const gap = { time: 84, row: 22 };

/** Axes, and the cells as one image on them: as shapes they take a hundred times as long (`heat/option.ts`). */
export function cellsOption(
  { matrix, plot, zone, colours }: DrawnCells,
  cells: HTMLCanvasElement,
): EChartsCoreOption {
  const { grid } = matrix;
  const { from, to } = extentOf(grid);
  const length = Number(to - from);
  const time = timeTicks(from, length, plot.width, zone, gap.time);
  const rows = rowTicks(grid, plot.height);
  const line = { lineStyle: { color: colours.border } };
  const axis = (max: number, at: readonly number[], text: (value: number) => string) => ({
    type: 'value',
    min: 0,
    max,
    axisLine: { show: true, onZero: false, ...line },
    axisTick: { show: true, customValues: at, ...line },
    axisLabel: {
      color: colours.muted,
      fontFamily,
      fontSize: 11,
      customValues: at,
      formatter: text,
      width: plot.left - 14,
      overflow: 'truncate',
    },
    splitLine: { show: false },
  });
  const labels = new Map(rows.map(({ at, text }) => [at, text]));
  return {
    animation: false,
    grid: { ...plot },
    xAxis: axis(length, time.at, ns => formatTick(from + BigInt(Math.round(ns)), zone, time.step)),
    yAxis: axis(rowsIn(grid), [...labels.keys()], at => labels.get(at) ?? ''),
    series: [imageOn(plot, cells)],
  };
}

interface RowTick {
  /** In rows. */
  readonly at: number;
  readonly text: string;
}

/** Names at the middle of their rows, or round durations, as many as fit. */
export function rowTicks({ names, edges }: HeatGrid, height: number): readonly RowTick[] {
  const rows = edges.length - 1;
  const maxTicks = Math.max(2, Math.floor(height / gap.row));
  if (names) {
    const every = Math.ceil(names.length / maxTicks);
    return names.flatMap((text, row) => (row % every === 0 ? [{ at: row + 0.5, text }] : []));
  }
  const [smallest, largest] = [Math.max(1, edges[edges[0] === 0 ? 1 : 0]!), edges[rows]!];
  for (const factors of [[1, 2, 5], [1]]) {
    const ticks = roundValues(smallest, largest, factors).map(value => {
      return { at: rowAt(edges, value), text: formatDuration(value).replace(/\.0+ /, ' ') };
    });
    const closest = ticks.slice(1).reduce((near, { at }, i) => Math.min(near, at - ticks[i]!.at), rows);
    if (ticks.length >= 2 && (closest / rows) * height >= gap.row * 0.8) return zeroTick(edges, ticks);
  }
  return zeroTick(
    edges,
    [0, rows].map(row => ({ at: row, text: formatDuration(edges[row]!) })),
  );
}

const zeroTick = ([first]: readonly number[], ticks: readonly RowTick[]): readonly RowTick[] =>
  first === 0 ? [{ at: 0.5, text: '0' }, ...ticks.filter(({ at }) => at >= 1)] : ticks;

function roundValues(smallest: number, largest: number, factors: readonly number[]): number[] {
  const values: number[] = [];
  for (let decade = 1; decade <= largest; decade *= 10)
    for (const factor of factors) {
      const value = decade * factor;
      if (value >= smallest && value <= largest) values.push(value);
    }
  return values;
}

/** Draws the cells on a canvas with `ratio` pixels per px. Cells without a value are transparent. */
export function paintCells({ matrix, plot, colours }: DrawnCells, ratio: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(plot.width * ratio));
  canvas.height = Math.max(1, Math.round(plot.height * ratio));
  const { width, height } = canvas;
  const pixels = new Uint32Array(width * height);
  const ramp = rampOf(colours.scale);
  const { grid } = matrix;
  const rows = rowsIn(grid);
  const edge = (at: number, count: number, room: number) => Math.round((at / count) * room);
  const line = new Uint32Array(width);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < grid.columns; column++) {
      const value = matrix.at({ column, row });
      const hasValue = matrix.measure === 'percent' ? !Number.isNaN(value) : value > 0;
      const colour = hasValue ? ramp[Math.round(matrix.share(value) * (ramp.length - 1))]! : 0;
      line.fill(colour, edge(column, grid.columns, width), edge(column + 1, grid.columns, width));
    }
    for (let y = height - edge(row + 1, rows, height); y < height - edge(row, rows, height); y++)
      pixels.set(line, y * width);
  }
  const bytes = new Uint8ClampedArray(pixels.buffer);
  canvas.getContext('2d')!.putImageData(new ImageData(bytes, width, height), 0, 0);
  return canvas;
}
