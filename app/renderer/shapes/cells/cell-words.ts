/** Texts for a picture of cells. */
import { formatDuration, formatInteger, formatPercent } from '../../../wording/numbers.ts';
import { digitsFor, formatClock, type Zone } from '../../../wording/time.ts';
import type { CellMatrix, CellRect } from './cell-matrix.ts';
import { intervalOfRect } from './cell-rect.ts';

/** `04:22:04.1 – 04:22:04.2 · 128 µs – 181 µs · 12 events` */
export function rectText(matrix: CellMatrix, rect: CellRect, zone: Zone, unit: string): string {
  const { grid } = matrix;
  const { from, to } = intervalOfRect(grid, rect);
  const digits = digitsFor(Number(grid.width));
  return [
    `${formatClock(from, zone, digits)} – ${formatClock(to, zone, digits)}`,
    rowsText(matrix, rect),
    amountText(matrix, matrix.over(rect), unit),
  ].join(' · ');
}

function rowsText({ grid: { names, edges } }: CellMatrix, { bottom, top }: CellRect): string {
  if (names) return bottom === top ? names[bottom]! : `${names[bottom]} – ${names[top]}`;
  return `${formatDuration(edges[bottom]!)} – ${formatDuration(edges[top + 1]!)}`;
}

export function amountText({ measure }: CellMatrix, value: number, unit: string): string {
  if (Number.isNaN(value)) return 'not known';
  if (measure === 'percent') return `${Number(formatPercent(value))} %`;
  return `${formatInteger(value)} ${value === 1 ? unit.replace(/s$/, '') : unit}`;
}
