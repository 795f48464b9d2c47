/**
 * Cells of a heat map, their times, and their positions. Time runs up a column and continues at the bottom of the
 * next, so all cells between two cells are one span of time.
 */
import type { HeatGrid } from '../../../../analyzers/contract.ts';
import type { Interval } from '../../lib/interval.ts';

export interface HeatCell {
  readonly column: number;
  readonly row: number;
}

/** Area of the cells, px. */
export interface Plot {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export function rowsIn({ edges }: HeatGrid): number {
  return edges.length - 1;
}

/** The time that all columns span. */
export function extentOf({ from, width, columns }: HeatGrid): Interval {
  return { from, to: from + BigInt(columns) * width };
}

/** The time interval of a cell. */
export function intervalOfCell({ from, width, edges }: HeatGrid, { column, row }: HeatCell): Interval {
  const start = from + BigInt(column) * width;
  return { from: start + BigInt(edges[row]!), to: start + BigInt(edges[row + 1]!) };
}

/** From the earlier of two cells to the end of the later, exactly at their edges. */
export function intervalBetween(grid: HeatGrid, a: HeatCell, b: HeatCell): Interval {
  const [first, last] = [intervalOfCell(grid, a), intervalOfCell(grid, b)];
  return first.from <= last.from ? { from: first.from, to: last.to } : { from: last.from, to: first.to };
}

/** The cell of a time; null outside of the columns. */
export function cellOfTime(grid: HeatGrid, time: bigint): HeatCell | null {
  const { from, to } = extentOf(grid);
  if (time < from || time >= to) return null;
  const since = time - from;
  return { column: Number(since / grid.width), row: rowOfOffset(grid, Number(since % grid.width)) };
}

/** The row of an offset, ns. */
export function rowOfOffset({ edges }: HeatGrid, offset: number): number {
  let [low, high] = [0, edges.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (edges[middle]! <= offset) low = middle;
    else high = middle;
  }
  return low;
}

/** The cell at a point of the picture; the nearest cell if the point is outside of the cells. */
export function cellAt(grid: HeatGrid, plot: Plot, x: number, y: number): HeatCell {
  const rows = rowsIn(grid);
  const column = Math.floor(((x - plot.left) / plot.width) * grid.columns);
  const row = rows - 1 - Math.floor(((y - plot.top) / plot.height) * rows);
  return { column: clamp(column, grid.columns - 1), row: clamp(row, rows - 1) };
}

export function isWithin({ left, top, width, height }: Plot, x: number, y: number): boolean {
  return x >= left && x < left + width && y >= top && y < top + height;
}

/** The cell that a key moves the cursor to; null for other keys. */
export function moved(grid: HeatGrid, { column, row }: HeatCell, key: string): HeatCell | null {
  const [lastColumn, lastRow] = [grid.columns - 1, rowsIn(grid) - 1];
  const to = (nextColumn: number, nextRow: number) => ({
    column: clamp(nextColumn, lastColumn),
    row: clamp(nextRow, lastRow),
  });
  switch (key) {
    case 'ArrowUp':
      return to(column, row + 1);
    case 'ArrowDown':
      return to(column, row - 1);
    case 'ArrowRight':
      return to(column + 1, row);
    case 'ArrowLeft':
      return to(column - 1, row);
    case 'PageUp':
      return to(column, row + pageOfRows);
    case 'PageDown':
      return to(column, row - pageOfRows);
    case 'Home':
      return to(0, row);
    case 'End':
      return to(lastColumn, row);
    default:
      return null;
  }
}

const pageOfRows = 10;

function clamp(value: number, last: number): number {
  return Math.max(0, Math.min(last, value));
}

export type Point = readonly [x: number, y: number];

/** The outline of a span of time, px; null if it is outside of the columns. */
export function outlineOf(grid: HeatGrid, { from, to }: Interval, plot: Plot): readonly Point[] | null {
  const extent = extentOf(grid);
  const [start, end] = [from > extent.from ? from : extent.from, to < extent.to ? to : extent.to];
  if (start >= end) return null;
  const x = (column: number) => plot.left + (column / grid.columns) * plot.width;
  const y = (offset: bigint) => plot.top + (1 - Number(offset) / Number(grid.width)) * plot.height;
  const [first, last] = [
    Number((start - extent.from) / grid.width),
    Number((end - 1n - extent.from) / grid.width),
  ];
  const lower = y((start - extent.from) % grid.width);
  const upper = y(((end - 1n - extent.from) % grid.width) + 1n);
  if (first === last)
    return [
      [x(first), lower],
      [x(first), upper],
      [x(first + 1), upper],
      [x(first + 1), lower],
    ];
  const bottom = plot.top + plot.height;
  return [
    [x(first), lower],
    [x(first), plot.top],
    [x(last), plot.top],
    [x(last), upper],
    [x(last + 1), upper],
    [x(last + 1), bottom],
    [x(first + 1), bottom],
    [x(first + 1), lower],
  ];
}
