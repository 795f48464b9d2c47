import type { Spelling } from '../../../analyzers/questions/folded/spelling.ts';
import type { LocalEngine } from '../../engine/local.ts';
import { type Args, type Command, type Options, UsageError } from '../command.ts';
import type { Io } from '../io.ts';
import { noteText } from '../output.ts';
import { scopeOf, scopeOptions } from '../scope.ts';
import { job, withEngine } from '../session.ts';

const spellings: Readonly<Record<keyof Spelling, string>> = {
  pid: 'Process names with the pid: `name-PID`.',
  tid: 'Process names with pid and tid: `name-PID/TID`.',
  kernel: 'Marks kernel functions `_[k]`.',
  jit: 'Marks functions of JIT maps `_[j]`.',
  addresses: 'Shows the address of functions without a symbol.',
};

const spellingOptions: Options = Object.fromEntries(
  Object.entries(spellings).map(([name, about]) => [name, { about }]),
);

/** Collapsed stacks are written as recorded: grouping and hiding idle CPUs are for views only. */
const { group: _, 'with-idle': __, ...stackScope } = scopeOptions;

export const exportCommand: Command = {
  name: 'export',
  usage: 'WORKSPACE --folded FILE [--kind KIND] [scope] | --parquet DIR | --arrow DIR | --findings FILE',
  about:
    'Writes samples as collapsed stacks, all tables as Parquet or Arrow files, or a workspace of the findings and what their evidence needs.\n' +
    'Collapsed stacks are one `process;caller;…;leaf count` per line, as flame graph tools read them; ' +
    'FILE may be - for standard output.',
  options: {
    folded: { value: 'FILE', about: 'Collapsed stacks of the samples in scope.' },
    parquet: { value: 'DIR', about: 'All tables, one Parquet file each.' },
    arrow: { value: 'DIR', about: 'All tables, one Arrow IPC file each.' },
    findings: {
      value: 'FILE',
      about: 'A workspace with the findings and the rows that their evidence needs, which is checked in it.',
    },
    ...spellingOptions,
    ...stackScope,
  },
  words: { min: 1, max: 1 },
  async run(args, io) {
    const [target, ...more] = (['folded', 'parquet', 'arrow', 'findings'] as const).filter(name =>
      args.text(name),
    );
    if (target === undefined || more.length > 0) {
      throw new UsageError(
        'export takes one of --folded FILE, --parquet DIR, --arrow DIR and --findings FILE.',
      );
    }
    const to = args.text(target) as string;
    await withEngine(args.word(0), io, async engine => {
      if (target === 'folded') return exportFolded(engine, args, to, io);
      if (target === 'findings') return exportFindings(engine, to, io);
      for (const file of await engine.exportTables(job, to, target)) await io.write(`${file}\n`);
    });
    return 0;
  },
};

async function exportFolded(engine: LocalEngine, args: Args, to: string, io: Io): Promise<void> {
  const names = Object.keys(spellings).filter(name => args.flag(name));
  const spelling: Spelling = Object.fromEntries(names.map(name => [name, true]));
  const scope = scopeOf(args);
  const notes = to === '-' ? await printFolded() : await engine.exportFolded(job, scope, spelling, to);
  for (const note of notes) io.say(`note: ${noteText(note)}`);

  async function printFolded() {
    const { chunks, notes } = await engine.folded(job, scope, spelling);
    for (const chunk of chunks) await io.write(chunk);
    return notes;
  }
}

async function exportFindings(engine: LocalEngine, to: string, io: Io): Promise<void> {
  const { path, bytes, evidence, captures } = await engine.cutDown(job, to);
  const size = `${(bytes / 1e6).toFixed(1)} MB`;
  await io.write(
    `${path}: ${size}, ${evidence === 1 ? '1 piece' : `${evidence} pieces`} of evidence with the same answers as here\n`,
  );
  for (const { name, isWhole } of captures)
    await io.write(`  ${name}: ${isWhole ? 'all rows' : 'rows of the required time'}\n`);
}
