/** Prints answers in the form chosen with `-o`. */
import type { AnswerColumn } from '../../analyzers/contract.ts';
import type { Arrangement, Note } from '../contract.ts';
import type { Sheet } from '../engine/sheet.ts';
import { type TextForm, toText } from '../engine/text.ts';
import type { Args, Options } from './command.ts';
import { UsageError } from './command.ts';
import type { Io } from './io.ts';
import { type Heading, tableLines } from './table.ts';
import { choice, integer } from './values.ts';

export const forms = ['table', 'json', 'csv', 'tsv', 'arrow', 'parquet'] as const;
export type Form = (typeof forms)[number];

export const outputOptions: Options = {
  output: {
    value: 'FORM',
    short: 'o',
    about: `Output format: ${forms.join(', ')}. Arrow and parquet are binary.`,
  },
};

/** Forms for any table of values; answers, whose columns have types, support every {@link Form}. */
export const textForms = ['table', 'json', 'csv', 'tsv'] as const;

export function formOf<T extends Form>(args: Args, forms: readonly T[]): T {
  return choice('output', args.text('output') ?? 'table', forms);
}

export const rowOptions: Options = {
  sort: { value: 'COLUMN', about: 'Sorts by a column.' },
  descending: { about: 'Sorts the largest first.' },
  filter: {
    value: 'TEXT',
    about: 'Prints only rows that match this search, whose fields are the columns: redis total_percent>5.',
  },
  limit: { value: 'N', about: 'Maximum number of rows.' },
};

/**
 * The arrangement from `--sort` and `--filter`, and the number of rows from `--limit`.
 *
 * @param except options that the question takes as parameters of its own
 */
export function rowsAsked(
  columns: readonly AnswerColumn[],
  args: Args,
  except: readonly string[] = [],
): { readonly arrangement: Arrangement; readonly limit: number } {
  const option = (name: string) => (except.includes(name) ? undefined : args.text(name));
  const [column, filter, limit] = [option('sort'), option('filter'), option('limit')];
  const names = columns.map(each => each.name);
  if (column !== undefined && !names.includes(column)) {
    throw new UsageError(`--sort takes ${names.join(', ')}, not "${column}".`);
  }
  return {
    arrangement: {
      ...(column !== undefined && { sort: { column, descending: args.flag('descending') } }),
      ...(filter !== undefined && { filter }),
    },
    limit: limit === undefined ? Number.POSITIVE_INFINITY : integer('limit', limit),
  };
}

export async function writeSheet(
  io: Io,
  sheet: Sheet,
  headings: readonly Heading[],
  form: TextForm | 'table',
) {
  if (form === 'table') return writeLines(io, tableLines(headings, sheet, io.width));
  for await (const piece of toText([sheet], form)) await io.write(piece);
}

export async function writeLines(io: Io, lines: readonly string[]) {
  for (let at = 0; at < lines.length; at += 1000)
    await io.write(`${lines.slice(at, at + 1000).join('\n')}\n`);
}

/** Writes notes above the output if it is for people, otherwise to standard error. */
export async function writeNotes(io: Io, notes: readonly Note[], form: Form) {
  if (form !== 'table') for (const note of notes) io.say(`note: ${noteText(note)}`);
  else if (notes.length > 0) await io.write(`${notes.map(noteText).join('\n')}\n\n`);
}

/** A note for the terminal, with an option as its remedy. */
export function noteText({ text, remedy }: Note): string {
  return remedy ? `${text} --${remedy.option} ${remedy.does}.` : text;
}
