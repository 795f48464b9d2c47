import type { RegexValue, SearchQuery, TextValue } from './query.ts';

/** Prints a query as it would be typed; parsing the text gives an equal query. */
export function printSearch(query: SearchQuery): string {
  switch (query.type) {
    case 'all':
      return '';
    case 'text':
    case 'regex':
      return printValue(query);
    case 'field':
      return `${query.name}${query.operator}${printValue(query.value)}`;
    case 'not':
      return `NOT ${within(query.operand, ['and', 'or'])}`;
    case 'and':
      return query.operands.map(each => within(each, ['and', 'or'])).join(' ');
    case 'or':
      return query.operands.map(each => within(each, ['or'])).join(' OR ');
  }
}

const within = (query: SearchQuery, inGroup: readonly SearchQuery['type'][]): string =>
  inGroup.includes(query.type) ? `(${printSearch(query)})` : printSearch(query);

function printValue(value: TextValue | RegexValue): string {
  if (value.type === 'regex') return `/${value.source}/${value.anyCase ? 'i' : ''}`;
  return value.isWhole ? quoted(value.text) : value.text;
}

export const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;
