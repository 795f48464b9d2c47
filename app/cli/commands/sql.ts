import type { Command } from '../command.ts';
import { formOf, outputOptions, textForms, writeSheet } from '../output.ts';
import { job, withEngine } from '../session.ts';
import type { Heading } from '../table.ts';
import { integer } from '../values.ts';

const integers = /^U?(TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT)$/;
const numbers = /^(FLOAT|DOUBLE|DECIMAL.*)$/;

export const sql: Command = {
  name: 'sql',
  usage: 'WORKSPACE SELECT [--limit N] [-o table|json|csv|tsv]',
  about:
    'Answers one SELECT in the SQL of DuckDB, read-only.\nTables are those of the vocabulary (sample, event, metric, stack, …); ' +
    'the views samples, events and metrics have names instead of ids. DESCRIBE TABLE explains one.',
  options: {
    limit: { value: 'N', about: 'Maximum number of rows. Default: 1,000,000.' },
    ...outputOptions,
  },
  words: { min: 2, max: 2 },
  async run(args, io) {
    const form = formOf(args, textForms);
    const limit = args.text('limit');
    await withEngine(args.word(0), io, async engine => {
      const { columns, rows, more } = await engine.sql(
        job,
        args.word(1),
        limit === undefined ? undefined : integer('limit', limit),
      );
      const headings = columns.map(
        ({ name, type }): Heading => ({ name, kind: kindOf(type), isAsStored: true }),
      );
      const sheet = {
        names: columns.map(column => column.name),
        rows: rows.length,
        cell: (row: number, column: number) => rows[row]?.[column] ?? null,
      };
      await writeSheet(io, sheet, headings, form);
      if (more) io.say(`note: There are more than ${rows.length} rows; use --limit to print more.`);
    });
    return 0;
  },
};

function kindOf(type: string): Heading['kind'] {
  if (integers.test(type)) return 'integer';
  return numbers.test(type) ? 'number' : 'text';
}
