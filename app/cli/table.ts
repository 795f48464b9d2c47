/** Prints rows as an aligned table for people. */
import type { AnswerColumn, ColumnKind } from '../../analyzers/contract.ts';
import { isId } from '../../analyzers/kit/ids.ts';
import type { Cell, Sheet } from '../engine/sheet.ts';
import { visible } from '../wording/visible.ts';

export interface Heading extends Pick<AnswerColumn, 'name' | 'kind' | 'unit' | 'refers'> {
  /** Numbers as stored: their meaning is not known. */
  readonly isAsStored?: boolean;
}

const gap = '  ';

/** Minimum width of a text column, whatever the width of the terminal. */
const minWidth = 16;

/**
 * Lines of the table, the header first.
 *
 * @param width of the terminal: text columns are narrowed first, then lines are cut. null: nothing is cut.
 */
export function tableLines(headings: readonly Heading[], sheet: Sheet, width: number | null): string[] {
  const columns = headings.map((heading, column) => ({
    right: isRight(heading.kind),
    cells: [
      title(heading),
      ...Array.from({ length: sheet.rows }, (_, row) => print(sheet.cell(row, column), heading)),
    ],
  }));
  const widths = columns.map(({ cells }) => cells.reduce((max, cell) => Math.max(max, cell.length), 0));
  if (width !== null) squeeze(widths, columns, width);
  return Array.from({ length: sheet.rows + 1 }, (_, row) => {
    const cells = columns.map(({ right, cells }, column) => aligned(cells[row]!, widths[column]!, right));
    const line = cells.join(gap).trimEnd();
    return width === null ? line : cut(line, width);
  });
}

/** Narrows the widest text column until the line fits. */
function squeeze(widths: number[], columns: readonly { right: boolean }[], width: number): void {
  const texts = columns.flatMap(({ right }, column) => (right ? [] : [column]));
  for (;;) {
    const excess = widths.reduce((sum, each) => sum + each, gap.length * (widths.length - 1)) - width;
    const widest = texts.reduce<number | undefined>(
      (best, column) => (best === undefined || widths[column]! > widths[best]! ? column : best),
      undefined,
    );
    if (excess <= 0 || widest === undefined || widths[widest]! <= minWidth) return;
    const next = texts.reduce(
      (max, column) => (column === widest ? max : Math.max(max, widths[column]!)),
      minWidth,
    );
    widths[widest] = Math.max(widths[widest]! - excess, Math.min(next, widths[widest]! - 1), minWidth);
  }
}

function aligned(cell: string, width: number, right: boolean): string {
  return right ? cell.padStart(width) : shortened(cell, width).padEnd(width);
}

/** Leaves out the middle of a name: paths, counters and pods often differ only at their ends. Sentences lose their ends. */
function shortened(text: string, width: number): string {
  return / .* .* /.test(text) ? cut(text, width) : withoutMiddle(text, width);
}

export function withoutMiddle(text: string, width: number): string {
  if (text.length <= width) return text;
  const end = Math.floor((width - 1) / 2);
  return `${text.slice(0, width - 1 - end)}…${text.slice(text.length - end)}`;
}

export function cut(text: string, width: number): string {
  return text.length > width ? `${text.slice(0, Math.max(width - 1, 0))}…` : text;
}

function title({ name, kind, unit }: Heading): string {
  if (unit) return `${name} (${unit})`;
  return kind === 'percent' ? `${name} (%)` : name;
}

function isRight(kind: ColumnKind): boolean {
  return kind === 'integer' || kind === 'number' || kind === 'percent' || kind === 'duration';
}

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const measured = new Intl.NumberFormat('en-US', { maximumFractionDigits: 3 });

function print(value: Cell, { kind, refers, isAsStored }: Heading): string {
  if (value === null) return '';
  if (typeof value === 'object') return printable(JSON.stringify(value));
  if (typeof value !== 'number') return printable(String(value));
  if (isAsStored || isId(refers)) return String(value);
  if (kind === 'percent') return value.toFixed(2);
  if (kind === 'duration') return duration(value);
  return (kind === 'integer' ? whole : measured).format(value);
}

/** ns with three significant digits and a fitting unit: `12.4 ms`. */
export function duration(ns: number): string {
  const units = [
    ['s', 1e9],
    ['ms', 1e6],
    ['µs', 1e3],
  ] as const;
  const [unit, size] = units.find(([, size]) => Math.abs(ns) >= size) ?? ['ns', 1];
  const value = ns / size;
  return `${Math.abs(value) >= 1000 ? whole.format(value) : Number(value.toPrecision(3))} ${unit}`;
}

/** A text on one line, with the symbols of {@link visible}, which are as wide as they will be printed. */
export const printable = (text: string): string =>
  visible(text.replace(/[\n\t]/g, each => (each === '\n' ? '\\n' : '\\t')));
