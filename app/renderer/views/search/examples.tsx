import { useMemo } from 'react';
import { quoted } from '../../../../analyzers/search/language/print.ts';
import type { Scope } from '../../../contract.ts';
import { count } from '../../../wording/numbers.ts';
import type { Cell } from '../../state/paged-answer.ts';
import { useSession } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { useAnswer, useRows } from '../../state/use-answer.ts';
import { everything } from './vocabulary.ts';

interface Example {
  readonly search: string;
  readonly about: string;
}

/** Example searches with hits in this workspace, shown while the search box is empty. */
export function Examples({ scope }: { scope: Scope }) {
  const session = useSession();
  const facets = useRows({ question: 'search-facets', params: { query: everything, top: 50 }, scope }, 1000);
  const fields = useRows({ question: 'search-fields', scope: {} }, 500);
  const examples = useMemo(
    () => examplesOf(facets.rows ?? [], fields.rows ?? []),
    [facets.rows, fields.rows],
  );
  const saved = useStore(session.saved.all).filter(each => each.of === 'search');
  return (
    <section className="search-examples" aria-label="Examples">
      {saved.length > 0 && (
        <>
          <h2>Saved searches</h2>
          <ul aria-label="Saved searches">
            {saved.map(({ name, text }) => (
              <ExampleLine key={name} example={{ search: text, about: name }} scope={scope} isKept />
            ))}
          </ul>
        </>
      )}
      <h2>Search all records of this workspace</h2>
      <ul>
        {examples.map(example => (
          <ExampleLine key={example.search} example={example} scope={scope} />
        ))}
      </ul>
      <p className="muted">
        Words, "phrases" and /regular expressions/, together or with OR, NOT and parentheses. Ctrl+Space shows
        which fields and values there are.
      </p>
    </section>
  );
}

interface ExampleLineProps {
  readonly example: Example;
  readonly scope: Scope;
  /** Shown even without hits. */
  readonly isKept?: boolean;
}

function ExampleLine({ example: { search, about }, scope, isKept = false }: ExampleLineProps) {
  const session = useSession();
  const { answer } = useAnswer({ question: 'search', params: { query: search }, scope });
  if (!isKept && !answer?.rows) return null;
  return (
    <li>
      <button type="button" className="search-example" onClick={() => session.history.go({ search })}>
        <code>{search}</code>
      </button>
      <span className="muted">{about}</span>
      <span className="number">{answer && count(answer.rows, 'hit')}</span>
    </li>
  );
}

type Row = Readonly<Record<string, Cell>>;

function examplesOf(facets: readonly Row[], fields: readonly Row[]): readonly Example[] {
  const valuesOf = (field: string) =>
    facets.filter(({ facet }) => facet === field).map(({ value }) => String(value));
  const levels = valuesOf('level');
  const [process] = valuesOf('process');
  const phrase = valuesOf('template')
    .map(phraseOf)
    .find(text => text !== null);
  const durations = [
    ...new Set(fields.filter(({ type }) => type === 'duration').map(({ field }) => String(field))),
  ];
  const bad = ['fatal', 'error', 'warning'].some(level => levels.includes(level));
  return [
    ...(bad ? [{ search: 'level>=warn', about: 'errors and warnings' }] : []),
    ...(phrase ? [{ search: phrase, about: 'a phrase' }] : []),
    ...(process ? [{ search: `process:${written(process)}`, about: 'records of one process' }] : []),
    ...durations.map(field => ({ search: `${field}>100ms`, about: 'long durations' })),
    { search: String.raw`/\b\d{3,} ?ms\b/`, about: 'a regular expression' },
  ];
}

const written = (text: string): string => (/^[\w.:-]+$/.test(text) ? text : quoted(text));

/** Some constant words of a template. */
function phraseOf(template: string): string | null {
  const run = /(?:^|\s)([a-z]{3,}(?: [a-z]{2,}){1,2})(?=\s|$|:)/i.exec(template)?.[1];
  return run ? quoted(run) : null;
}
