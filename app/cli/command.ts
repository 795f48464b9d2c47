/** A command of the command line, and how its arguments are parsed and described. */
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { exitHelp } from './exit.ts';
import type { Io } from './io.ts';

export interface Option {
  /** Placeholder of the value in the help; flags have none. */
  readonly value?: string;
  readonly about: string;
  readonly short?: string;
  /** May be given several times. */
  readonly multiple?: true;
}

export type Options = Readonly<Record<string, Option>>;

export interface Command {
  readonly name: string;
  /** The arguments in the help: `WORKSPACE QUESTION`. */
  readonly usage: string;
  /** The overview shows the first line only. */
  readonly about: string;
  readonly options: Options;
  /** Options that the help lists, if they are fewer than `options`. */
  readonly shownOptions?: Options;
  /** Number of positional arguments. */
  readonly words: { readonly min: number; readonly max: number };
  /** Additional help text, depending on the positional arguments given. */
  explain?(words: readonly string[]): string;
  /** Resolves to the exit status. */
  run(args: Args, io: Io): Promise<number>;
}

/** The command does not accept these arguments: exit status 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export class Args {
  constructor(
    readonly words: readonly string[],
    private readonly values: Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>,
  ) {}

  /** Names of the options given. */
  get optionNames(): readonly string[] {
    return Object.keys(this.values).filter(name => this.values[name] !== undefined);
  }

  text(name: string): string | undefined {
    return this.texts(name).at(-1);
  }

  texts(name: string): readonly string[] {
    const value = this.values[name];
    return (Array.isArray(value) ? value : [value]).filter(each => typeof each === 'string');
  }

  flag(name: string): boolean {
    return this.values[name] === true;
  }

  /** Positional argument `index`; present if `index` is below `words.min` of the command. */
  word(index: number): string {
    const word = this.words[index];
    if (word === undefined) throw new UsageError(`Argument ${index + 1} is missing.`);
    return word;
  }
}

const help: Options = { help: { short: 'h', about: 'Shows this help.' } };

/** @throws UsageError */
export function readArgs(command: Command, argv: readonly string[]): Args {
  const { min, max } = command.words;
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse({ ...command.options, ...help }, argv);
  } catch (error) {
    // Node's message names the option; its advice about `--` does not apply here.
    throw new UsageError((error as Error).message.replace(/\. To specify a positional.*$/s, '.'));
  }
  const { positionals, values } = parsed;
  const args = new Args(positionals, values);
  if (args.flag('help')) return args;
  if (positionals.length < min) throw new UsageError(`usage: aftertrace ${command.name} ${command.usage}`);
  if (positionals.length > max) throw new UsageError(`Unexpected argument "${positionals[max]}".`);
  return args;
}

function parse(options: Options, argv: readonly string[]) {
  const config = Object.entries(options).map(([name, { value, short, multiple }]) => [
    name,
    { type: value ? 'string' : 'boolean', ...(short && { short }), ...(multiple && { multiple }) },
  ]);
  return parseArgs({
    args: [...argv],
    options: Object.fromEntries(config) as NonNullable<ParseArgsConfig['options']>,
    allowPositionals: true,
    strict: true,
  });
}

export function helpFor(command: Command, words: readonly string[]): string {
  const parts = [
    `usage: aftertrace ${command.name} ${command.usage}`.trimEnd(),
    command.about,
    explainOptions({ ...(command.shownOptions ?? command.options), ...help }),
    command.explain?.(words) ?? '',
    exitHelp,
  ];
  return `${parts.filter(part => part !== '').join('\n\n')}\n`;
}

export function explainOptions(options: Options): string {
  return inColumns(
    Object.entries(options).map(([name, { value, short, about }]) => [
      `${short ? `-${short}, ` : ''}--${name}${value ? ` ${value}` : ''}`,
      about,
    ]),
  );
}

export function inColumns(lines: readonly (readonly [string, string])[]): string {
  const width = Math.max(...lines.map(([left]) => left.length));
  return lines.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
}
