import type { ReactNode } from 'react';
import type { AnswerColumn, ColumnKind, Refers } from '../../../analyzers/contract.ts';
import { type Heading, headingOf, headingText, isNumeric } from '../../pictures/columns.ts';
import type { Layout } from '../state/layouts.ts';
import type { RowCells } from '../state/paged-answer.ts';

/** The columns of an answer that a table shows, and their order and widths. */
export interface ColumnChoice {
  /** Names in display order; columns that are not named follow in the order of the answer. */
  readonly order?: readonly string[];
  /** Never shown. */
  readonly without?: readonly string[];
  /** Not shown until the user chooses them. */
  readonly hidden?: readonly string[];
  /** Widths that differ from the default, px. */
  readonly widths?: Readonly<Record<string, number>>;
  /** Width of what a cell shows beside its value, px. */
  readonly beside?: Readonly<Record<string, number>>;
  /** Cells that show more than their value, by column; undefined for the value. */
  readonly cells?: Readonly<Record<string, (row: RowCells) => ReactNode>>;
}

/** A column as a grid shows it. */
export interface GridColumn extends Heading {
  readonly name: string;
  readonly kind: ColumnKind;
  readonly refers: Refers | undefined;
  readonly about: string;
  /** Initial width, px, until cells are measured. */
  readonly width: number;
  /** Width that the view requires, px; 0: measured from the cells. */
  readonly minWidth: number;
  /** Width of what the cells show beside their values, px. */
  readonly beside: number;
  /** True if the user set the width. */
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
/** Widths by `refers`, px, which take precedence over those by kind. */
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
export const minWidth = 48;

/**
 * The columns of a table for an answer; `fit-columns.ts` fits their widths to the cells.
 *
 * @param layout the user's changes
 */
export function gridColumns(
  columns: readonly AnswerColumn[],
  layout: Layout,
  { order = [], without = [], widths = {}, beside = {} }: ColumnChoice = {},
): GridColumn[] {
  const rank = (name: string) => {
    const at = order.indexOf(name);
    return at < 0 ? order.length : at;
  };
  return columns
    .filter(({ name }) => !without.includes(name))
    .map((column, i) => ({ column, i }))
    .sort((a, b) => rank(a.column.name) - rank(b.column.name) || a.i - b.i)
    .map(({ column: { name, about, refers, ...column } }) => {
      // The id of a capture is shown as its name.
      const kind = refers === 'capture' ? 'text' : column.kind;
      const heading = headingOf({ ...column, name, about, kind });
      const usual = refers === undefined ? undefined : widthOf[refers];
      const header = headerWidth(heading);
      const numeric = isNumeric({ kind });
      const proposed = usual ?? (numeric ? Math.max(kindWidth[kind], header) : kindWidth[kind]);
      return {
        name,
        kind,
        refers,
        ...heading,
        about,
        width: layout.widths[name] ?? widths[name] ?? proposed,
        minWidth: Math.max(
          kind === 'percent' || kind === 'sparkline' ? kindWidth[kind] : 0,
          widths[name] ?? 0,
        ),
        beside: beside[name] ?? 0,
        isSet: layout.widths[name] !== undefined,
        isNumeric: numeric,
      };
    });
}

/** Columns hidden until the user shows them: those that the view names, and those for programs. */
export function hiddenColumns(columns: readonly AnswerColumn[], choice?: ColumnChoice): readonly string[] {
  const forPrograms = columns.filter(({ refers }) => refers === 'signal').map(({ name }) => name);
  return [...new Set([...(choice?.hidden ?? []), ...forPrograms])];
}

/** First direction of sorting: most first for numbers, A to Z for words. */
export function descendsFirst(column: GridColumn): boolean {
  return column.isNumeric;
}

/** Width of the letters of a header, and of its padding, px. */
export function headerWidth(heading: Heading): number {
  return letter * headingText(heading).length + padding;
}

/** px of a level. */
export const levelWidth = 14;
/** Maximum indentation; deeper rows show their level instead, because hundreds of calls must leave space for names. */
export const maxLevels = 12;

/** px of a name of usual length, its triangle and its count of levels. */
const nameRoom = 250;

/** Levels by which a tree column is indented: at most a third of it, and `nameRoom` stays free. */
export function levelsWithin(width: number): number {
  return Math.max(2, Math.min(maxLevels, Math.floor(Math.min(width / 3, width - nameRoom) / levelWidth)));
}
