/** What of a message a search found, to be marked in it. */
import type { RegexValue, SearchQuery, TextValue } from '../../../../analyzers/search/language/query.ts';
import { allOf, type Finder } from '../../lib/matches.ts';

export const finderOf = (query: SearchQuery): Finder =>
  allOf(conditionsOf(query).flatMap(value => patternOf(value) ?? []));

/** Words, phrases and regular expressions that a hit may have, not those that it must not have. */
function conditionsOf(query: SearchQuery): readonly (TextValue | RegexValue)[] {
  switch (query.type) {
    case 'and':
    case 'or':
      return query.of.flatMap(conditionsOf);
    case 'text':
    case 'regex':
      return [query];
    case 'field':
      return query.name.toLowerCase() === 'message' && query.operator !== '!=' ? [query.value] : [];
    default:
      return [];
  }
}

function patternOf(value: TextValue | RegexValue): RegExp | null {
  if (value.type === 'regex') return quickPattern(value);
  const anyCase = value.text === value.text.toLowerCase();
  return new RegExp(value.text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), anyCase ? 'gi' : 'g');
}

/**
 * The regular expression for this window's engine; null where it would mean something else here, or where the time it takes
 * is not in proportion to the text (the engine that searches has no such patterns): its matches are not marked.
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
