/** Rectangles of cells: their scope, their position on screen, and their selection. */
import type { HeatGrid, Scope } from '../../../../analyzers/contract.ts';
import type { Interval } from '../../lib/interval.ts';
import { type Durations, durationsOf, intervalOf, withDurations, withInterval } from '../../state/scope.ts';
import { type HeatCell, type Plot, rowsIn } from '../heat/geometry.ts';
import type { CellRect } from './cell-matrix.ts';

export function rectOf(a: HeatCell, b: HeatCell): CellRect {
  return {
    left: Math.min(a.column, b.column),
    right: Math.max(a.column, b.column),
    bottom: Math.min(a.row, b.row),
    top: Math.max(a.row, b.row),
  };
}

export const wholeColumns = (grid: HeatGrid, { left, right }: CellRect): CellRect => ({
  left,
  right,
  bottom: 0,
  top: rowsIn(grid) - 1,
});

export function intervalOfRect({ from, width }: HeatGrid, { left, right }: CellRect): Interval {
  return { from: from + BigInt(left) * width, to: from + BigInt(right + 1) * width };
}

export function durationsOfRect({ edges }: HeatGrid, { bottom, top }: CellRect): Durations {
  return { from: edges[bottom]!, to: edges[top + 1]! };
}

/** The scope of the cells in a rectangle. `cpus`: the CPU of each row, if rows are CPUs. */
export function scopeOfRect(
  scope: Scope,
  grid: HeatGrid,
  rect: CellRect,
  cpus: readonly number[] | null,
): Scope {
  const timed = withInterval(scope, intervalOfRect(grid, rect));
  const isAll = rect.bottom === 0 && rect.top === rowsIn(grid) - 1;
  if (cpus === null) return withDurations(timed, isAll ? null : durationsOfRect(grid, rect));
  const { cpus: _, ...rest } = timed;
  if (isAll) return rest;
  const cpusInRect = [...new Set(cpus.slice(rect.bottom, rect.top + 1))].filter(cpu => !Number.isNaN(cpu));
  return { ...rest, cpus: cpusInRect.sort((a, b) => a - b) };
}

/** The scope without the parts that the picture sets: the picture asks without them, and marks them as selected. */
export function withoutRect(scope: Scope, hasCpus: boolean): Scope {
  const untimed = withInterval(scope, null);
  if (!hasCpus) return withDurations(untimed, null);
  const { cpus: _, ...rest } = untimed;
  return rest;
}

/** The part of the cells in scope, in columns and rows; null: all. */
export function selectedIn(
  scope: Scope,
  grid: HeatGrid,
  cpus: readonly number[] | null,
): readonly Selected[] | null {
  const interval = intervalOf(scope);
  const durations = cpus === null ? durationsOf(scope) : null;
  const scopeCpus = cpus === null ? undefined : scope.cpus;
  if (!interval && !durations && !scopeCpus?.length) return null;
  const [left, right] = interval
    ? ([columnAt(grid, interval.from), columnAt(grid, interval.to)] as const)
    : ([0, grid.columns] as const);
  if (left >= right) return [];
  if (cpus && scopeCpus?.length)
    return cpus.flatMap((cpu, row) =>
      scopeCpus.includes(cpu) ? [{ left, right, bottom: row, top: row + 1 }] : [],
    );
  const rows = rowsIn(grid);
  const bottom = durations ? rowAt(grid.edges, durations.from) : 0;
  const top = durations && durations.to !== null ? rowAt(grid.edges, durations.to) : rows;
  return bottom < top ? [{ left, right, bottom, top }] : [];
}

/** In cells, with fractions. */
export type Selected = CellRect;

function columnAt({ from, width, columns }: HeatGrid, time: bigint): number {
  return Math.max(0, Math.min(columns, Number(time - from) / Number(width)));
}

/** Position of a value among rows of equal height, logarithmic within a row. */
export function rowAt(edges: readonly number[], value: number): number {
  const last = edges.length - 1;
  if (value <= edges[0]!) return 0;
  if (value >= edges[last]!) return last;
  let row = 0;
  while (edges[row + 1]! <= value) row++;
  const [low, high] = [edges[row]!, edges[row + 1]!];
  const share = low > 0 ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low);
  return row + share;
}

/** px of a rectangle of cells. */
export function boxOf({ left, right, bottom, top }: Selected, { columns, edges }: HeatGrid, plot: Plot) {
  const rows = edges.length - 1;
  return {
    x: plot.left + (left / columns) * plot.width,
    y: plot.top + (1 - top / rows) * plot.height,
    width: ((right - left) / columns) * plot.width,
    height: ((top - bottom) / rows) * plot.height,
  };
}

export const cellsBetween = (rect: CellRect): Selected => ({
  ...rect,
  right: rect.right + 1,
  top: rect.top + 1,
});
