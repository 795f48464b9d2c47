import { type ReactNode, useCallback, useMemo } from 'react';
import type { SearchQuery } from '../../../../analyzers/search/language/query.ts';
import { useAnswerFront } from '../../shapes/use-front.ts';
import type { EventRow } from '../../state/events.ts';
import type { HitOrder } from '../../state/search.ts';
import { useSession } from '../../state/session.ts';
import { Store, useStore } from '../../state/store.ts';
import { type ArrangedRows, useArranged } from '../../state/use-arranged.ts';
import { EventGrid, type ShownEvents } from '../events/event-grid.tsx';
import { finderOf } from './finder.ts';
import { hitEntries, showInEvents } from './hit-entries.ts';
import type { Hits } from './use-hits.ts';

export const hitsLabel = 'Hits';

/** Columns hidden at first, to leave space for the messages, which have the matches. */
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

/** Hits as a list of any length: the first hits show while all are still being counted. */
export function HitList({ hits, query, order, hasKinds, empty, onFind }: HitListProps) {
  const session = useSession();
  const { answer } = hits;
  const shown = useShown(hits);
  useAnswerFront(answer, true, hitsLabel);
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
      // Row numbers are meaningless in another order.
      key={order}
      label={hitsLabel}
      table="hits"
      hidden={hiddenAtFirst}
      widths={widths}
      shown={shown}
      sort={sort}
      isBusy={hits.isRunning}
      isFormer={hits.isRunning && shown.rows.count === 0}
      isPartial={hits.isRunning}
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
            ? 'Stopped before the first hit.'
            : hits.answer && empty
      }
    />
  );
}

/** The whole answer once its rows arrive; until then, the hits from pieces, which are the same. */
function useShown({ stream, soFar, answer }: Hits): ShownEvents {
  const session = useSession();
  const sort = useStore(session.sorts.all, sorts => sorts[hitsLabel]);
  const whole = useArranged(answer, sort ? { sort } : {});
  const first = soFar?.rows ?? noRows;
  const list = stream ?? answer ?? nobody;
  return useMemo(() => {
    // Hits so far stay visible after an error, which the view shows.
    if (!whole) return { list, arranged: stream ?? nobody, rows: first, error: null };
    const { rows } = whole;
    const cell = (row: number, column: string) => {
      const value = rows.cell(row, column);
      return value === undefined && !sort ? first.cell(row, column) : value;
    };
    return { list, arranged: whole.arranged, rows: { ...rows, cell }, error: whole.error };
  }, [list, whole, stream, first, sort]);
}
