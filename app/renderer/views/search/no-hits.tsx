import { printSearch } from '../../../../analyzers/search/language/print.ts';
import type { SearchQuery } from '../../../../analyzers/search/language/query.ts';
import type { Scope } from '../../../contract.ts';
import { count } from '../../../wording/numbers.ts';
import { useSession } from '../../state/session.ts';
import { useAnswer, useRows } from '../../state/use-answer.ts';
import { withoutCase } from './conditions.ts';
import { textConditions, withNearValues } from './near-values.ts';
import { everything } from './vocabulary.ts';

/** Maximum number of values of a field to compare. */
const maxValues = 1000;
const maxRows = 10_000;
/** Maximum number of parts of a search to leave out one by one. */
const maxParts = 6;

interface Near {
  readonly words: string;
  /** Also shown without hits. */
  readonly isTelling?: boolean;
  readonly search: string;
  readonly scope: Scope;
}

/** Reasons for no hits, and similar searches with their numbers of hits. */
export function NoHits({ query, scope }: { query: SearchQuery; scope: Scope }) {
  const fields = textConditions(query).map(({ name }) => name);
  const params = { query: everything, top: maxValues, fields: fields.join(',') };
  const { rows } = useRows(
    fields.length > 0 ? { question: 'search-facets', params, scope: {} } : null,
    maxRows,
  );
  const near = nearOf(query, scope, withNearValues(query, rows ?? []));
  return (
    <div className="no-hits">
      <p>No record {Object.keys(scope).length > 0 ? 'in scope ' : ''}matches.</p>
      <p className="muted">
        Words are searched in messages, levels, names and values of fields, in each separately.
      </p>
      {near.length > 0 && (
        <ul aria-label="Similar searches">
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
  const parts = query.type === 'and' && query.operands.length <= maxParts ? query.operands : [];
  return [
    ...(Object.keys(scope).length > 0
      ? [{ words: 'Search everything, not only this scope', search, scope: {} }]
      : []),
    ...(anyCase === search ? [] : [{ words: `Ignore case: ${anyCase}`, search: anyCase, scope }]),
    ...spelt.map(search => ({ words: search, search, scope })),
    ...parts.map((part, at) => {
      const others = parts.filter((_, i) => i !== at);
      const left = printSearch(others.length === 1 ? others[0]! : { type: 'and', operands: others });
      return { words: `Without ${printSearch(part)}`, search: left, scope, isTelling: true };
    }),
  ];
}
