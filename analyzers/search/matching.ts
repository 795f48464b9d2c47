/** Text matching as SQL: RE2 takes linear time for every pattern, and its cost is bounded. */
import { type Ask, AskError } from '../contract.ts';
import type { RegexValue, TextValue } from './language/query.ts';

/** Makes SQL that tests a text from SQL of the text. */
export type TextTest = (sql: string) => string;

/** Binds values to the named parameters of a statement. */
export class Bound {
  readonly params: Record<string, string> = {};

  constructor(private readonly prefix = 'search') {}

  bind(value: string): string {
    const name = `${this.prefix}${Object.keys(this.params).length}`;
    this.params[name] = value;
    return `$${name}`;
  }
}

/** Like `-S` of ripgrep: case matters if the text has a capital letter; in a regular expression, capitals of classes such as `\S` do not count. */
export const isAnyCase = (text: string): boolean => text === text.toLowerCase();
const regexIsAnyCase = ({ source, anyCase }: RegexValue): boolean =>
  anyCase || isAnyCase(source.replace(/\\(?:[pP]\{[^}]*\}|[pP].|x\{[^}]*\}|.)/gs, ''));

/** Contains the text, or matches the regular expression. */
export function containsTest(value: TextValue | RegexValue, bound: Bound): TextTest {
  if (value.type === 'regex') return matching(value, bound);
  if (isAnyCase(value.text)) {
    const name = bound.bind(value.text);
    return sql => `contains(lower(${sql}), ${name})`;
  }
  const name = bound.bind(value.text);
  return sql => `contains(${sql}, ${name})`;
}

/** Equals the text, in which an unquoted `*` matches any characters. */
export function equalsTest(value: TextValue | RegexValue, bound: Bound): TextTest {
  if (value.type === 'regex') return matching(value, bound);
  const anyCase = isAnyCase(value.text);
  if (!value.isWhole && value.text.includes('*')) return globbing(value.text, bound);
  const name = bound.bind(value.text);
  return sql => (anyCase ? `lower(${sql}) = ${name}` : `${sql} = ${name}`);
}

/** `:`: contains the text; equals it if it is quoted or has a `*`. */
export function colonTest(value: TextValue | RegexValue, bound: Bound): TextTest {
  const isWhole = value.type === 'text' && (value.isWhole || value.text.includes('*'));
  return (isWhole ? equalsTest : containsTest)(value, bound);
}

function globbing(glob: string, bound: Bound): TextTest {
  const source = glob
    .split('*')
    .map(part => part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&'))
    .join('.*');
  const name = bound.bind(`${isAnyCase(glob) ? '(?is)' : '(?s)'}^${source}$`);
  return sql => `regexp_matches(${sql}, ${name})`;
}

export function matching(value: RegexValue, bound: Bound): TextTest {
  const name = bound.bind(`${regexIsAnyCase(value) ? '(?i)' : ''}(?:${value.source})`);
  return sql => `regexp_matches(${sql}, ${name})`;
}

/** @throws AskError if RE2 rejects the pattern, or it would become too large */
export async function checkRegex(ask: Ask, value: RegexValue): Promise<void> {
  const repeats = [...value.source.matchAll(/\{(\d+)(?:,(\d*))?\}/g)].map(([, low, high]) =>
    Math.max(Number(low), Number(high || 0), 1),
  );
  const maxRepeats = 1000;
  if (repeats.reduce((all, each) => all * each, 1) > maxRepeats)
    throw new AskError(
      'bad-parameter',
      `The regular expression repeats too much: the product of its counts in braces may be at most ${maxRepeats}.`,
    );
  try {
    await ask.query.columns(
      `SELECT regexp_matches('', $pattern) AS is`,
      { pattern: `(?:${value.source})` },
      ask.cancel,
    );
  } catch (error) {
    if (ask.cancel.aborted) throw error;
    const reason = error instanceof Error ? error.message.replace(/^[\w ]*Error: /, '').split('\n')[0] : '';
    throw new AskError('bad-parameter', `/${value.source}/ is not a regular expression of RE2: ${reason}`);
  }
}

/** Indexes of the names that match. */
export async function matchingNames(
  ask: Ask,
  names: readonly string[],
  make: (bound: Bound) => TextTest,
): Promise<readonly boolean[]> {
  if (names.length === 0) return [];
  const bound = new Bound();
  const test = make(bound);
  const result = await ask.query.columns(
    `SELECT i::INTEGER AS i FROM (SELECT unnest(v) AS value, generate_subscripts(v, 1) AS i
       FROM (SELECT from_json($names, '["VARCHAR"]') AS v)) WHERE ${test('value')}`,
    { ...bound.params, names: JSON.stringify(names) },
    ask.cancel,
  );
  const hits = new Set(result.ints('i'));
  return names.map((_, place) => hits.has(place + 1));
}
