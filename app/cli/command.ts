/** What a command is, and how its arguments are read and explained. */
import { type ParseArgsConfig, parseArgs } from 'node:util';
import type { Io } from './io.ts';

export interface Option {
  /** How its value is called in the help; a flag has none. */
  readonly value?: string;
  readonly about: string;
  readonly short?: string;
  /** May be given several times. */
  readonly multiple?: true;
}

export type Options = Readonly<Record<string, Option>>;

export interface Command {
  readonly name: string;
  /** What follows the name: `WORKSPACE QUESTION`. */
  readonly usage: string;
  /** The first line stands in the overview. */
  readonly about: string;
  readonly options: Options;
  /** What the help lists, where that is less than what is understood. */
  readonly shownOptions?: Options;
  /** How many words there must be besides options. */
  readonly words: { readonly min: number; readonly max: number };
  /** More to say in the help, for the words given. */
  explain?(words: readonly string[]): string;
  /** Answers with the exit status. */
  run(args: Args, io: Io): Promise<number>;
}

/** The command line is not what the command takes: exit status 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export class Args {
  constructor(
    readonly words: readonly string[],
    private readonly values: Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>,
  ) {}

  /** Which options were given. */
  get given(): readonly string[] {
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

  /** The word at `index`, which `words.min` of the command promises. */
  word(index: number): string {
    const word = this.words[index];
    if (word === undefined) throw new UsageError(`Word ${index + 1} is missing.`);
    return word;
  }
}

const help: Options = { help: { short: 'h', about: 'This text.' } };

/** @throws UsageError */
export function readArgs(command: Command, argv: readonly string[]): Args {
  const { min, max } = command.words;
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse({ ...command.options, ...help }, argv);
  } catch (error) {
    // Node's own sentence names the option; what it advises about `--` helps nobody here.
    throw new UsageError((error as Error).message.replace(/\. To specify a positional.*$/s, '.'));
  }
  const { positionals, values } = parsed;
  const args = new Args(positionals, values);
  if (args.flag('help')) return args;
  if (positionals.length < min) throw new UsageError(`usage: aftertrace ${command.name} ${command.usage}`);
  if (positionals.length > max) throw new UsageError(`"${positionals[max]}" is one word too many.`);
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
