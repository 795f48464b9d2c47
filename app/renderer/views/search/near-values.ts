/** Values that are nearly what a search asks for, where nothing has just that. */
import { nearest } from '../../../../analyzers/names.ts';
import { printSearch } from '../../../../analyzers/search/language/print.ts';
import type { FieldCondition, SearchQuery } from '../../../../analyzers/search/language/query.ts';
import type { Cell } from '../../state/paged-answer.ts';

/** Fields that a search asks for a text of. */
export function askedFields(query: SearchQuery): readonly FieldCondition[] {
  if (query.type === 'and') return query.of.flatMap(askedFields);
  const isText = query.type === 'field' && query.value.type === 'text' && /^[:=]$/.test(query.operator);
  return isText ? [query] : [];
}

/** The search with another value in one place, for each that is near. `rows`: of the question `search-facets`, about all events. */
export function withNearValues(
  query: SearchQuery,
  rows: readonly Readonly<Record<string, Cell>>[],
): readonly string[] {
  return askedFields(query).flatMap(asked => {
    if (asked.value.type !== 'text') return [];
    const wanted = asked.value.text.replaceAll('*', '').toLowerCase();
    const values = rows.flatMap(({ facet, value }) =>
      String(facet).toLowerCase() === asked.name.toLowerCase() ? [String(value)] : [],
    );
    // A value that exists was not misspelt.
    if (wanted === '' || values.some(value => value.toLowerCase().includes(wanted))) return [];
    return nearest(wanted, values, 2).map(text => {
      const isWhole = !/^[\w.+-][\w.:/+-]*$/.test(text);
      return printSearch(replaced(query, asked, { ...asked, value: { type: 'text', text, isWhole } }));
    });
  });
}

function replaced(query: SearchQuery, from: SearchQuery, to: SearchQuery): SearchQuery {
  if (query === from) return to;
  return query.type === 'and' ? { type: 'and', of: query.of.map(each => replaced(each, from, to)) } : query;
}
