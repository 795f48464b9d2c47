import type { Param, Params } from '../../../analyzers/contract.ts';
import { analyzerOf, questions } from '../../engine/questions.ts';
import { type Args, type Command, explainOptions, type Options, UsageError } from '../command.ts';
import { formOf, forms, outputOptions, rowOptions } from '../output.ts';
import { printAnswer } from '../print-answer.ts';
import { scopeOf, scopeOptions } from '../scope.ts';
import { number } from '../values.ts';

/** Rows of a list of any length that are printed where nobody says how many. */
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
    const own = Object.keys(params).length > 0 ? `\n${explainOptions(optionsOf(params))}` : '';
    return `${id}: ${question}${own}`;
  },
  async run(args, io) {
    const of = analyzerOf(args.word(1));
    const own = Object.keys(of.params);
    const request = {
      question: of.id,
      params: { ...defaultsOf(of.params), ...paramsOf(args, of.params) },
      scope: scopeOf(args, own),
    };
    await printAnswer(io, args.word(0), request, args, formOf(args, forms));
    return 0;
  },
};

/** Flags of parameters. One name may serve several questions: `ask --help` says so once. */
function optionsOf(...all: readonly Params[]): Options {
  return Object.fromEntries(
    all.flatMap(params =>
      Object.entries(params).map(([name, param]) => [
        name,
        param.type === 'flag'
          ? { about: param.about }
          : { value: placeholder(param), about: aboutOf(param), multiple: true as const },
      ]),
    ),
  );
}

function placeholder(param: Param): string {
  return param.type === 'choice' ? param.choices.join('|') : param.type === 'number' ? 'N' : 'TEXT';
}

function aboutOf(param: Param): string {
  return 'default' in param ? `${param.about} Default: ${param.default}.` : param.about;
}

/** A question whose `limit` is 0 unless told lists all there is; a terminal is not meant to be filled with millions of lines. */
function defaultsOf({ limit }: Params): Record<string, number> {
  return limit?.type === 'number' && limit.default === 0 ? { limit: usualLimit } : {};
}

/** Everything given that is neither scope nor output is meant for the question, which refuses what it does not know. */
function paramsOf(args: Args, params: Params): Record<string, string | number | boolean> {
  const names = args.given.filter(name => name in params || !(name in elsewhere));
  return Object.fromEntries(names.map(name => [name, paramOf(args, name, params[name])]));
}

function paramOf(args: Args, name: string, param: Param | undefined): string | number | boolean {
  const texts = args.texts(name);
  if (texts.length > 1) throw new UsageError(`--${name} is given ${texts.length} times; it takes one value.`);
  const [text] = texts;
  if (text === undefined) return args.flag(name);
  return param?.type === 'number' ? number(name, text) : text;
}
