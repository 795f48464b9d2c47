import { useEffect, useMemo, useState } from 'react';
import { valueKey } from '../lib/value-key.ts';
import { sentence } from '../state/engine-link.ts';
import { inTurn } from '../state/in-turn.ts';
import type { PagedAnswer } from '../state/paged-answer.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import type { Table } from '../state/table.ts';
import type { TrackQuestion } from './kinds/kind.ts';

interface TrackTable {
  /** The first rows of the last answer read; null until the first is. */
  readonly table: Table | null;
  readonly head: PagedAnswer['head'] | null;
  readonly error: string | null;
}

const nothing: TrackTable = { table: null, head: null, error: null };

/**
 * Asks a question and renders once, when its rows have arrived, because a track does not show that it waits. Until
 * then the last rows stay.
 */
export function useTrackTable(question: TrackQuestion | null, limit: number): TrackTable {
  const { answers, workspace } = useSession();
  const revision = useStore(workspace, opened => opened?.revision ?? 0);
  const [arrived, setArrived] = useState(nothing);
  const key = valueKey(question);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the question
  const request = useMemo(() => question, [key]);
  useEffect(() => {
    if (!request) {
      setArrived(nothing);
      return;
    }
    const asking = answers.ask(request, revision);
    let withdraw: (() => void) | null = null;
    let isCurrent = true;
    const show = (next: TrackTable) => {
      if (isCurrent) withdraw = inTurn(() => setArrived(next));
    };
    const fail = (error: string) => show({ ...nothing, error });
    const look = () => {
      const now = asking.store.get();
      if (now.state === 'failed') fail(now.message);
      if (now.state !== 'ready') return;
      const { answer } = now;
      answer.read(0, limit).then(
        table => show({ table, head: answer.head, error: null }),
        (error: unknown) => fail(sentence(error)),
      );
    };
    const end = asking.store.subscribe(look);
    look();
    return () => {
      isCurrent = false;
      withdraw?.();
      end();
      asking.release();
    };
  }, [answers, request, revision, limit]);
  return arrived;
}
