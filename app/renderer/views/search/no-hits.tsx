import { printSearch } from '../../../../analyzers/search/language/print.ts';
import type { SearchQuery } from '../../../../analyzers/search/language/query.ts';
import type { Scope } from '../../../contract.ts';
import { count } from '../../../wording/numbers.ts';
import { useSession } from '../../state/session.ts';
import { useAnswer, useRows } from '../../state/use-answer.ts';
import { withoutCase } from './conditions.ts';
import { askedFields, withNearValues } from './near-values.ts';
import { everything } from './vocabulary.ts';

/** Values of a field that are compared with what was asked for. */
const mostValues = 1000;
const mostRows = 10_000;
/** Parts of a search that are left out one by one, at most. */
const mostParts = 6;

interface Near {
  readonly words: string;
  /** Also that it finds nothing. */
  readonly isTelling?: boolean;
  readonly search: string;
  readonly scope: Scope;
}

/** Why there may be no hit, and what is near: each with what it would find. */
export function NoHits({ query, scope }: { query: SearchQuery; scope: Scope }) {
  const fields = askedFields(query).map(({ name }) => name);
  const params = { query: everything, top: mostValues, fields: fields.join(',') };
  const { rows } = useRows(
    fields.length > 0 ? { question: 'search-facets', params, scope: {} } : null,
    mostRows,
  );
  const near = nearOf(query, scope, withNearValues(query, rows ?? []));
  return (
    <div className="no-hits">
      <p>No record {Object.keys(scope).length > 0 ? 'in this scope ' : ''}has this.</p>
      <p className="muted">
        Words are sought in messages, levels, names and values of fields, in each by itself.
      </p>
      {near.length > 0 && (
        <ul aria-label="What is near">
          {near.map(each => (
            <NearLine key={each.words} near={each} />
          ))}
        </ul>
      )}
    </div>
  );
}

function NearLine({ near: { words, search, scope, isTelling } }: { near: Near }) {
  const session = useSession();
  const { answer } = useAnswer({ question: 'search', params: { query: search }, scope });
  if (!isTelling && !answer?.rows) return null;
  return (
    <li>
      <button type="button" className="link" onClick={() => session.history.go({ search, scope })}>
        {words}
      </button>
      <span className="muted">{answer && count(answer.rows, 'hit')}</span>
    </li>
  );
}

function nearOf(query: SearchQuery, scope: Scope, spelt: readonly string[]): readonly Near[] {
  const search = printSearch(query);
  const anyCase = withoutCase(query);
  const parts = query.type === 'and' && query.of.length <= mostParts ? query.of : [];
  return [
    ...(Object.keys(scope).length > 0
      ? [{ words: 'Search everything, not this scope alone', search, scope: {} }]
      : []),
    ...(anyCase === search ? [] : [{ words: `Ignore case: ${anyCase}`, search: anyCase, scope }]),
    ...spelt.map(search => ({ words: search, search, scope })),
    ...parts.map((part, at) => {
      const others = parts.filter((_, i) => i !== at);
      const left = printSearch(others.length === 1 ? others[0]! : { type: 'and', of: others });
      return { words: `Without ${printSearch(part)}`, search: left, scope, isTelling: true };
    }),
  ];
}
