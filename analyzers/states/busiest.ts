import type { Ask } from '../contract.ts';
import type { StateTimes } from './bins.ts';
import { wordId } from './in-scope.ts';

interface Busiest {
  readonly shown: readonly number[];
  readonly total: number;
}

/** Threads with the longest running and ready time. */
export async function busiest(ask: Ask, times: StateTimes, limit: number): Promise<Busiest> {
  const [running, ready] = [await wordId(ask, 'running'), await wordId(ask, 'ready')];
  const busy = new Map<number, number>();
  times.forEach((thread, state, _bucket, time) => {
    if (state === running || state === ready) busy.set(thread, (busy.get(thread) ?? 0) + time);
  });
  const ranked = [...busy.keys()].sort((a, b) => busy.get(b)! - busy.get(a)! || a - b);
  return { shown: ranked.slice(0, limit), total: ranked.length };
}
