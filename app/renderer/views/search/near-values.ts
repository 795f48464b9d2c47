/** Suggests similar values if a search asks for a value that does not exist. */
import { nearest } from '../../../../analyzers/kit/names.ts';
import { printSearch } from '../../../../analyzers/search/language/print.ts';
import type { FieldCondition, SearchQuery } from '../../../../analyzers/search/language/query.ts';
import type { Cell } from '../../state/paged-answer.ts';

/** Conditions of a search that compare a field with a text. */
export function textConditions(query: SearchQuery): readonly FieldCondition[] {
  if (query.type === 'and') return query.operands.flatMap(textConditions);
  const isText = query.type === 'field' && query.value.type === 'text' && /^[:=]$/.test(query.operator);
  return isText ? [query] : [];
}

/** For each similar value that exists, the search with that value in place of the typed one. `rows`: the answer to `search-facets` for all events. */
export function withNearValues(
  query: SearchQuery,
  rows: readonly Readonly<Record<string, Cell>>[],
): readonly string[] {
  return textConditions(query).flatMap(field => {
    if (field.value.type !== 'text') return [];
    const typed = field.value.text.replaceAll('*', '').toLowerCase();
    const values = rows.flatMap(({ facet, value }) =>
      String(facet).toLowerCase() === field.name.toLowerCase() ? [String(value)] : [],
    );
    // A value that exists was not misspelt.
    if (typed === '' || values.some(value => value.toLowerCase().includes(typed))) return [];
    return nearest(typed, values, 2).map(text => {
      const isWhole = !/^[\w.+-][\w.:/+-]*$/.test(text);
      return printSearch(replaced(query, field, { ...field, value: { type: 'text', text, isWhole } }));
    });
  });
}

function replaced(query: SearchQuery, from: SearchQuery, to: SearchQuery): SearchQuery {
  if (query === from) return to;
  return query.type === 'and'
    ? { type: 'and', operands: query.operands.map(operand => replaced(operand, from, to)) }
    : query;
}
