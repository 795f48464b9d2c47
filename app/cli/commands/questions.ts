import { questions as catalogue } from '../../engine/questions.ts';
import type { Sheet } from '../../engine/sheet.ts';
import type { Command } from '../command.ts';
import { formOf, outputOptions, textForms, writeSheet } from '../output.ts';
import type { Heading } from '../table.ts';

const headings: readonly Heading[] = ['id', 'question', 'params', 'columns'].map(name => ({
  name,
  kind: 'text',
}));

export const questions: Command = {
  name: 'questions',
  usage: '[-o table|json|csv|tsv]',
  about: 'Lists all questions.',
  options: outputOptions,
  words: { min: 0, max: 0 },
  async run(args, io) {
    const form = formOf(args, textForms);
    const sheet = catalogueSheet();
    // A table, for people, leaves out the questions' columns; programs get them.
    const shown = form === 'table' ? headings.slice(0, 3) : headings;
    await writeSheet(io, { ...sheet, names: shown.map(each => each.name) }, shown, form);
    return 0;
  },
};

function catalogueSheet(): Sheet {
  const rows = catalogue.map(({ id, question, params, columns }) => [
    id,
    question,
    Object.keys(params)
      .map(name => `--${name}`)
      .join(' '),
    columns.map(column => column.name).join(' '),
  ]);
  return {
    names: headings.map(each => each.name),
    rows: rows.length,
    cell: (row, column) => rows[row]?.[column] ?? null,
  };
}
