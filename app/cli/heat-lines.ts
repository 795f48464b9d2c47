import type { HeatGrid } from '../../analyzers/contract.ts';
import { iso } from '../../workspace/time.ts';
import type { Sheet } from '../engine/sheet.ts';
import { duration, type Heading, tableLines } from './table.ts';

/** From low to high; a cell without a value is blank. */
const shades = ['░', '▒', '▓', '█'];
/** Characters per line if the width of the terminal is not known. */
const usualWidth = 120;

/**
 * A heat map of block characters: one line per row, the latest offset on top; each character merges as many
 * columns as needed to fit.
 */
export function heatLines(
  headings: readonly Heading[],
  sheet: Sheet,
  width: number | null,
  grid?: HeatGrid,
): string[] {
  if (!grid || sheet.rows === 0) return tableLines(headings, sheet, width);
  const labels = grid.edges.slice(0, -1).map(duration);
  const margin = Math.max(...labels.map(label => label.length));
  const room = Math.max(1, (width ?? usualWidth) - margin - ' ││'.length);
  const merged = Math.ceil(grid.columns / room);
  const rows = merge(grid, sheet, merged);
  const peak = Math.max(...rows.flat());
  const shade = (value: number) => (value > 0 ? shades[Math.ceil((value / peak) * shades.length) - 1]! : ' ');
  const unit = headings.find(({ name }) => name === 'value')?.unit ?? '';
  const end = grid.from + BigInt(grid.columns) * grid.width;
  return [
    `${seconds(grid.from)} … ${seconds(end)}, a character is ${duration(Number(grid.width) * merged)}`,
    ...rows.map((row, i) => `${labels[i]!.padStart(margin)} │${row.map(shade).join('')}│`).reverse(),
    `${shades.map((each, i) => `${each} ≤ ${Number(((peak * (i + 1)) / shades.length).toPrecision(3))}`).join('  ')} ${unit}`,
  ];
}

/** Per row, sums of `merged` columns each. */
function merge({ from, width, columns, edges }: HeatGrid, sheet: Sheet, merged: number): number[][] {
  const columnOf = new Map(
    Array.from({ length: columns }, (_, column) => [iso(from + BigInt(column) * width), column]),
  );
  const rowOf = new Map(edges.slice(0, -1).map((edge, row) => [edge, row]));
  const rows = [...rowOf.keys()].map(() => new Array<number>(Math.ceil(columns / merged)).fill(0));
  const [time, offset, value] = ['time', 'offset', 'value'].map(name => sheet.names.indexOf(name));
  for (let i = 0; i < sheet.rows; i++) {
    const column = columnOf.get(String(sheet.cell(i, time!)));
    const row = rowOf.get(Number(sheet.cell(i, offset!)));
    if (column === undefined || row === undefined) continue;
    rows[row]![Math.floor(column / merged)]! += Number(sheet.cell(i, value!));
  }
  return rows;
}

/** `2026-11-21T04:21:24Z`: columns begin at whole seconds. */
const seconds = (time: bigint) => iso(time).replace(/\.\d+/, '');
