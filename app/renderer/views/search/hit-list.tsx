import { type ReactNode, useCallback, useMemo } from 'react';
import type { SearchQuery } from '../../../../analyzers/search/language/query.ts';
import { useFront } from '../../shapes/use-front.ts';
import type { EventRow } from '../../state/events.ts';
import type { HitOrder } from '../../state/search.ts';
import { useSession } from '../../state/session.ts';
import { Store, useStore } from '../../state/store.ts';
import { type ArrangedRows, useArranged } from '../../state/use-arranged.ts';
import { frontOf } from '../../widgets/table-entries.ts';
import { EventGrid, type ShownEvents } from '../events/event-grid.tsx';
import { finderOf } from './finder.ts';
import { hitEntries, showInEvents } from './hit-entries.ts';
import type { Hits } from './use-hits.ts';

export const hitsLabel = 'Hits';

/** Columns hidden at first, to leave room for the messages, where the matches are. */
const hiddenAtFirst = ['pid', 'tid', 'line', 'template', 'component', 'kind'];
const widths = { message: 330 };

const noRows: ArrangedRows = {
  count: 0,
  cell: () => undefined,
  want: () => undefined,
  find: async () => -1,
};
const nobody: ShownEvents['arranged'] = {
  filled: new Store<ReadonlySet<string>>(new Set()),
  row: async () => null,
};

interface HitListProps {
  readonly hits: Hits;
  readonly query: SearchQuery;
  readonly order: HitOrder;
  readonly hasKinds: boolean;
  readonly empty: ReactNode;
  onFind(): void;
}

/** Hits as a list of any length: the first while all are still being counted. */
export function HitList({ hits, query, order, hasKinds, empty, onFind }: HitListProps) {
  const session = useSession();
  const { answer } = hits;
  const shown = useShown(hits);
  const front = useMemo(() => answer && frontOf(session, answer, hitsLabel), [session, answer]);
  useFront(answer, front);
  const find = useMemo(() => finderOf(query), [query]);
  const sort = useStore(session.sorts.all, sorts => sorts[hitsLabel]);
  const onSelect = useCallback(
    (hit: EventRow) => {
      session.events.select(hit);
      session.capture.set(null);
      session.interval.set(null);
      session.moment.set(typeof hit.time === 'bigint' ? hit.time : null);
    },
    [session],
  );
  return (
    <EventGrid
      // Rows of one order stand elsewhere in another.
      key={order}
      label={hitsLabel}
      table="hits"
      hidden={hiddenAtFirst}
      widths={widths}
      shown={shown}
      sort={sort}
      isBusy={hits.isRunning}
      find={find}
      hasKinds={hasKinds}
      onSort={to => session.sorts.set(hitsLabel, to)}
      onSelect={onSelect}
      onOpen={hit => showInEvents(session, hit)}
      onFind={onFind}
      menu={hit => hitEntries(session, query, hit)}
      empty={
        hits.isRunning
          ? 'Searching …'
          : hits.isStopped
            ? 'Stopped before anything was found.'
            : hits.answer && empty
      }
    />
  );
}

/** The whole answer as soon as it is there; until its rows are, those that came in pieces: they are the same. */
function useShown({ stream, soFar, answer }: Hits): ShownEvents {
  const session = useSession();
  const sort = useStore(session.sorts.all, sorts => sorts[hitsLabel]);
  const whole = useArranged(answer, sort ? { sort } : {});
  const first = soFar?.rows ?? noRows;
  const list = stream ?? answer ?? nobody;
  return useMemo(() => {
    // What is here is shown though the rest cannot be had: the view says why.
    if (!whole) return { list, arranged: stream ?? nobody, rows: first, error: null };
    const { rows } = whole;
    const cell = (row: number, column: string) => {
      const value = rows.cell(row, column);
      return value === undefined && !sort ? first.cell(row, column) : value;
    };
    return { list, arranged: whole.arranged, rows: { ...rows, cell }, error: whole.error };
  }, [list, whole, stream, first, sort]);
}
