/** A parsed query: a tree of conditions about one record. */

/** A text; `isWhole`: it was in double quotes, so that `*` is literal and the value of a field must equal it. */
export interface TextValue {
  readonly type: 'text';
  readonly text: string;
  readonly isWhole: boolean;
}

export interface RegexValue {
  readonly type: 'regex';
  /** The text between the slashes. */
  readonly source: string;
  readonly anyCase: boolean;
}

export type Operator = ':' | '=' | '!=' | '<' | '<=' | '>' | '>=';

/** Position in the query, in UTF-16 units. */
export interface TextRange {
  readonly from: number;
  readonly to: number;
}

export type Condition = (TextValue | RegexValue) & { readonly place: TextRange };

export interface FieldCondition {
  readonly type: 'field';
  readonly name: string;
  readonly operator: Operator;
  readonly value: TextValue | RegexValue;
  readonly place: TextRange;
}

export type SearchQuery =
  | { readonly type: 'all' }
  | Condition
  | FieldCondition
  | { readonly type: 'not'; readonly operand: SearchQuery }
  | { readonly type: 'and' | 'or'; readonly operands: readonly SearchQuery[] };

/** A query that cannot be parsed or evaluated. */
export class SearchError extends Error {
  override readonly name = 'SearchError';
  constructor(
    message: string,
    readonly place: TextRange,
  ) {
    super(message);
  }
}
