/** Symbolizes functions that captures know only by address, and lists those without a name. */
import { type Command, UsageError } from '../command.ts';
import { formOf, forms, outputOptions, rowOptions } from '../output.ts';
import { printAnswer } from '../print-answer.ts';
import { withEngine } from '../session.ts';

export const symbols: Command = {
  name: 'symbols',
  usage: 'WORKSPACE [add PATH… | list]',
  about:
    'Names functions that captures know only by address, without reading them again.\n\n' +
    'add:  takes programs, debug files, kallsyms and perf-PID.map from folders, files and archives (perf archive). Only what is of the build that was recorded counts.\n' +
    'list, or no verb: modules that lack symbols, with the id of the build that is wanted',
  options: { ...rowOptions, ...outputOptions },
  words: { min: 1, max: Number.POSITIVE_INFINITY },
  async run(args, io) {
    const [path, verb = 'list', ...paths] = args.words as readonly [string, ...string[]];
    if (verb !== 'add' && verb !== 'list')
      throw new UsageError(`"${verb}" is no verb of symbols: give add, list or none.`);
    if (verb === 'list' && paths.length > 0) throw new UsageError('list takes no path.');
    if (verb === 'add') {
      const named = await withEngine(path, io, engine => engine.addSymbols(paths));
      io.say(`${named} addresses were resolved to functions.`);
    }
    const request = { question: 'symbols', params: {}, scope: {} };
    await printAnswer(io, path, request, args, formOf(args, forms));
    return 0;
  },
};
