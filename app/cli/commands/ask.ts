import type { Params } from '../../../analyzers/contract.ts';
import { analyzerOf, questions } from '../../engine/questions.ts';
import { type Command, explainOptions } from '../command.ts';
import { formOf, forms, outputOptions, rowOptions } from '../output.ts';
import { optionsOf, paramsOf } from '../params.ts';
import { printAnswer } from '../print-answer.ts';
import { scopeOf, scopeOptions } from '../scope.ts';

/** Rows printed of a list of any length when `--limit` is not given. */
const usualLimit = 1000;

const elsewhere = { ...rowOptions, ...scopeOptions, ...outputOptions };

export const ask: Command = {
  name: 'ask',
  usage: 'WORKSPACE QUESTION [--PARAM VALUE]… [scope] [-o FORM]',
  about: 'Answers a question; `aftertrace questions` lists them.',
  options: { ...optionsOf(...questions.map(each => each.params)), ...elsewhere },
  shownOptions: elsewhere,
  words: { min: 2, max: 2 },
  explain(words) {
    if (words[1] === undefined)
      return '`aftertrace ask WORKSPACE QUESTION --help` shows the parameters of a question.';
    const { id, question, params } = analyzerOf(words[1]);
    const options = Object.keys(params).length > 0 ? `\n${explainOptions(optionsOf(params))}` : '';
    return `${id}: ${question}${options}`;
  },
  async run(args, io) {
    const analyzer = analyzerOf(args.word(1));
    const paramNames = Object.keys(analyzer.params);
    const request = {
      question: analyzer.id,
      params: { ...defaultsOf(analyzer.params), ...paramsOf(args, analyzer.params, elsewhere) },
      scope: scopeOf(args, paramNames),
    };
    await printAnswer(io, args.word(0), request, args, formOf(args, forms));
    return 0;
  },
};

/**
 * A question whose `limit` is 0 by default lists all rows; a terminal should not be filled with millions of
 * lines.
 */
function defaultsOf({ limit }: Params): Record<string, number> {
  return limit?.type === 'number' && limit.default === 0 ? { limit: usualLimit } : {};
}
