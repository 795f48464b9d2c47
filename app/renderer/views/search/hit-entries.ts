import type { SearchQuery } from '../../../../analyzers/search/language/query.ts';
import type { Entry, MenuEntry } from '../../lib/menu-entry.ts';
import { showRecord } from '../../meaning/actions.ts';
import { type EventRow, lineOf } from '../../state/events.ts';
import type { Session } from '../../state/session.ts';
import { entriesAbout } from '../events/event-entries.ts';
import { withInclusion } from './conditions.ts';

/** Lists all events, at a hit. */
export function showInEvents(session: Session, hit: EventRow): void {
  const line = lineOf(hit);
  if (line !== null) void showRecord(session, Number(hit.capture), line);
  else if (typeof hit.time === 'bigint') {
    session.events.select(hit);
    session.history.go({ view: 'events' });
    session.moment.set(hit.time);
  }
}

/** Menu entries of a hit. */
export function hitEntries(session: Session, query: SearchQuery, hit: EventRow): readonly MenuEntry[] {
  const go = (search: string) => session.history.go({ search });
  const values = [
    ['template', 'this template', hit.template],
    ['level', String(hit.level), hit.level],
    ['process', String(hit.process), hit.process],
    ['component', String(hit.component), hit.component],
  ] as const;
  const narrower = values.flatMap(([field, words, value]) =>
    typeof value !== 'string'
      ? []
      : (['included', 'excluded'] as const).map<Entry>(inclusion => ({
          label: `${inclusion === 'included' ? 'Search only' : 'Exclude'} ${words}`,
          run: () => go(withInclusion(query, { field, value }, inclusion)),
        })),
  );
  return [
    { label: 'Show among all events', keys: 'Enter', run: () => showInEvents(session, hit) },
    null,
    ...narrower,
    null,
    ...entriesAbout(session, hit),
  ];
}
