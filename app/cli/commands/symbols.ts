/** Symbolizes functions that captures know only by address, and lists those without a name. */
import { type Command, UsageError } from '../command.ts';
import { formOf, forms, outputOptions, rowOptions } from '../output.ts';
import { printAnswer } from '../print-answer.ts';
import { job, withEngine } from '../session.ts';

export const symbols: Command = {
  name: 'symbols',
  usage: 'WORKSPACE [add PATH… | list]',
  about:
    'Resolves functions that captures recorded only by address, without reading the captures again.\n\n' +
    'add:  uses programs, debug files, kallsyms and perf-PID.map from folders, files and archives (perf archive). Only files of the recorded build are used; of a module whose build was not recorded, a file of its name, which is reported as a guess.\n' +
    'list, or no verb: lists modules that lack symbols, with the build id that is needed',
  options: { ...rowOptions, ...outputOptions },
  words: { min: 1, max: Number.POSITIVE_INFINITY },
  async run(args, io) {
    const [path, verb = 'list', ...paths] = args.words as readonly [string, ...string[]];
    if (verb !== 'add' && verb !== 'list')
      throw new UsageError(`Unknown verb "${verb}": use add, list or none.`);
    if (verb === 'list' && paths.length > 0) throw new UsageError('list takes no path.');
    if (verb === 'add') {
      const guesses: string[] = [];
      const resolved = await withEngine(path, io, engine =>
        engine.addSymbols(job, paths, ({ module, file, functions }) => {
          guesses.push(
            `${functions} of them in ${module} are a guess: its build was not recorded, and ${file} has its name.`,
          );
        }),
      );
      io.say(`${resolved} addresses were resolved to functions.`);
      for (const guess of guesses) io.say(guess);
      if (resolved === 0)
        io.say(
          'No file is of a build that is needed, or has the name of a module whose build was not recorded: the list shows which are needed.',
        );
    }
    const request = { question: 'symbols', params: {}, scope: {} };
    await printAnswer(io, path, request, args, formOf(args, forms));
    return 0;
  },
};
