/** Texts for a heat map. */
import type { HeatGrid } from '../../../../analyzers/contract.ts';
import { formatDuration, formatNumber } from '../../../wording/numbers.ts';
import { digitsFor, formatClock, type Zone } from '../../../wording/time.ts';
import { type HeatCell, intervalBetween, intervalOfCell, rowsIn } from './geometry.ts';
import type { Matrix } from './matrix.ts';

/** `04:22:04.120 – 04:22:04.140 · 12 samples` */
export function cellText(matrix: Matrix, cell: HeatCell, zone: Zone, unit: string): string {
  return `${timesText(matrix.grid, intervalOfCell(matrix.grid, cell), zone)} · ${amountText(matrix.at(cell), unit)}`;
}

/** `04:22:04.120 – 04:22:06.140 · 2.02 s · 340 samples` */
export function spanText(matrix: Matrix, a: HeatCell, b: HeatCell, zone: Zone, unit: string): string {
  const interval = intervalBetween(matrix.grid, a, b);
  const length = formatDuration(Number(interval.to - interval.from));
  return `${timesText(matrix.grid, interval, zone)} · ${length} · ${amountText(matrix.sum(a, b), unit)}`;
}

/** `a column is 1 s, a row 20 ms` */
export function gridText(grid: HeatGrid): string {
  const width = Number(grid.width);
  return `a column is ${short(width)}, a row ${short(width / rowsIn(grid))}`;
}

export function amountText(amount: number, unit: string): string {
  return `${formatNumber(amount)} ${amount === 1 && unit === 'samples' ? 'sample' : unit}`;
}

function timesText(
  grid: HeatGrid,
  { from, to }: { readonly from: bigint; readonly to: bigint },
  zone: Zone,
): string {
  const digits = digitsFor(Number(grid.width) / rowsIn(grid));
  return `${formatClock(from, zone, digits)} – ${formatClock(to, zone, digits)}`;
}

/** `1.00 s` → `1 s` */
const short = (ns: number) => formatDuration(ns).replace(/\.0+ /, ' ');
