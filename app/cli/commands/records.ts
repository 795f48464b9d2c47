/** `captures` and `problems`: the two most common questions, as commands of their own. */
import type { AskRequest } from '../../contract.ts';
import type { Command } from '../command.ts';
import { formOf, forms, outputOptions, rowOptions } from '../output.ts';
import { printAnswer } from '../print-answer.ts';
import { scopeOf, scopeOptions } from '../scope.ts';

const { capture } = scopeOptions;

function recordsOf(question: string, about: string, params: AskRequest['params'] = {}): Command {
  return {
    name: question,
    usage: 'WORKSPACE [--capture ID]… [-o FORM]',
    about,
    options: { ...(capture && { capture }), ...rowOptions, ...outputOptions },
    words: { min: 1, max: 1 },
    async run(args, io) {
      await printAnswer(
        io,
        args.word(0),
        { question, params, scope: scopeOf(args) },
        args,
        formOf(args, forms),
      );
      return 0;
    },
  };
}

export const captures = recordsOf('captures', 'Lists the captures: format, rows, span, problems, clock.');
export const problems = recordsOf(
  'problems',
  'Lists the parts of the input that were not understood, with position, handling and examples.',
  { examples: true },
);
