import type { AnswerColumn, ColumnKind, Refers } from '../../../analyzers/contract.ts';
import { words } from '../lib/names.ts';
import type { ColumnChoice } from '../shapes/picture.ts';
import type { Layout } from '../state/layouts.ts';

/** A column as a grid shows it. */
export interface GridColumn {
  readonly name: string;
  readonly kind: ColumnKind;
  readonly refers: Refers | undefined;
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
  integer: 84,
  number: 96,
  percent: 148,
  time: 230,
  duration: 104,
};
/** px, where what a column refers to says more than its kind. */
const widthOf: Readonly<Partial<Record<Refers, number>>> = {
  function: 240,
  template: 320,
  kind: 170,
  module: 176,
  capture: 130,
  level: 96,
  pid: 84,
  thread: 84,
  cpu: 64,
  line: 72,
};
/** px a letter of a header takes, and what stands around it. */
const letter = 7;
const padding = 28;
export const leastWidth = 48;

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
 * Lays out the columns of an answer; the widest column of words takes what room is left.
 *
 * @param layout what a person changed
 */
export function gridColumns(
  columns: readonly AnswerColumn[],
  layout: Layout,
  { order = [], without = [], widths = {} }: ColumnChoice = {},
): GridColumn[] {
  const rank = (name: string) => {
    const at = order.indexOf(name);
    return at < 0 ? order.length : at;
  };
  const proposed = columns
    .filter(({ name }) => !without.includes(name))
    .map((column, i) => ({ column, i }))
    .sort((a, b) => rank(a.column.name) - rank(b.column.name) || a.i - b.i)
    .map(({ column: { name, unit, about, refers, ...column } }) => {
      // The id of a capture is shown as its name.
      const kind = refers === 'capture' ? 'text' : column.kind;
      const shownUnit = kind === 'percent' ? '%' : unit;
      const title = (shownUnit ? titles[name] : undefined) ?? words(name);
      const usual = refers === undefined ? undefined : widthOf[refers];
      const header = letter * [title, shownUnit].filter(Boolean).join(' ').length + padding;
      const width =
        widths[name] ?? usual ?? (isNumeric(kind) ? Math.max(kindWidth[kind], header) : kindWidth[kind]);
      return { name, kind, refers, title, unit: shownUnit, about, width, isNumeric: isNumeric(kind) };
    });
  const isWords = ({ kind }: { kind: ColumnKind }) => kind === 'text' || kind === 'code';
  const widest = proposed
    .filter(isWords)
    .reduce<{ name: string; width: number } | null>(
      (best, each) => (best && best.width >= each.width ? best : each),
      null,
    );
  return proposed.map(column => ({
    ...column,
    width: layout.widths[column.name] ?? column.width,
    grows: column.name === widest?.name && layout.widths[column.name] === undefined,
  }));
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
