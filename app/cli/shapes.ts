/** Prints answers as text for people: as a table, unless the shape has its own printer. */
import type { HeatGrid, Shape } from '../../analyzers/contract.ts';
import { treeStructure } from '../../analyzers/stacks/structure.ts';
import type { Sheet } from '../engine/sheet.ts';
import { heatLines } from './heat-lines.ts';
import { histogramLines } from './histogram-lines.ts';
import { type Heading, tableLines } from './table.ts';

/**
 * Returns the lines of an answer, its header first.
 *
 * @param width of the terminal; null: nothing is cut
 * @param grid of a heat map
 */
export type Printer = (
  headings: readonly Heading[],
  sheet: Sheet,
  width: number | null,
  grid?: HeatGrid,
) => string[];

const printers: Readonly<Partial<Record<Shape, Printer>>> = {
  tree: treeLines,
  flame: treeLines,
  heat: heatLines,
  histogram: histogramLines,
};

export function printerOf(shape: Shape): Printer {
  return printers[shape] ?? tableLines;
}

/** Columns that are not printed. */
const structure: ReadonlySet<string> = new Set(treeStructure);

/** A table whose first column is indented by `depth`. */
function treeLines(headings: readonly Heading[], sheet: Sheet, width: number | null): string[] {
  const depth = sheet.names.indexOf('depth');
  const shown = headings.flatMap(({ name }, column) => (structure.has(name) ? [] : [column]));
  const first = shown[0];
  const indented: Sheet = {
    names: shown.map(column => sheet.names[column]!),
    rows: sheet.rows,
    cell: (row, at) => {
      const value = sheet.cell(row, shown[at]!);
      return shown[at] === first ? `${'  '.repeat(Number(sheet.cell(row, depth)))}${value ?? ''}` : value;
    },
  };
  return tableLines(
    shown.map(column => headings[column]!),
    indented,
    width,
  );
}
