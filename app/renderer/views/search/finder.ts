/** Finds the parts of a message that match a search, to highlight them. */
import { durationOf } from '../../../../analyzers/search/field-values.ts';
import type {
  FieldCondition,
  RegexValue,
  SearchQuery,
  TextValue,
} from '../../../../analyzers/search/language/query.ts';
import { type Finder, placesOf, together } from '../../lib/matches.ts';

/** Ignores negated conditions, which hits do not contain. */
export const finderOf = (query: SearchQuery): Finder => together(findersOf(query));

function findersOf(query: SearchQuery): readonly Finder[] {
  switch (query.type) {
    case 'and':
    case 'or':
      return query.operands.flatMap(findersOf);
    case 'text':
    case 'regex':
      return ofValue(query);
    case 'field':
      return query.name.toLowerCase() === 'message' && query.operator !== '!='
        ? ofValue(query.value)
        : ofField(query);
    default:
      return [];
  }
}

function ofValue(value: TextValue | RegexValue): readonly Finder[] {
  if (value.type === 'text') {
    const anyCase = value.text === value.text.toLowerCase();
    return [placesOf(new RegExp(literal(value.text), anyCase ? 'gi' : 'g'))];
  }
  const pattern = quickPattern(value);
  return pattern ? [placesOf(pattern)] : [];
}

const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** The value after the name of the field: `duration: 231.4 ms`, `status=500`. */
function ofField({ name, operator, value }: FieldCondition): readonly Finder[] {
  if (value.type !== 'text' || operator === '!=') return [];
  const pattern = `(?<![\\w.-])${literal(name)}["']?\\s?[:=]\\s?["']?([^\\s"',;)]+(?: ?(?:ns|us|µs|ms|s|min|h)(?!\\w))?)`;
  return [placesOf(new RegExp(pattern, 'gi'), found => matches(operator, found, value.text))];
}

function matches(operator: FieldCondition['operator'], found: string, wanted: string): boolean {
  if (operator === ':') return found.toLowerCase().includes(wanted.toLowerCase());
  if (operator === '=' && found.toLowerCase() === wanted.toLowerCase()) return true;
  const [a, b] = [durationOf(found.replace(' ', '')), durationOf(wanted)];
  if (a === null || b === null) return false;
  return operator === '>'
    ? a > b
    : operator === '>='
      ? a >= b
      : operator === '<'
        ? a < b
        : operator === '<='
          ? a <= b
          : a === b;
}

/**
 * The pattern as a JavaScript regular expression; null if it would mean something else in JavaScript, or could take more than
 * linear time, which it never does in the search itself. Matches of such a pattern are not highlighted.
 */
function quickPattern({ source, anyCase }: RegexValue): RegExp | null {
  const bare = source.replace(/\\[dDwWsSbBnrtfv]|\\[^A-Za-z0-9]/g, '.').replace(/\[\^?[^[\]]+\]/g, '.');
  const isForeign = /\\|\[|\(\?(?!:)/.test(bare);
  const isNested = /\)[*+{]/.test(bare);
  const repeats = bare.match(/[*+]|\{\d+,?\d*\}/g)?.length ?? 0;
  if (isForeign || isNested || repeats > 1) return null;
  const hasCapital = /[A-Z]/.test(source.replace(/\\./g, ''));
  try {
    return new RegExp(source, anyCase || !hasCapital ? 'gi' : 'g');
  } catch {
    return null;
  }
}
