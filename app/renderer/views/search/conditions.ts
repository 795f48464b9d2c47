/** Adds conditions to the text of a search and removes them, for facets and menus. */
import { noLevel } from '../../../../analyzers/kit/levels.ts';
import { parseSearch } from '../../../../analyzers/search/language/parse.ts';
import { printSearch } from '../../../../analyzers/search/language/print.ts';
import type {
  FieldCondition,
  RegexValue,
  SearchQuery,
  TextValue,
} from '../../../../analyzers/search/language/query.ts';

/** A value of a facet. */
export interface FacetValue {
  readonly field: string;
  readonly value: string;
}

export type Inclusion = 'included' | 'excluded' | null;

/** Parses the text of a search; null if it is not valid (yet). */
export function readSearch(text: string): SearchQuery | null {
  try {
    return parseSearch(text);
  } catch {
    return null;
  }
}

/** `facet=value`; the value is in double quotes unless it is one word. */
function conditionOf({ field, value }: FacetValue): SearchQuery {
  const place = { from: 0, to: 0 };
  const equals = (text: TextValue): FieldCondition => ({
    type: 'field',
    name: field,
    operator: '=',
    value: text,
    place,
  });
  if (field === 'level' && value === noLevel)
    return {
      type: 'not',
      operand: { ...equals({ type: 'text', text: '*', isWhole: false }), operator: ':' },
    };
  return equals({ type: 'text', text: value, isWhole: !/^[\w.+-][\w.:/+-]*$/.test(value) });
}

const isSame = (a: SearchQuery, b: SearchQuery): boolean => printSearch(a) === printSearch(b);

const partsOf = (query: SearchQuery): readonly SearchQuery[] =>
  query.type === 'all' ? [] : query.type === 'and' ? query.operands : [query];

const choicesOf = (part: SearchQuery): readonly SearchQuery[] =>
  part.type === 'or' ? part.operands : [part];

const joined = (type: 'and' | 'or', queries: readonly SearchQuery[]): SearchQuery =>
  queries.length === 0 ? { type: 'all' } : queries.length === 1 ? queries[0]! : { type, operands: queries };

const negated = (query: SearchQuery): SearchQuery =>
  query.type === 'not' ? query.operand : { type: 'not', operand: query };

const isOf = (part: SearchQuery, field: string): boolean =>
  choicesOf(part).every(each => {
    const condition = each.type === 'not' ? each.operand : each;
    return (
      condition.type === 'field' &&
      condition.name === field &&
      (condition.operator === '=' || each.type === 'not')
    );
  });

/** State of a value in the search: included, excluded, or null for neither. */
export function inclusionOf(query: SearchQuery, value: FacetValue): Inclusion {
  const condition = conditionOf(value);
  const parts = partsOf(query);
  if (parts.some(part => isSame(part, negated(condition)))) return 'excluded';
  const isIncluded = (part: SearchQuery) =>
    isOf(part, value.field) && choicesOf(part).some(each => isSame(each, condition));
  return parts.some(isIncluded) ? 'included' : null;
}

/** Changes the state of a value. Several included values of one field are alternatives. */
export function withInclusion(query: SearchQuery, value: FacetValue, to: Inclusion): string {
  const condition = conditionOf(value);
  const cleared = partsOf(query).flatMap(part => {
    if (isSame(part, negated(condition))) return [];
    if (!isOf(part, value.field)) return [part];
    const left = choicesOf(part).filter(each => !isSame(each, condition));
    return left.length > 0 ? [joined('or', left)] : [];
  });
  if (to === 'excluded') return printSearch(joined('and', [...cleared, negated(condition)]));
  if (to === null) return printSearch(joined('and', cleared));
  const at = cleared.findIndex(part => isOf(part, value.field) && part.type !== 'not');
  if (at < 0) return printSearch(joined('and', [...cleared, condition]));
  const widened = joined('or', [...choicesOf(cleared[at]!), condition]);
  return printSearch(
    joined(
      'and',
      cleared.map((part, i) => (i === at ? widened : part)),
    ),
  );
}

/** Values of a field that the search includes or excludes, whether they exist or not. */
export function selectedValues(
  query: SearchQuery,
  field: string,
): readonly (FacetValue & { inclusion: Inclusion })[] {
  return partsOf(query).flatMap(part =>
    choicesOf(part).flatMap(each => {
      const condition = each.type === 'not' ? each.operand : each;
      if (condition.type !== 'field' || condition.name !== field || condition.value.type !== 'text')
        return [];
      const value = condition.value.text === '*' && field === 'level' ? noLevel : condition.value.text;
      const inclusion = inclusionOf(query, { field, value });
      return inclusion ? [{ field, value, inclusion }] : [];
    }),
  );
}

/** The search with case ignored everywhere. */
export function withoutCase(query: SearchQuery): string {
  return printSearch(anyCase(query));
}

function anyCase(query: SearchQuery): SearchQuery {
  const ofValue = <V extends TextValue | RegexValue>(value: V): V =>
    value.type === 'text' ? { ...value, text: value.text.toLowerCase() } : { ...value, anyCase: true };
  switch (query.type) {
    case 'all':
      return query;
    case 'and':
    case 'or':
      return { type: query.type, operands: query.operands.map(anyCase) };
    case 'not':
      return { type: 'not', operand: anyCase(query.operand) };
    case 'field':
      return { ...query, value: ofValue(query.value) };
    default:
      return ofValue(query);
  }
}
