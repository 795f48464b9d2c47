/** Answers in the form asked for with `-o`. */
import type { HeldAnswer } from '../engine/held.ts';
import { type Sheet, sheetOf } from '../engine/sheet.ts';
import { type TextForm, toText } from '../engine/text.ts';
import type { Args, Options } from './command.ts';
import { UsageError } from './command.ts';
import type { Io } from './io.ts';
import { type Printer, shapes } from './shapes.ts';
import type { Heading } from './table.ts';
import { choice, integer } from './values.ts';

export const forms = ['table', 'json', 'csv', 'tsv', 'arrow', 'parquet'] as const;
export type Form = (typeof forms)[number];

export const outputOptions: Options = {
  output: {
    value: 'FORM',
    short: 'o',
    about: `How to print: ${forms.join(', ')}. Arrow and parquet are binary.`,
  },
};

/** The forms that any table of values has; answers, whose columns have types, also come as {@link Form}. */
export const textForms = ['table', 'json', 'csv', 'tsv'] as const;

export function formOf<T extends Form>(args: Args, among: readonly T[]): T {
  return choice('output', args.text('output') ?? 'table', among);
}

export const rowOptions: Options = {
  sort: { value: 'COLUMN', about: 'Sort by a column.' },
  descending: { about: 'Sort the largest first.' },
  filter: { value: 'TEXT', about: 'Only rows with this in one of their texts, ignoring case.' },
  limit: { value: 'N', about: 'No more than this many rows.' },
};

/** Rows of the answer as `--sort`, `--filter` and `--limit` want them. */
export function rowsOf(held: HeldAnswer, args: Args, except: readonly string[] = []): Uint32Array {
  const option = (name: string) => (except.includes(name) ? undefined : args.text(name));
  const [column, filter, limit] = [option('sort'), option('filter'), option('limit')];
  const names = held.answer.columns.map(each => each.name);
  if (column !== undefined && !names.includes(column)) {
    throw new UsageError(`--sort takes ${names.join(', ')}, not "${column}".`);
  }
  const rows = held.rows({
    ...(column !== undefined && { sort: { column, descending: args.flag('descending') } }),
    ...(filter !== undefined && { filter }),
  });
  return limit === undefined ? rows : rows.subarray(0, integer('limit', limit));
}

export async function writeSheet(
  io: Io,
  sheet: Sheet,
  headings: readonly Heading[],
  form: TextForm | 'table',
) {
  if (form === 'table') return writeLines(io, shapes.table(headings, sheet, io.width));
  for (const piece of toText(sheet, form)) await io.write(piece);
}

async function writeLines(io: Io, lines: readonly string[]) {
  for (let at = 0; at < lines.length; at += 1000)
    await io.write(`${lines.slice(at, at + 1000).join('\n')}\n`);
}

/**
 * Prints an answer. Its notes stand above what is for people, and on standard error where the output is for programs.
 *
 * @param printer prints the form `table`, by the question's shape
 */
export async function writeAnswer(
  io: Io,
  held: HeldAnswer,
  rows: Uint32Array,
  form: Exclude<Form, 'parquet'>,
  printer: Printer,
) {
  const { answer } = held;
  if (form === 'table') {
    for (const note of answer.notes) await io.write(`${note}\n`);
    if (answer.notes.length > 0) await io.write('\n');
  } else {
    for (const note of answer.notes) io.say(`note: ${note}`);
  }
  if (form === 'arrow') {
    const { toArrow } = await import('../engine/arrow.ts');
    return io.write(toArrow(held, rows, 'stream'));
  }
  const sheet = sheetOf(held, rows);
  if (form === 'table') return writeLines(io, printer(answer.columns, sheet, io.width));
  return writeSheet(io, sheet, answer.columns, form);
}
