import type { AnswerColumn, ColumnKind } from '../../../analyzers/contract.ts';
import { words } from '../lib/names.ts';
import type { Layout } from '../state/layouts.ts';

/** A column as a grid shows it. */
export interface GridColumn {
  readonly name: string;
  readonly kind: ColumnKind;
  readonly title: string;
  readonly unit: string | undefined;
  readonly about: string;
  /** px */
  readonly width: number;
  /** Takes what room is left. */
  readonly grows: boolean;
  readonly isNumeric: boolean;
}

const kindWidth: Readonly<Record<ColumnKind, number>> = {
  text: 160,
  code: 180,
  integer: 96,
  number: 96,
  percent: 148,
  time: 230,
  duration: 104,
};
const nameWidth: Readonly<Record<string, number>> = {
  function: 240,
  message: 300,
  capture: 130,
  code: 170,
  module: 176,
  total: 88,
  self: 112,
  pid: 84,
  tid: 84,
  severity: 84,
  line: 72,
  offset: 84,
  count: 64,
  role: 84,
};
export const leastWidth = 48;

/** The column that takes what room is left: the first of these that is there. */
const growing = ['function', 'message', 'template', 'counter', 'process', 'name', 'module'];

const titles: Readonly<Record<string, string>> = {
  total_percent: 'total',
  self_percent: 'self',
  percent: 'total',
  total: '',
  self: 'self',
  samples: '',
  weight: 'weight',
};

/**
 * Lays out the columns of an answer.
 *
 * @param order names in the order to show them; what is not named follows, in the answer's own order
 * @param left names never shown
 * @param widths px, where the view needs other than usual ones
 */
export function gridColumns(
  columns: readonly AnswerColumn[],
  layout: Layout,
  order: readonly string[] = [],
  left: readonly string[] = [],
  widths: Readonly<Record<string, number>> = {},
): GridColumn[] {
  const rank = (name: string) => {
    const at = order.indexOf(name);
    return at < 0 ? order.length : at;
  };
  const grow = growing.find(name => columns.some(column => column.name === name));
  return columns
    .filter(({ name }) => !left.includes(name))
    .map((column, i) => ({ column, i }))
    .sort((a, b) => rank(a.column.name) - rank(b.column.name) || a.i - b.i)
    .map(({ column: { name, unit, about, ...column } }) => {
      // An id to the engine, a name to people.
      const kind = name === 'capture' ? 'text' : column.kind;
      const shownUnit = kind === 'percent' ? '%' : unit;
      return {
        name,
        kind,
        title: (shownUnit ? titles[name] : undefined) ?? words(name),
        unit: shownUnit,
        about,
        width: layout.widths[name] ?? widths[name] ?? nameWidth[name] ?? kindWidth[kind],
        grows: name === grow && layout.widths[name] === undefined,
        isNumeric: isNumeric(kind),
      };
    });
}

export function isNumeric(kind: ColumnKind): boolean {
  return kind === 'integer' || kind === 'number' || kind === 'percent' || kind === 'duration';
}

/** What a person first wants of a column: most first for numbers, A to Z for words. */
export function descendsFirst(column: GridColumn): boolean {
  return column.isNumeric;
}

/** Header words: `total %`, `samples`. */
export function headerText({ title, unit }: GridColumn): string {
  return [title, unit].filter(Boolean).join(' ');
}

/** `grid-template-columns` */
export function template(columns: readonly GridColumn[]): string {
  return columns.map(({ width, grows }) => (grows ? `minmax(${width}px, 1fr)` : `${width}px`)).join(' ');
}

/** How far a tree's row is set in, px. Deep levels are set in less: forty calls must leave room for a name. */
export function indent(level: number): number {
  return 14 * Math.min(level, 10) + 4 * Math.min(Math.max(level - 10, 0), 50);
}

export function leastTotal(columns: readonly GridColumn[]): number {
  return columns.reduce((sum, { width }) => sum + width, 0);
}
