import { useEffect, useMemo } from 'react';
import type { Scope } from '../../../contract.ts';
import { valueKey } from '../../lib/value-key.ts';
import type { PagedAnswer } from '../../state/paged-answer.ts';
import { type Session, useSession } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import type { Question } from '../../state/use-answer.ts';
import { type EventPage, EventPages, type Reading } from './event-pages.ts';

/** Reads one page of the question `events` and lets the engine forget it. */
export function readEvents(session: Session, { question, params = {}, scope }: Question): Reading {
  const revision = session.workspace.get()?.revision ?? 0;
  const asking = session.answers.ask({ question, params, scope }, revision);
  const ready = new Promise<PagedAnswer>((resolve, reject) => {
    const look = () => {
      const asked = asking.store.get();
      if (asked.state === 'ready') resolve(asked.answer);
      if (asked.state === 'failed') reject(new Error(asked.message));
    };
    asking.store.subscribe(look);
    look();
  });
  const page = ready.then(async (answer): Promise<EventPage> => {
    const rows = (await answer.read(0, answer.rows)).records();
    return { rows, total: answer.head.whole?.amount ?? rows.length, notes: answer.head.notes };
  });
  return { page: page.finally(asking.release), cancel: asking.release };
}

/** The events that a filter leaves, page by page. */
export function useEventPages(params: Readonly<Record<string, string>>, scope: Scope): EventPages {
  const session = useSession();
  const revision = useStore(session.workspace, workspace => workspace?.revision ?? 0);
  const key = valueKey([params, scope, revision]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says whether other events are meant
  const pages = useMemo(() => {
    return new EventPages((offset, limit) =>
      readEvents(session, { question: 'events', params: { ...params, offset, limit }, scope }),
    );
  }, [session, key]);
  useEffect(() => {
    pages.start();
    return () => pages.close();
  }, [pages]);
  return pages;
}
