import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Scope } from '../../../contract.ts';
import { valueKey } from '../../lib/value-key.ts';
import { HitStream, type HitsSoFar } from '../../state/hit-stream.ts';
import type { PagedAnswer } from '../../state/paged-answer.ts';
import type { HitOrder } from '../../state/search.ts';
import { type Session, useSession } from '../../state/session.ts';
import { Store, useStore } from '../../state/store.ts';
import { type Question, useAnswer } from '../../state/use-answer.ts';

/** Number of hits of a piece. */
const perPiece = 200;

export interface Hits {
  /** The first hits; null for orders other than time, because pieces arrive in the order of time. */
  readonly stream: HitStream | null;
  readonly soFar: HitsSoFar | null;
  /** The whole answer; null until all hits are counted. */
  readonly answer: PagedAnswer | null;
  readonly error: string | null;
  readonly isRunning: boolean;
  /** Stops the search; hits so far stay. */
  readonly isStopped: boolean;
  stop(): void;
  /** Searches again from the beginning. */
  retry(): void;
}

/** Runs a search, whose first hits arrive while all are being counted. */
export function useHits(query: string | null, order: HitOrder, scope: Scope): Hits {
  const session = useSession();
  const revision = useStore(session.workspace, workspace => workspace?.revision ?? 0);
  const [attempt, setAttempt] = useState(0);
  const key = valueKey([query, order, scope, revision, attempt]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the search
  const stream = useMemo(
    () =>
      query !== null && (order === 'time' || order === 'newest')
        ? streamOf(session, query, order, scope)
        : null,
    [session, key],
  );
  useEffect(() => {
    void stream?.run();
    return () => stream?.stop();
  }, [stream]);
  const soFar = useStore<HitsSoFar | null>(stream?.now ?? nothing);
  const [stopped, setStopped] = useState<string | null>(null);
  const isStopped = stopped === key;

  // Waits for the first piece, so that it has the processor to itself.
  const hasBegun = soFar === null || soFar.searched > 0 || soFar.state !== 'running';
  const isAsked = query !== null && hasBegun && !isStopped;
  const question: Question | null = isAsked ? { question: 'search', params: { query, order }, scope } : null;
  const { answer, isAsking, error } = useAnswer(question);
  const isOfThis = answer !== null && !isAsking && isAsked;
  const stop = useCallback(() => {
    stream?.stop();
    setStopped(key);
  }, [stream, key]);
  const retry = useCallback(() => setAttempt(last => last + 1), []);
  return {
    stream,
    soFar,
    answer: isOfThis ? answer : null,
    error: soFar?.error ?? error,
    isRunning: query !== null && !isStopped && !isOfThis && (soFar?.error ?? error) === null,
    isStopped,
    stop,
    retry,
  };
}

const nothing = new Store<HitsSoFar | null>(null);

function streamOf(session: Session, query: string, order: HitOrder, scope: Scope): HitStream {
  return new HitStream(after =>
    session.table('search', { query, order, limit: perPiece, after }, scope, perPiece),
  );
}
