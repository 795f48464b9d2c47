/** Describes how each column of a table was read, so that the user can correct it. */
import { epochSeconds } from '../kit/civil.ts';
import { timeIn } from './columns.ts';
import type { ColumnDefinition, ColumnUse, MeaningDefinition, TableDefinition } from './definition.ts';
import { lookAt, type TableLook } from './layout.ts';
import { nameOfForm, readTime } from './times.ts';

export interface FoundColumn {
  readonly title: string;
  readonly is: ColumnUse;
  /** For time and date: the form, as in `ColumnDefinition.time`; null if unknown. */
  readonly time: string | null;
  /** For values: name of the counter. */
  readonly name: string;
  readonly unit: string | null;
  readonly cumulative: boolean;
  readonly meaning?: MeaningDefinition;
  /** True if a property of the column is a guess. */
  readonly guess: boolean;
  /** True if the definition has this column. */
  readonly given: boolean;
  /** The first cells that are not empty. */
  readonly cells: readonly string[];
}

export interface FoundTable {
  readonly separator: string;
  readonly decimal: '.' | ',';
  readonly columns: readonly FoundColumn[];
  /**
   * The first times: the cells, and how they are read (ISO 8601, or seconds since the start); null if they cannot be
   * read.
   */
  readonly times: readonly { readonly cell: string; readonly read: string | null }[];
  /** The reason why the table cannot be read; null if it can. */
  readonly problem: string | null;
}

const shownRows = 3;

/** Describes the table in the head; null if there is none. */
export function findTable(head: Uint8Array, given: TableDefinition | null): FoundTable | null {
  const look = lookAt(head, given);
  if (look === null) return null;
  const { separator, columns, comma, rows, problem } = look;
  return {
    separator,
    decimal: given?.decimal ?? (comma === 'decimal' || comma === 'grouped' ? ',' : '.'),
    columns: columns.map((column, at) => {
      const cells = rows.map(row => row[at]?.trim() ?? '').filter(cell => cell !== '');
      const wish = given?.columns[column.title];
      return {
        ...column,
        time: column.is === 'time' || column.is === 'date' ? timeName(look, wish, cells) : null,
        given: wish !== undefined,
        cells: cells.slice(0, shownRows),
      };
    }),
    times: timesOf(look),
    problem,
  };
}

/** The definition that gives the same columns without detection. */
export function definitionOf(found: FoundTable, given: TableDefinition): TableDefinition {
  const columns = found.columns.map(({ title: name, ...column }): [string, ColumnDefinition] => [
    name,
    {
      is: column.is,
      ...(column.time !== null && { time: column.time }),
      ...(column.is === 'value' && column.name !== name && { name: column.name }),
      ...(column.is === 'value' && column.unit !== null && { unit: column.unit }),
      ...(column.cumulative && { cumulative: true }),
      ...(column.meaning !== undefined && { meaning: column.meaning }),
    },
  ]);
  const { separator, decimal } = found;
  return { ...given, separator, decimal, columns: Object.fromEntries(columns) };
}

function timeName(
  { form, columns }: TableLook,
  wish: ColumnDefinition | undefined,
  cells: readonly string[],
): string | null {
  if (wish?.time !== undefined) return wish.time;
  // If date and time have separate columns, the form is given with the date.
  const isOfAnother = columns.some(({ is }) => is === 'date') && !cells.some(cell => /[-/.]/.test(cell));
  return form === null || isOfAnother ? null : nameOfForm(form, cells);
}

function timesOf({ form, columns, rows }: TableLook): FoundTable['times'] {
  const cells = rows.map(row => timeIn(columns, row)).filter(cell => cell !== '');
  return cells.slice(0, shownRows).map(cell => {
    const read = form && readTime(cell, form);
    if (read === null) return { cell, read };
    if ('elapsed' in read) return { cell, read: `${read.elapsed} s since the start` };
    if ('ofDay' in read) {
      const clock = new Date((epochSeconds(1970, 1, 1) + read.ofDay) * 1000).toISOString().slice(11, 19);
      return { cell, read: clock + fraction(read.nanos) };
    }
    const whole = new Date(read.seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');
    return { cell, read: whole + fraction(read.nanos) + (read.utc ? ' UTC' : '') };
  });
}

const fraction = (nanos: number): string =>
  nanos === 0
    ? ''
    : `.${String(nanos)
        .padStart(9, '0')
        .replace(/(?<!0)0+$/, '')}`;
