/**
 * Applies the search language to the rows of any answer: words are searched in its texts, fields are its columns. A filter that
 * is not a valid query, or names no column, is searched as plain text, because most users type a word.
 */
import { type AnswerColumn, type AnswerData, type Ask, AskError, nullWide, type Texts } from '../contract.ts';
import { compare, durationOf, numberRange, timeOf } from './field-values.ts';
import {
  type Condition,
  type FieldCondition,
  type RegexValue,
  SearchError,
  type SearchQuery,
  type TextValue,
} from './language/query.ts';
import { checkRegex, matching, matchingNames } from './matching.ts';

export type RowTest = (row: number) => boolean;

interface Rows {
  readonly columns: readonly AnswerColumn[];
  readonly data: readonly AnswerData[];
  /** Columns in which words are searched; default: all. */
  readonly named?: readonly string[];
}

export async function rowFilter(ask: Ask, rows: Rows, text: string): Promise<RowTest> {
  // Loading the parser takes a twentieth of the start of a command that does not search.
  const { parseSearch } = await import('./language/parse.ts');
  try {
    return await testOf(ask, rows, parseSearch(text), text);
  } catch (error) {
    if (!(error instanceof SearchError) && !(error instanceof AskError && error.code === 'bad-parameter'))
      throw error;
    return plainTextTest(rows, text);
  }
}

async function testOf(ask: Ask, rows: Rows, query: SearchQuery, text: string): Promise<RowTest> {
  switch (query.type) {
    case 'all':
      return () => true;
    case 'not': {
      const operand = await testOf(ask, rows, query.operand, text);
      return row => !operand(row);
    }
    case 'and':
    case 'or': {
      const operands: RowTest[] = [];
      for (const each of query.operands) operands.push(await testOf(ask, rows, each, text));
      return query.type === 'and'
        ? row => operands.every(is => is(row))
        : row => operands.some(is => is(row));
    }
    case 'field':
      return fieldTest(ask, rows, query, text);
    default:
      return valueTest(ask, rows, query);
  }
}

async function valueTest(ask: Ask, rows: Rows, query: Condition): Promise<RowTest> {
  if (query.type === 'text') return plainTextTest(rows, query.text);
  return anyOf(await Promise.all(textsIn(rows).map(column => regexTest(ask, column, query))));
}

/** True if a text of the row contains `text`, or a number equals it. Tests each distinct text once. */
function plainTextTest({ columns, data, named }: Rows, text: string): RowTest {
  const is = containsTest(text);
  const number = numberRange(text);
  return anyOf(
    data.flatMap((column, at): RowTest[] => {
      if (named && !named.includes(columns[at]?.name ?? '')) return [];
      if (isTexts(column)) return [hitTest(column, column.values.map(is))];
      if (number === null || !(column instanceof Float64Array) || columns[at]?.kind === 'duration') return [];
      return [row => compare(column[row]!, '=', number)];
    }),
  );
}

/** Ignores case, even for a text with capital letters. */
function containsTest(text: string): (value: string) => boolean {
  const needle = text.toLowerCase();
  return value => value.toLowerCase().includes(needle);
}

async function fieldTest(ask: Ask, rows: Rows, query: FieldCondition, text: string): Promise<RowTest> {
  const { name, operator, value, place } = query;
  const wanted = name.toLowerCase();
  const at = rows.columns.findIndex(column => column.name.toLowerCase() === wanted);
  const [column, data] = [rows.columns[at], rows.data[at]];
  if (!column || !data) return plainTextTest(rows, text.slice(place.from, place.to));
  const isNot = operator === '!=';
  if (isTexts(data)) {
    if (value.type === 'regex') {
      const is = await regexTest(ask, data, value);
      return isNot ? row => data.index[row]! >= 0 && !is(row) : is;
    }
    const is = operator === ':' && !value.isWhole ? colonTest(value) : equalsTest(value);
    return hitTest(
      data,
      data.values.map(each => is(each) !== isNot),
    );
  }
  const range = value.type === 'text' ? rangeOf(column, value.text) : null;
  if (range === null) return () => false;
  const [low, high] = range;
  if (data instanceof BigInt64Array)
    return row => data[row] !== nullWide && compare(data[row]!, operator, [low, high]);
  return row => !Number.isNaN(data[row]!) && compare(data[row]!, operator, [low, high]);
}

type Range = readonly [low: number | bigint, high: number | bigint];

function rangeOf({ kind }: AnswerColumn, text: string): Range | null {
  if (kind === 'duration') {
    const ns = durationOf(text);
    return ns === null ? null : [ns, ns];
  }
  if (kind !== 'time') return numberRange(text.replace(/%$/, ''));
  const found = timeOf(text);
  return found && !found.ofDay ? [found.low, found.high] : null;
}

const colonTest = (value: TextValue) =>
  value.text.includes('*') ? equalsTest(value) : containsTest(value.text);

/** Equals the text, in which an unquoted `*` matches any characters. */
function equalsTest({ text, isWhole }: TextValue): (value: string) => boolean {
  const needle = text.toLowerCase();
  const parts = isWhole ? [needle] : needle.split('*');
  return value => isMadeOf(value.toLowerCase(), parts);
}

/**
 * True if the value begins with the first part, ends with the last, and has the others in between, in order.
 */
function isMadeOf(value: string, parts: readonly string[]): boolean {
  const [first = '', ...others] = parts;
  if (others.length === 0) return value === first;
  const last = others.pop()!;
  if (!value.startsWith(first)) return false;
  let at = first.length;
  for (const part of others) {
    const found = value.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return value.length - last.length >= at && value.endsWith(last);
}

/** Regular expressions run in DuckDB, whose RE2 takes linear time for any pattern. */
async function regexTest(ask: Ask, column: Texts, value: RegexValue): Promise<RowTest> {
  await checkRegex(ask, value);
  return hitTest(column, await matchingNames(ask, column.values, bound => matching(value, bound)));
}

const textsIn = ({ columns, data, named }: Rows): readonly Texts[] =>
  data.filter((_, at) => !named || named.includes(columns[at]?.name ?? '')).filter(isTexts);

const hitTest =
  ({ index }: Texts, hits: readonly boolean[]): RowTest =>
  row =>
    hits[index[row]!] ?? false;

const anyOf =
  (tests: readonly RowTest[]): RowTest =>
  row =>
    tests.some(is => is(row));

const isTexts = (data: AnswerData): data is Texts => !ArrayBuffer.isView(data);
