/** SQL over `event s` for events that contain a text or match a condition. */
import type { SqlValue } from '../../workspace/query.ts';
import { type Ask, AskError, type Sought } from '../contract.ts';
import { idColumns, inColumn } from './id-columns.ts';

export interface Match {
  readonly where: string;
  readonly params: Readonly<Record<string, SqlValue>>;
}

export const everything: Match = { where: 'true', params: {} };

/**
 * Events in which any text of the answer contains `text`, ignoring case, as in answers in memory.
 *
 * @param name of the SQL parameter: a filter and a text to find may be in one statement
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
  if ('line' in what) return { where: 's.capture = $capture AND s.line = $line', params: { ...what } };
  const by = 'column' in what ? what.column : 'an interval';
  const column = idColumns.find(name => name === by);
  if ('among' in what && column) {
    const among = new Set(what.among);
    return { where: await inColumn(ask, column, value => among.has(value)), params: {} };
  }
  throw new AskError('bad-parameter', `Events cannot be found by "${by}" this way.`);
}
