/**
 * Log formats defined by users: one JSON file each, checked before it is used.
 *
 *     {
 *       "id": "billing",
 *       "title": "Billing service",
 *       "patterns": ["{time:yyyy-MM-dd HH:mm:ssf} [{level}] {component:token}: {message}"],
 *       "levels": { "uhoh": "error" },
 *       "units": { "took": "ms" },
 *       "samples": [
 *         { "text": "2024-05-06 07:08:09.5 [uhoh] cart: lost", "level": "error", "time": "2024-05-06T07:08:09.5" }
 *       ]
 *     }
 *
 * The members are those of `LogFormat`; the language of patterns is described in `pattern.ts`, that of times in
 * `time.ts`.
 */
import { type Level, levels } from '../levels.ts';
import type { JsonMap, LogFormat, Sample } from './definition.ts';
import { logFormatsOf } from './format.ts';
import { Levels } from './levels.ts';
import { Pattern } from './pattern.ts';
import { sampleFailures } from './samples.ts';

export type ParsedLogFormat =
  | { readonly definition: LogFormat; readonly errors: null }
  /** Sentences that say what is wrong and where in the file. */
  | { readonly definition: null; readonly errors: readonly string[] };

/**
 * Parses a definition from the text of a JSON file and checks it against its samples; returns the definition
 * or the errors.
 */
export function parseLogFormat(text: string): ParsedLogFormat {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return failed([`The file is not JSON: ${error instanceof Error ? error.message : String(error)}.`]);
  }
  const check = new Check();
  const definition = check.format(value);
  if (check.errors.length > 0) return failed(check.errors);
  const patterns = patternErrors(definition);
  if (patterns.length > 0) return failed(patterns);
  const [format] = logFormatsOf([definition]);
  const failures = sampleFailures(definition, format!).map(
    failure => `A sample is not read as stated: ${failure}.`,
  );
  return failures.length > 0 ? failed(failures) : { definition, errors: null };
}

function patternErrors({ patterns, levels }: LogFormat): string[] {
  if (patterns === undefined) return [];
  const words = new Levels(levels);
  const errors = patterns.flatMap((text, index) => {
    try {
      new Pattern(text, words);
      return [];
    } catch (error) {
      return [
        `patterns[${index}] cannot be read: ${error instanceof Error ? error.message : String(error)}.`,
      ];
    }
  });
  if (patterns.some(text => text.includes('{time'))) return errors;
  return [...errors, 'None of the patterns has a {time}: its events would have no time.'];
}

const failed = (errors: readonly string[]): ParsedLogFormat => ({ definition: null, errors });

const members: Readonly<Record<string, true>> = {
  id: true,
  title: true,
  patterns: true,
  json: true,
  pairs: true,
  levels: true,
  units: true,
  zone: true,
  plainMessages: true,
  levelBelow: true,
  samples: true,
};
const mapMembers = new Set([
  'time',
  'level',
  'component',
  'process',
  'pid',
  'thread',
  'tid',
  'message',
  'requires',
  'omit',
  'units',
]);
const sampleMembers = new Set([
  'text',
  'time',
  'level',
  'component',
  'process',
  'pid',
  'tid',
  'message',
  'fields',
]);

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Checks the members of a value and collects errors. */
class Check {
  readonly errors: string[] = [];

  format(value: unknown): LogFormat {
    const format = this.object('The file', value);
    for (const name of Object.keys(format)) {
      if (!members[name])
        this.error(`"${name}" is not a member of a log format: there are ${Object.keys(members).join(', ')}`);
    }
    const id = this.text('id', format.id) ?? '';
    if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id)) this.error('"id" must be lower-case words joined by hyphens');
    const patterns = format.patterns === undefined ? undefined : this.texts('patterns', format.patterns);
    const json = format.json === undefined ? undefined : this.map('json', format.json);
    const pairs = format.pairs === undefined ? undefined : this.map('pairs', format.pairs);
    if ([patterns, json, pairs].filter(Boolean).length !== 1) {
      this.error('There must be one of "patterns", "json" and "pairs"');
    }
    const zone = format.zone === undefined ? undefined : this.text('zone', format.zone);
    return {
      id,
      title: this.text('title', format.title) ?? id,
      ...(patterns && { patterns }),
      ...(json && { json }),
      ...(pairs && { pairs }),
      ...(format.levels !== undefined && { levels: this.levels(format.levels) }),
      ...(format.units !== undefined && { units: this.strings('units', format.units) }),
      ...(zone && { zone }),
      ...(format.plainMessages === true && { plainMessages: true }),
      ...(format.levelBelow === true && { levelBelow: true }),
      samples: this.samples(format.samples),
    };
  }

  private samples(value: unknown): Sample[] {
    if (!Array.isArray(value) || value.length === 0) {
      this.error('"samples" must be a list of at least one line that the format reads');
      return [];
    }
    return value.map((item: unknown, index) => {
      const where = `samples[${index}]`;
      const sample = typeof item === 'string' ? { text: item } : this.object(where, item);
      for (const name of Object.keys(sample)) {
        if (!sampleMembers.has(name)) this.error(`"${name}" in ${where} cannot be checked`);
      }
      const text = this.text(`${where}.text`, sample.text) ?? '';
      // Expected values are compared as they are: a wrong type is reported as a difference.
      return { ...sample, text };
    });
  }

  private map(name: string, value: unknown): JsonMap {
    const members = this.object(name, value);
    const map: Record<string, unknown> = {};
    for (const [key, paths] of Object.entries(members)) {
      if (!mapMembers.has(key))
        this.error(`"${key}" is not a member of "${name}": there are ${[...mapMembers].join(', ')}`);
      else if (key === 'units') map[key] = this.strings(`${name}.units`, paths);
      else map[key] = typeof paths === 'string' ? [paths] : this.texts(`${name}.${key}`, paths);
    }
    return { time: [], ...map };
  }

  private levels(value: unknown): Record<string, Level> {
    const words = this.strings('levels', value);
    for (const [word, level] of Object.entries(words)) {
      if (!(levels as readonly string[]).includes(level)) {
        this.error(
          `"${level}", which "${word}" is mapped to, is not a level; there are ${levels.join(', ')}`,
        );
      }
    }
    return words as Record<string, Level>;
  }

  private object(name: string, value: unknown): Json {
    if (isObject(value)) return value;
    this.error(`${name} must be an object`);
    return {};
  }

  private text(name: string, value: unknown): string | null {
    if (typeof value === 'string' && value !== '') return value;
    this.error(`"${name}" must be a text`);
    return null;
  }

  private texts(name: string, value: unknown): string[] {
    if (Array.isArray(value) && value.length > 0 && value.every(item => typeof item === 'string'))
      return value;
    this.error(`"${name}" must be a list of texts`);
    return [];
  }

  private strings(name: string, value: unknown): Record<string, string> {
    if (isObject(value) && Object.values(value).every(item => typeof item === 'string')) {
      return value as Record<string, string>;
    }
    this.error(`"${name}" must be an object of texts`);
    return {};
  }

  private error(what: string): void {
    this.errors.push(`${what}.`);
  }
}
