import type { AnswerColumn, ColumnKind, Refers } from '../../../analyzers/contract.ts';
import { words } from '../../wording/names.ts';
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
  /** px, as long as no cell was measured. */
  readonly width: number;
  /** px that the view wants for what it draws there; 0 where the cells say. */
  readonly least: number;
  /** A person has set the width. */
  readonly isSet: boolean;
  readonly isNumeric: boolean;
}

const kindWidth: Readonly<Record<ColumnKind, number>> = {
  text: 160,
  code: 180,
  integer: 84,
  number: 96,
  percent: 148,
  time: 230,
  sparkline: 170,
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
 * The columns of an answer as a table begins with them; `fit-columns.ts` fits them to what is in them.
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
  return columns
    .filter(({ name }) => !without.includes(name))
    .map((column, i) => ({ column, i }))
    .sort((a, b) => rank(a.column.name) - rank(b.column.name) || a.i - b.i)
    .map(({ column: { name, unit, about, refers, ...column } }) => {
      // The id of a capture is shown as its name.
      const kind = refers === 'capture' ? 'text' : column.kind;
      const shownUnit = kind === 'percent' ? '%' : unit;
      // The unit stands behind the title, or in the cell where the fitting one is chosen.
      const suffix = `_${kind === 'duration' ? 'ns' : unit}`;
      const plain = name.endsWith(suffix) ? name.slice(0, -suffix.length) : name;
      const title = (shownUnit ? titles[name] : undefined) ?? words(plain);
      const usual = refers === undefined ? undefined : widthOf[refers];
      const header = letter * [title, shownUnit].filter(Boolean).join(' ').length + padding;
      const numeric = isNumeric(kind);
      const proposed = usual ?? (numeric ? Math.max(kindWidth[kind], header) : kindWidth[kind]);
      return {
        name,
        kind,
        refers,
        title,
        unit: shownUnit,
        about,
        width: layout.widths[name] ?? widths[name] ?? proposed,
        least: Math.max(kind === 'percent' || kind === 'sparkline' ? kindWidth[kind] : 0, widths[name] ?? 0),
        isSet: layout.widths[name] !== undefined,
        isNumeric: numeric,
      };
    });
}

/** Columns hidden until a person chooses them: those the view names, and those only programs read. */
export function hiddenColumns(columns: readonly AnswerColumn[], choice?: ColumnChoice): readonly string[] {
  const forPrograms = columns.filter(({ refers }) => refers === 'signal').map(({ name }) => name);
  return [...new Set([...(choice?.hidden ?? []), ...forPrograms])];
}

export function isNumeric(kind: ColumnKind): boolean {
  return kind === 'integer' || kind === 'number' || kind === 'percent' || kind === 'duration';
}

/** First direction of sorting: most first for numbers, A to Z for words. */
export function descendsFirst(column: GridColumn): boolean {
  return column.isNumeric;
}

/** Header words: `total %`, `samples`. */
export function headerText({ title, unit }: GridColumn): string {
  return [title, unit].filter(Boolean).join(' ');
}

/** px a letter of a header takes, and what stands around it. */
export function headerWidth(column: GridColumn): number {
  return letter * headerText(column).length + padding;
}

/** px of a level. */
export const levelWidth = 14;
/** Deeper rows are set in no more, and say by how many levels: hundreds of calls must leave room for a name. */
export const mostLevels = 12;

/** px of a name of usual length, its triangle and its count of levels. */
const nameRoom = 250;

/** Levels by which a tree column is indented: at most a third of it, and `nameRoom` stays free. */
export function levelsWithin(width: number): number {
  return Math.max(2, Math.min(mostLevels, Math.floor(Math.min(width / 3, width - nameRoom) / levelWidth)));
}
