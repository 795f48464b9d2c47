import { useEffect, useMemo } from 'react';
import type { PagedAnswer } from '../state/paged-answer.ts';
import { type Front, useSession } from '../state/session.ts';
import { frontOf } from '../widgets/table-entries.ts';

/**
 * Makes a picture the main one: copy and export apply to it, and the status bar shows its notes.
 *
 * @param front the same object while the answer is the same; null if another picture is the main one
 */
export function useFront(answer: PagedAnswer | null, front: Front | null): void {
  const session = useSession();
  useEffect(() => {
    if (!front || !answer) return;
    session.front.set(front);
    session.notes.set(answer.head.notes);
    return () => {
      session.front.set(null);
      session.notes.set([]);
    };
  }, [session, answer, front]);
}

/**
 * The same for a picture that shows its whole answer, as arranged in the table `name`.
 *
 * @returns null if another picture is the main one
 */
export function useAnswerFront(answer: PagedAnswer | null, isMain: boolean, name: string): Front | null {
  const session = useSession();
  const front = useMemo(
    () => (isMain && answer ? frontOf(session, answer, name) : null),
    [session, isMain, answer, name],
  );
  useFront(answer, front);
  return front;
}
