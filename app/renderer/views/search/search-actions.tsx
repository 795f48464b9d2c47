import type { SavedQuery } from '../../../contract.ts';
import { type HitOrder, hitOrders } from '../../state/search.ts';
import { useSession } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { hits as hitsTrack } from '../../timeline/kinds/hits.ts';
import { showTrack } from '../../timeline/show-track.ts';
import { hitsLabel } from './hit-list.tsx';
import type { Hits } from './use-hits.ts';

const orderWords: Readonly<Record<HitOrder, string>> = {
  time: 'oldest first',
  newest: 'newest first',
  rarity: 'rarest first',
  file: 'as in the files',
};

const isSaved =
  (search: string) =>
  ({ of, text }: SavedQuery): boolean =>
    of === 'search' && text === search;

/** Actions on all hits. */
export function SearchActions({ search, hits }: { search: string; hits: Hits }) {
  const session = useSession();
  const order = useStore(session.search.order);
  const name = useStore(session.saved.all, all => all.find(isSaved(search))?.name);
  const params = { query: search, ...(name !== undefined && { name }) };
  return (
    <>
      <select
        aria-label="Order"
        value={order}
        onChange={event => {
          session.search.order.set(event.target.value as HitOrder);
          // Sorting by a column of the list would override this order.
          session.sorts.set(hitsLabel, undefined);
        }}
      >
        {hitOrders.map(each => (
          <option key={each} value={each}>
            {orderWords[each]}
          </option>
        ))}
      </select>
      <button
        type="button"
        className="button"
        title="Show the hits over time as a track of the timeline"
        disabled={hits.answer?.rows === 0}
        onClick={() => void showTrack(session, { kind: hitsTrack, params, title: hitsTrack.titleOf(params) })}
      >
        Show as track
      </button>
      <button
        type="button"
        className="button"
        title="Narrow all questions about records to these hits"
        disabled={hits.answer?.rows === 0}
        onClick={() => session.narrow({ ...session.history.present.scope, search })}
      >
        Narrow to these
      </button>
    </>
  );
}
