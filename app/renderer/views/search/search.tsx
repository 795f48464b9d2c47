import './search.css';

import { useEffect, useMemo, useRef } from 'react';
import type { SearchQuery } from '../../../../analyzers/search/language/query.ts';
import type { Scope } from '../../../contract.ts';
import { useSession } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { useRows, useTable } from '../../state/use-answer.ts';
import { SavedMenu } from '../../widgets/saved-menu.tsx';
import { SplitRows } from '../../widgets/split-rows.tsx';
import { RecordPane } from '../events/record.tsx';
import { readSearch } from './conditions.ts';
import { Corrections } from './corrections.tsx';
import { Examples } from './examples.tsx';
import { Facets } from './facets.tsx';
import { HitHistogram } from './hit-histogram.tsx';
import { HitList } from './hit-list.tsx';
import { Names } from './names.tsx';
import { NoHits } from './no-hits.tsx';
import { SearchActions } from './search-actions.tsx';
import { placed, SearchBox } from './search-box.tsx';
import { Tally } from './tally.tsx';
import { type Hits, useHits } from './use-hits.ts';
import { useTyped } from './use-query.ts';

/** The search view: the query, its facets, the hits over time, and the hits. */
export function Search() {
  const session = useSession();
  const { scope, search } = useStore(session.history.places, places => places.present);
  const order = useStore(session.search.order);
  const typed = useTyped();
  const query = useMemo(() => readSearch(search), [search]);
  const isSearch = query !== null && query.type !== 'all';
  const hits = useHits(isSearch ? search : null, order, scope);
  const { isRunning, stop } = hits;
  const before = useRef(search);
  useEffect(() => {
    // A new search deselects the record.
    if (before.current !== search) session.events.select(null);
    before.current = search;
  }, [session, search]);
  useEffect(() => (isRunning ? session.opened(stop) : undefined), [session, isRunning, stop]);
  const refused = placed(hits.error);
  const wrong = typed.wrong ?? (typed.text.trim() === search ? refused : null);
  const failure = wrong ? `Character ${wrong.at + 1}: ${wrong.message}` : refused ? null : hits.error;
  const stopRunning = () => {
    if (isRunning) stop();
    return isRunning;
  };
  return (
    <div className="search">
      <div className="search-bar">
        <SearchBox typed={typed} wrong={wrong} onEscape={stopRunning} />
        <SavedMenu
          kind="search"
          text={search}
          example="Slow statements"
          onOpen={({ text }) => session.history.go({ search: text })}
        />
        {isSearch && !refused && (
          <>
            <SearchActions search={search} hits={hits} />
            <Tally hits={hits} scope={scope} />
          </>
        )}
      </div>
      <div className="search-wrong">
        <span role="status">{failure}</span>
        {wrong && <Corrections search={typed.text} wrong={wrong} />}
      </div>
      {isSearch && !refused ? (
        <Found search={search} query={query} hits={hits} scope={scope} />
      ) : (
        <Examples scope={scope} />
      )}
    </div>
  );
}

interface FoundProps {
  readonly search: string;
  readonly query: SearchQuery;
  readonly hits: Hits;
  readonly scope: Scope;
}

/** Number of bars of the histogram, and of levels in each. */
const bars = 120;
const maxLevels = 10;
/** px of ten hits and their header. */
const tenHits = 282;

function Found({ search, query, hits, scope }: FoundProps) {
  const session = useSession();
  const order = useStore(session.search.order);
  const hasRecord = useStore(session.events.selected, event => event !== null);
  const { rows: kinds } = useRows({ question: 'event-kinds', scope: {} }, 100);
  // In sequence, hits first, because each reads all records in scope.
  const histogram = useTable(
    hits.answer && { question: 'search-histogram', params: { query: search, buckets: bars }, scope },
    bars * maxLevels,
  );
  const isDrawn = hits.answer !== null && histogram.table !== null && !histogram.isAsking;
  return (
    <div className="search-found">
      <Facets text={search} query={query} scope={scope} isAsked={isDrawn} />
      <div className="search-hits">
        <div>
          <Names search={search} query={query} scope={scope} isAsked={isDrawn} />
          {hits.answer?.rows !== 0 && <HitHistogram table={histogram.table} />}
        </div>
        <SplitRows
          name="Hits"
          isSplit={hasRecord}
          above={
            <HitList
              hits={hits}
              query={query}
              order={order}
              hasKinds={(kinds?.length ?? 0) > 1}
              empty={<NoHits query={query} scope={scope} />}
              onFind={() => session.mainGrid.get()?.openFind()}
            />
          }
          below={<RecordPane />}
          proposed={height => Math.max(0.56 * height, Math.min(tenHits, 0.66 * height))}
        />
      </div>
    </div>
  );
}
