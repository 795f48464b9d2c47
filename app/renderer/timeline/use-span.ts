import { useMemo } from 'react';
import type { Interval } from '../state/scope.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { useTable } from '../state/use-answer.ts';
import { trackData } from './track-data.ts';
import { cpuByProcess } from './tracks.ts';

const buckets = 200;

export interface Span extends Interval {
  /** No capture is aligned to UTC: these are times of the captures' own clock. */
  readonly isOwnClock: boolean;
}

/** What the captures span; null where nothing has a time. */
export function useSpan(): Span | null {
  const session = useSession();
  const workspace = useStore(session.workspace);
  const utc = workspace?.span ?? null;
  const { question, params, needs } = cpuByProcess;
  const mustAsk = utc === null && (workspace?.rows[needs] ?? 0) > 0;
  const { table } = useTable(
    mustAsk ? { question, params: { ...params, buckets }, scope: {} } : null,
    20_000,
  );
  return useMemo(() => {
    if (utc) return { ...utc, isOwnClock: false };
    const { times } = trackData(table);
    const [first, second] = times;
    if (first === undefined || second === undefined) return null;
    return { from: first, to: times.at(-1)! + (second - first), isOwnClock: true };
  }, [utc, table]);
}
