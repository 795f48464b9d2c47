import { useEffect } from 'react';
import type { PagedAnswer } from '../state/paged-answer.ts';
import { type Front, useSession } from '../state/session.ts';

/**
 * Makes a picture the one that copy and export mean, and its notes those of the status bar.
 *
 * @param front the same object while the answer is the same; null where another picture is in front
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
