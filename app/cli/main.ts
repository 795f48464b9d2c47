/** The command line: finds the command, runs it, and turns errors into one sentence and an exit status. */
import { traceProcess } from '../../workspace/trace.ts';
import { toWireError } from '../engine/errors.ts';
import { version } from '../engine/version.ts';
import { type Command, helpFor, inColumns, readArgs, UsageError } from './command.ts';
import { ask } from './commands/ask.ts';
import { check } from './commands/check.ts';
import { clock } from './commands/clock.ts';
import { columnsCommand } from './commands/columns.ts';
import { exportCommand } from './commands/export.ts';
import { importCommand } from './commands/import.ts';
import { note } from './commands/note.ts';
import { type OpenWindow, open } from './commands/open.ts';
import { overview } from './commands/overview.ts';
import { questions } from './commands/questions.ts';
import { captures, problems } from './commands/records.ts';
import { report } from './commands/report.ts';
import { rescue } from './commands/rescue.ts';
import { saved } from './commands/saved.ts';
import { search } from './commands/search.ts';
import { sql } from './commands/sql.ts';
import { symbols } from './commands/symbols.ts';
import { exit, exitHelp } from './exit.ts';
import { type Io, processIo } from './io.ts';

/** Error codes that mean wrong usage, wherever they were raised. */
const usageCodes = new Set(['bad-parameter', 'unknown-question', 'bad-option']);

/** @returns the exit status: see `exit.ts` */
export async function main(
  argv: readonly string[],
  openWindow: OpenWindow,
  io: Io = processIo(),
): Promise<number> {
  const commands = [
    importCommand,
    overview,
    captures,
    problems,
    clock,
    columnsCommand,
    symbols,
    questions,
    ask,
    note,
    check,
    report,
    search,
    saved,
    sql,
    exportCommand,
    rescue,
    open(openWindow),
  ];
  const [name, ...rest] = argv;
  traceProcess(`aftertrace ${name ?? ''}`);
  if (name === '--version') {
    await io.write(`${version}\n`);
    return exit.done;
  }
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    await io.write(usage(commands));
    return name === undefined ? exit.usage : exit.done;
  }
  const command = commands.find(each => each.name === name);
  if (!command) {
    io.say(`There is no command "${name}". Commands: ${commands.map(each => each.name).join(', ')}.`);
    return exit.usage;
  }
  // Node ends a process silently, with status 13, when it waits for something that nothing will do.
  const abandoned = () => {
    io.say(`${name} waits for something that never happens, a fault of the program: it was ended.`);
    process.exit(exit.failed);
  };
  process.once('beforeExit', abandoned);
  try {
    const args = readArgs(command, rest);
    if (!args.flag('help')) return await command.run(args, io);
    await io.write(helpFor(command, args.words));
    return exit.done;
  } catch (error) {
    return explain(error, command, io);
  } finally {
    process.off('beforeExit', abandoned);
  }
}

function explain(error: unknown, command: Command, io: Io): number {
  const { code, message } = toWireError(error);
  const isUsage = error instanceof UsageError || usageCodes.has(code);
  io.say(isUsage ? `${message} See aftertrace ${command.name} --help.` : message);
  // A defect of this program: the stack trace is needed.
  if (code === 'internal' && !isUsage && error instanceof Error) io.say(error.stack ?? '');
  if (code === 'cancelled') return exit.interrupted;
  return isUsage ? exit.usage : exit.failed;
}

function usage(commands: readonly Command[]): string {
  const lines = commands.map(
    ({ name, usage, about }) => [`${name} ${usage}`, about.split('\n', 1)[0] ?? ''] as const,
  );
  return [
    'Aftertrace opens captured traces after the fact.',
    'usage: aftertrace COMMAND …',
    inColumns(lines),
    `See aftertrace COMMAND --help. ${exitHelp}\n`,
  ].join('\n\n');
}
