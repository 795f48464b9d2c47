/** Which events contain a text, or are looked for, as SQL over `event s`. */
import type { SqlValue } from '../../workspace/query.ts';
import { threadFacts } from '../catalog.ts';
import { type Ask, AskError, type Sought } from '../contract.ts';
import { valuesOf } from './in-scope.ts';
import { templatesById } from './texts.ts';

export interface Match {
  readonly where: string;
  readonly params: Readonly<Record<string, SqlValue>>;
}

export const everything: Match = { where: 'true', params: {} };

/** Columns of few distinct texts, which events have by id. */
const idColumns = ['level', 'component', 'kind', 'template', 'process'] as const;
type IdColumn = (typeof idColumns)[number];

/**
 * Events in which any text of the answer contains `text`, ignoring case, as in answers in memory.
 *
 * @param name of the SQL parameter: a filter and what is looked for within it may be in one statement
 */
export async function containing(ask: Ask, text: string, name: string): Promise<Match> {
  const needle = text.toLowerCase();
  const isHit = (value: string) => value.toLowerCase().includes(needle);
  const byId = await Promise.all(idColumns.map(column => inColumn(ask, column, isHit)));
  return {
    where: `(contains(lower(s.message), $${name}) OR ${byId.join(' OR ')})`,
    params: { [name]: needle },
  };
}

export async function sought(ask: Ask, time: string, what: Sought): Promise<Match> {
  if ('contains' in what) return containing(ask, what.contains, 'sought');
  if ('since' in what && what.column === 'time')
    return { where: `${time} >= $since`, params: { since: what.since } };
  const column = idColumns.find(name => name === what.column);
  if ('among' in what && column) {
    const among = new Set(what.among);
    return { where: await inColumn(ask, column, value => among.has(value)), params: {} };
  }
  throw new AskError('bad-parameter', `Events cannot be looked for so by "${what.column}".`);
}

/** The events whose text in a column is a hit. Each distinct text is looked at once. */
async function inColumn(ask: Ask, column: IdColumn, isHit: (value: string) => boolean): Promise<string> {
  if (column === 'process') {
    const threads = await threadFacts(ask);
    return inList(
      's.thread',
      threads.filter(({ process }) => process !== null && isHit(process)).map(({ id }) => id),
    );
  }
  const values = column === 'template' ? await templatesInUse(ask) : await valuesOf(ask, column);
  return inList(
    `s.${column}`,
    [...values].filter(([, value]) => isHit(value)).map(([id]) => id),
  );
}

const inList = (column: string, ids: readonly number[]): string =>
  ids.length > 0 ? `${column} IN (${ids.join(', ')})` : 'false';

function templatesInUse(ask: Ask): Promise<ReadonlyMap<number, string>> {
  return ask.memo('event templates', async () => {
    const found = await ask.query.columns(
      'SELECT DISTINCT template::INTEGER AS id FROM event_class WHERE template IS NOT NULL',
      [],
      ask.cancel,
    );
    const value = await templatesById(ask, found.ints('id'));
    return { value, bytes: value.size * 200 };
  });
}
