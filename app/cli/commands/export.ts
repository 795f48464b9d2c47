import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Spelling } from '../../../analyzers/folded/spelling.ts';
import { type Command, type Options, UsageError } from '../command.ts';
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

/** Collapsed stacks are written as they were recorded: grouping is for views. */
const { group: _, ...stackScope } = scopeOptions;

export const exportCommand: Command = {
  name: 'export',
  usage: 'WORKSPACE --folded FILE [--kind KIND] [scope]',
  about:
    'Writes samples as collapsed stacks.\nOne `process;caller;…;leaf count` a line, as flame graph tools take them; FILE may be - for standard output.',
  options: {
    folded: { value: 'FILE', about: 'Collapsed stacks of the samples in scope.' },
    ...spellingOptions,
    ...stackScope,
  },
  words: { min: 1, max: 1 },
  async run(args, io) {
    const to = args.text('folded');
    if (to === undefined) throw new UsageError('export takes --folded FILE.');
    const given = Object.keys(spellings).filter(name => args.flag(name));
    const spelling: Spelling = Object.fromEntries(given.map(name => [name, true]));
    await withEngine(args.word(0), io, async engine => {
      const { chunks, notes } = await engine.folded(job, scopeOf(args), spelling);
      if (to === '-') for (const chunk of chunks) await io.write(chunk);
      else await pipeline(Readable.from(chunks), createWriteStream(to));
      for (const note of notes) io.say(`note: ${note}`);
    });
    return 0;
  },
};
