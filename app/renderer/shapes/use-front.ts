import { useEffect } from 'react';
import type { PagedAnswer } from '../state/paged-answer.ts';
import { type Front, useSession } from '../state/session.ts';

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
