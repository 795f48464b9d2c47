import { formatDuration, formatInteger } from '../../wording/numbers.ts';
import { formatExact } from '../../wording/time.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';

/** Begin and duration of an interval, as facts. */
export function When({ from, duration }: { readonly from: bigint; readonly duration: number }) {
  const zone = useStore(useSession().shownZone);
  return (
    <>
      <dt>from</dt>
      <dd>{formatExact(from, zone)}</dd>
      <dt>for</dt>
      <dd title={`${formatInteger(duration)} ns`}>{formatDuration(duration)}</dd>
    </>
  );
}
