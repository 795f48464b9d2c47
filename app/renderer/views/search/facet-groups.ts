import type { SearchQuery } from '../../../../analyzers/search/language/query.ts';
import type { Cell } from '../../state/paged-answer.ts';
import { type FacetValue, type Inclusion, inclusionOf, selectedValues } from './conditions.ts';

export interface CountedValue extends FacetValue {
  readonly count: number;
  readonly inclusion: Inclusion;
}

export interface FacetGroup {
  readonly field: string;
  readonly values: readonly CountedValue[];
  /** Number of less frequent values that are not shown. */
  readonly more: number;
}

/** Fields that every event has beside its message, in this order. */
export const ownFacets = ['capture', 'process', 'level', 'template', 'component', 'kind'] as const;

/**
 * The rows of the question `search-facets` by field. A chosen value stays even without hits, so that it can be
 * removed; a field with the same value in all hits is omitted, unless a value of it was chosen.
 */
export function facetGroups(
  rows: readonly Readonly<Record<string, Cell>>[],
  query: SearchQuery,
  fields: readonly string[],
  shown: number,
): readonly FacetGroup[] {
  return [...ownFacets, ...fields].flatMap(field => {
    const counted = rows
      .filter(({ facet }) => String(facet).toLowerCase() === field.toLowerCase())
      .map<CountedValue>(({ value, count }) => {
        const facetValue = { field, value: String(value) };
        return { ...facetValue, count: Number(count), inclusion: inclusionOf(query, facetValue) };
      });
    const isCounted = (value: string) => counted.some(each => each.value === value);
    const chosen = selectedValues(query, field)
      .filter(({ value }) => !isCounted(value))
      .map(each => ({ ...each, count: 0 }));
    const isOwn = (ownFacets as readonly string[]).includes(field);
    if (isOwn && counted.length < 2 && chosen.length === 0 && counted[0]?.inclusion == null) return [];
    const values = [...chosen, ...counted.slice(0, shown)];
    return [{ field, values, more: Math.max(0, counted.length - shown) }];
  });
}
