/** A search as SQL over `event s`. */
import type { SqlValue } from '../../workspace/query.ts';
import { type Ask, AskError, type Note } from '../contract.ts';
import { listed } from '../kit/answer.ts';
import type { CaptureFact } from '../kit/catalog.ts';
import { note } from '../kit/notes.ts';
import { atCharacter } from './error-place.ts';
import { fieldSql } from './field-sql.ts';
import { SearchError, type SearchQuery, type TextRange } from './language/query.ts';
import { Bound, checkRegex } from './matching.ts';
import { anywhere } from './word-sql.ts';

export interface SearchSql {
  readonly where: string;
  /** What the search could not compare. */
  readonly notes: readonly Note[];
  readonly params: Readonly<Record<string, SqlValue>>;
}

/** The context in which a search is translated. */
export interface SearchContext {
  readonly ask: Ask;
  /** SQL over `event s`: epoch ns. */
  readonly time: string;
  readonly captures: readonly CaptureFact[];
  readonly bound: Bound;
  /** Names of fields that a duration was not compared with, because their unit is unknown. */
  readonly unmeasured: Set<string>;
}

/**
 * @param name prefix of its parameters, unique among the searches of one statement
 * @throws {AskError} with the position of the error
 */
export async function searchSql(
  ask: Ask,
  text: string,
  time: string,
  captures: readonly CaptureFact[],
  name = 'search',
): Promise<SearchSql> {
  const bound = new Bound(name);
  // See `row-filter.ts`.
  const { parseSearch } = await import('./language/parse.ts');
  try {
    const unmeasured = new Set<string>();
    const where = await sqlOf({ ask, time, captures, bound, unmeasured }, parseSearch(text));
    return {
      where,
      params: bound.params,
      notes: unmeasured.size > 0 ? [unmeasuredNote([...unmeasured])] : [],
    };
  } catch (error) {
    if (error instanceof SearchError) throw asAskError(error);
    throw error;
  }
}

const unmeasuredNote = (names: readonly string[]): Note =>
  note(
    'unmeasured',
    `Not compared with a duration, because the unit is not known: ${listed(names)}. Compare such a field with a number, as in ${names[0]}>1.5.`,
    { fields: names },
  );

export const asAskError = ({ message, place }: SearchError): AskError =>
  new AskError('bad-parameter', atCharacter(place.from, message));

async function sqlOf(context: SearchContext, query: SearchQuery): Promise<string> {
  switch (query.type) {
    case 'all':
      return 'true';
    case 'not':
      // NULL: an event without a value does not match.
      return `NOT coalesce(${await sqlOf(context, query.operand)}, false)`;
    case 'and':
    case 'or': {
      const parts: string[] = [];
      for (const each of query.operands) parts.push(await sqlOf(context, each));
      return `(${parts.join(query.type === 'and' ? ' AND ' : ' OR ')})`;
    }
    case 'field':
      if (query.value.type === 'regex') await checkedAt(context.ask, query.value, query.place);
      return fieldSql(context, query);
    default:
      if (query.type === 'regex') await checkedAt(context.ask, query, query.place);
      return anywhere(context.ask, query, context.captures, context.bound);
  }
}

async function checkedAt(ask: Ask, value: Parameters<typeof checkRegex>[1], place: TextRange): Promise<void> {
  try {
    await checkRegex(ask, value);
  } catch (error) {
    if (error instanceof AskError) throw new SearchError(error.message, place);
    throw error;
  }
}
