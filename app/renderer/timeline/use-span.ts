import { useMemo } from 'react';
import type { Interval } from '../lib/interval.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { useTable } from '../state/use-answer.ts';
import { trackData } from './track-data.ts';

const buckets = 200;

/**
 * The time span of the captures in UTC; if no capture is aligned to UTC, on their own clock; null if no row has
 * a time.
 */
export function useSpan(): Interval | null {
  const session = useSession();
  const workspace = useStore(session.workspace);
  const utc = workspace?.span ?? null;
  const mustAsk = utc === null && (workspace?.rows.sample ?? 0) > 0;
  const { table } = useTable(
    mustAsk ? { question: 'timeline', params: { by: 'process', top: 1, buckets }, scope: {} } : null,
    20_000,
  );
  return useMemo(() => {
    if (utc) return utc;
    const { times } = trackData(table);
    const [first, second] = times;
    if (first === undefined || second === undefined) return null;
    return { from: first, to: times.at(-1)! + (second - first) };
  }, [utc, table]);
}
