/** Shows how the columns of a table were read; with a description, reads the capture again by it. */
import type { TableDefinition, TableInfo } from '../../contract.ts';
import type { Sheet } from '../../engine/sheet.ts';
import { type Args, type Command, UsageError } from '../command.ts';
import { exit } from '../exit.ts';
import type { Io } from '../io.ts';
import { formOf, outputOptions, textForms, writeSheet } from '../output.ts';
import { scopeOptions } from '../scope.ts';
import { job, withEngine } from '../session.ts';
import { textIn } from '../text-in.ts';
import { integer } from '../values.ts';

const { capture } = scopeOptions;

export const columnsCommand: Command = {
  name: 'columns',
  usage: 'WORKSPACE --capture ID [--as FILE | --describe]',
  about:
    'Shows how the columns of a CSV or TSV are interpreted, and reads the file again with corrections.\n' +
    '--describe prints a description; correct it and pass it with --as. In a folder of ' +
    'formats (import --formats DIR), a description applies to every table with its columns.',
  options: {
    ...(capture && { capture: { ...capture, about: 'The capture.' } }),
    as: { value: 'FILE', about: 'Reads the capture again with this description, a JSON file.' },
    describe: { about: 'Prints the detected columns as a description.' },
    ...outputOptions,
  },
  words: { min: 1, max: 1 },
  async run(args, io) {
    const id = args.text('capture');
    if (id === undefined) throw new UsageError('--capture is missing: name the capture by its id.');
    const definitions = args.text('as');
    return withEngine(args.word(0), io, async engine => {
      let shown = integer('capture', id);
      if (definitions !== undefined) {
        const { path } = (await engine.workspace()).captures.find(each => each.id === shown) ?? {};
        // If there is no such capture, `engine.table` below reports it.
        const request = {
          paths: [path ?? ''],
          format: 'table',
          table: readTable(definitions),
          replaces: shown,
        };
        await engine.table(shown, request.table);
        const { captures, failures } = await engine.import(job, request);
        for (const { message } of failures) io.say(message);
        if (!captures[0]) return exit.failed;
        shown = captures[0].id;
      }
      await print(await engine.table(shown, null), args, io);
      return exit.done;
    });
  },
};

/** Reads a description from a file. The engine checks its members. */
export function readTable(path: string): TableDefinition {
  const text = textIn(path);
  try {
    return { id: 'table', ...(JSON.parse(text) as object) } as TableDefinition;
  } catch (error) {
    throw new UsageError(`${path} is not a description of a table: ${(error as Error).message}.`);
  }
}

const headings = [
  { name: 'column' },
  { name: 'is' },
  { name: 'counter' },
  { name: 'unit' },
  { name: 'time' },
  { name: 'cumulative' },
  { name: 'source' },
  { name: 'first' },
] as const;

async function print(table: TableInfo, args: Args, io: Io): Promise<void> {
  if (args.flag('describe')) {
    const { id: _, ...definition } = table.definition;
    await io.write(`${JSON.stringify({ id: 'my-table', ...definition }, null, 2)}\n`);
    return;
  }
  const form = formOf(args, textForms);
  const rows = table.columns.map(({ title, is, name, unit, time, cumulative, guess, given, cells }) => [
    title,
    is,
    is === 'value' ? name : null,
    unit,
    time,
    cumulative ? 'yes' : null,
    given ? 'set by hand' : guess ? 'guess' : 'found',
    cells[0] ?? null,
  ]);
  const sheet: Sheet = {
    names: headings.map(({ name }) => name),
    rows: rows.length,
    cell: (row, column) => rows[row]?.[column] ?? null,
  };
  await writeSheet(
    io,
    sheet,
    headings.map(each => ({ ...each, kind: 'text' as const })),
    form,
  );
  if (form !== 'table') return;
  for (const { cell, read } of table.times) await io.write(`\n${cell} is read as ${read ?? 'not a time'}`);
  if (table.times.length > 0) await io.write('\n');
  if (table.problem) io.say(table.problem);
}
