/** A question's parameters as options of the command. */
import type { Param, Params } from '../../analyzers/contract.ts';
import { type Args, type Options, UsageError } from './command.ts';
import { number, time } from './values.ts';

/** Options for the parameters of questions. Several questions may use one name: `ask --help` lists it once. */
export function optionsOf(...all: readonly Params[]): Options {
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
  if (param.type === 'choice') return param.choices.join('|');
  return param.type === 'number' ? 'N' : isTime(param) ? 'T' : 'TEXT';
}

function aboutOf(param: Param): string {
  return 'default' in param ? `${param.about} Default: ${param.default}.` : param.about;
}

/**
 * All options that are neither scope nor output belong to the question, which rejects those that it does not
 * know.
 *
 * @param elsewhere options that mean something else unless the question has such a parameter
 */
export function paramsOf(
  args: Args,
  params: Params,
  elsewhere: Options,
): Record<string, string | number | boolean> {
  const names = args.optionNames.filter(name => name in params || !(name in elsewhere));
  return Object.fromEntries(names.map(name => [name, paramOf(args, name, params[name])]));
}

function paramOf(args: Args, name: string, param: Param | undefined): string | number | boolean {
  const texts = args.texts(name);
  if (texts.length > 1) throw new UsageError(`--${name} is given ${texts.length} times; it takes one value.`);
  const [text] = texts;
  if (text === undefined) return args.flag(name);
  if (param?.type === 'number') return number(name, text);
  return isTime(param) && !isEpochNs.test(text) ? String(time(name, text)) : text;
}

const isTime = (param: Param | undefined): boolean =>
  param !== undefined && 'is' in param && param.is === 'time';

/** Epoch seconds have fewer digits until the year 5138. */
const isEpochNs = /^-?\d{12,}$/;
