import type { ImportReport, ImportRequest } from '../../contract.ts';
import type { LocalEngine } from '../../engine/local.ts';
import { type Sheet, sheetOf } from '../../engine/sheet.ts';
import { toText } from '../../engine/text.ts';
import { type Args, type Command, UsageError } from '../command.ts';
import { importStatus, otherFiles } from '../exit.ts';
import type { Io } from '../io.ts';
import { writeSheet } from '../output.ts';
import { compact } from '../scope.ts';
import { job, withEngine } from '../session.ts';
import { bytes, duration, integer, time } from '../values.ts';
import { readTable } from './columns.ts';

export const importCommand: Command = {
  name: 'import',
  usage: 'WORKSPACE PATH… [--format ID] [--json]',
  about:
    'Reads files and folders into a workspace and prints the ledger.\n' +
    'The workspace is created if it does not exist. used + blank + skipped = lines. ' +
    'A file that the workspace already has is skipped; one that has grown replaces its older reading.',
  options: {
    format: { value: 'ID', about: 'Reads every file in this format, without detection.' },
    formats: {
      value: 'DIR',
      multiple: true,
      about:
        'Folder with your own formats for logs and tables (JSON files), which take precedence over built-in ones.',
    },
    columns: {
      value: 'FILE',
      about: 'Description of the columns of CSV or TSV files, as aftertrace columns --describe prints it.',
    },
    tz: { value: 'ZONE', about: 'Zone of wall clocks without one: Europe/Berlin or +02:00.' },
    year: { value: 'Y', about: 'Year of times without one.' },
    offset: {
      value: 'DURATION',
      about: 'Added to every time: 1.5s, --offset=-200ms. A bare number is seconds.',
    },
    start: { value: 'T', about: 'Begin of a capture without a clock.' },
    interval: { value: 'DURATION', about: 'Time between the samples of a capture without a clock.' },
    memory: { value: 'SIZE', about: 'Memory limit: 1GB (the default), 512MB.' },
    workers: {
      value: 'N',
      about:
        'Number of worker threads; 0: only the main thread. Default: CPUs minus one; all CPUs for files of 1 GiB or more.',
    },
    symbols: {
      value: 'DIR',
      multiple: true,
      about:
        'Folder with programs, debug files, kallsyms or perf-PID.map, to resolve functions recorded only by address.',
    },
    manifests: {
      value: 'DIR',
      multiple: true,
      about:
        'Folder with manifests of providers of ETW (.man, .xml), for events that a trace does not describe.',
    },
    again: {
      about: 'Also reads files whose content is in the workspace already, which are skipped otherwise.',
    },
    json: {
      about: 'Prints the ledger as JSON: { captures, failures, duplicates, replaced, cancelled }.',
    },
  },
  words: { min: 2, max: Number.POSITIVE_INFINITY },
  async run(args, io) {
    if (args.words.slice(1).includes('-'))
      throw new UsageError('Standard input is not read: save it to a file, and import that.');
    const memory = args.text('memory');
    // Imported lazily: it loads all formats, which `--help` does not need.
    const { usualFolders } = await import('../../engine/user-formats.ts');
    const request = requestOf(args);
    return withEngine(
      args.word(0),
      io,
      async (engine, onBegin) => {
        const report = await engine.importBegun(job, request, onBegin);
        io.status('');
        await printLedger(engine, report, args.flag('json'), io);
        printDuplicates(report, io);
        for (const remark of report.remarks ?? []) io.say(remark);
        if (report.captures.length > 0 && !args.flag('json'))
          io.say(
            `aftertrace overview ${args.word(0)} shows what was captured, what is busiest, and what changed.`,
          );
        printFailures(report, io);
        return importStatus(report);
      },
      {
        make: true,
        ahead: (engine: LocalEngine) => engine.begin(request),
        userFormats: { named: args.texts('formats'), usual: usualFolders(process.env, process.platform) },
        ...(memory !== undefined && { memory: bytes('memory', memory) }),
      },
    );
  },
};

function requestOf(args: Args): ImportRequest {
  const read = <T>(name: string, as: (option: string, text: string) => T) => {
    const text = args.text(name);
    return text === undefined ? undefined : as(name, text);
  };
  return {
    paths: args.words.slice(1),
    again: args.flag('again'),
    grown: 'replace',
    ...(args.texts('symbols').length > 0 && { symbols: args.texts('symbols') }),
    ...(args.texts('manifests').length > 0 && { manifests: args.texts('manifests') }),
    ...compact({
      format: args.text('format'),
      table: read('columns', (_, file) => readTable(file)),
      zone: args.text('tz'),
      year: read('year', integer),
      offset: read('offset', duration),
      start: read('start', time),
      interval: read('interval', (name, text) => Number(duration(name, text))),
      workers: read('workers', integer),
    }),
  };
}

/** Prints the rows of the question `captures` for the imported captures. */
async function printLedger(
  engine: LocalEngine,
  report: ImportReport,
  asJson: boolean,
  io: Io,
): Promise<void> {
  const ids = report.captures.map(capture => capture.id);
  const { answer, columns } = await engine.ask(job, {
    question: 'captures',
    params: {},
    scope: { captures: ids },
  });
  const page = await engine.page(job, answer, { offset: 0, limit: Number.POSITIVE_INFINITY });
  const ledger = ids.length > 0 ? sheetOf(columns, page) : nothing(columns.map(column => column.name));
  if (!asJson) return writeSheet(io, ledger, columns, 'table');
  const { failures, duplicates, replaced, cancelled } = report;
  let captures = '';
  for await (const piece of toText([ledger], 'json')) captures += piece;
  await io.write(
    `{"captures":${captures.trimEnd()},\n"failures":${JSON.stringify(failures)},\n` +
      `"duplicates":${JSON.stringify(duplicates)},\n"replaced":${JSON.stringify(replaced)},\n"cancelled":${cancelled}}\n`,
  );
}

/** A ledger without rows, for an import of nothing: a scope without captures would mean all of them. */
function nothing(names: readonly string[]): Sheet {
  return { names, rows: 0, cell: () => null };
}

/** Prints one sentence for each file that the workspace already held, whole or in part. */
function printDuplicates({ duplicates, replaced }: ImportReport, io: Io): void {
  for (const { message } of replaced) io.say(message);
  for (const { message } of duplicates) io.say(`${message} Use --again to read it anyway.`);
}

/** Files that are no captures get a sentence each up to this number; more are counted in one line. */
const maxOthers = 5;

const otherWords: Readonly<Record<string, string>> = {
  binary: 'binary files of no known format',
  empty: 'empty',
  'not-recognised': 'in no known format',
  'tool-not-read': 'of tools that are not read',
  workspace: 'workspaces',
};

/** "2,701 files are no captures: 2,700 empty (first a.txt), 1 in no known format (b)." */
export function countOthers(others: ImportReport['failures']): string {
  const kinds = [...new Set(others.map(({ code }) => code))].map(code => {
    const files = others.filter(other => other.code === code);
    return `${files.length.toLocaleString('en-US')} ${otherWords[code] ?? code} (first ${files[0]?.path})`;
  });
  return `${others.length.toLocaleString('en-US')} files are no captures: ${kinds.join(', ')}. --json lists them all.`;
}

/** Prints one sentence for each file or capture that was not read completely. */
function printFailures({ captures, failures, cancelled }: ImportReport, io: Io): void {
  const broken = captures.filter(capture => capture.status !== 'complete');
  for (const { path, status, reason } of broken)
    io.say(`${path} is ${status}: ${reason ?? 'see its problems'}`);
  const others = failures.filter(({ code }) => otherFiles.has(code));
  const isMany = others.length > maxOthers;
  for (const { code, message, nearest = [] } of failures) {
    if (isMany && otherFiles.has(code)) continue;
    io.say(message);
    for (const sentence of nearest) io.say(`  near ${sentence}`);
  }
  if (isMany) io.say(countOthers(others));
  if (cancelled) io.say('Cancelled: files read completely before stay in the workspace.');
}
