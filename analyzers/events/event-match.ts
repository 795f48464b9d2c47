/** SQL conditions over `event s`: events that contain a text, or that match a {@link Target}. */
import type { SqlValue } from '../../workspace/query.ts';
import { type Ask, AskError, type Target } from '../contract.ts';
import { idColumns, inColumn } from '../fields/id-columns.ts';

export interface Match {
  readonly where: string;
  readonly params: Readonly<Record<string, SqlValue>>;
}

export const matchesAll: Match = { where: 'true', params: {} };

/**
 * Events in which any text of the answer contains `text`, ignoring case, as in answers in memory.
 *
 * @param name of the SQL parameter: a filter and a text to find may be in one statement
 */
export async function containsText(ask: Ask, text: string, name: string): Promise<Match> {
  const needle = text.toLowerCase();
  const isHit = (value: string) => value.toLowerCase().includes(needle);
  const byId = await Promise.all(idColumns.map(column => inColumn(ask, column, isHit)));
  return {
    where: `(contains(lower(s.message), $${name}) OR ${byId.join(' OR ')})`,
    params: { [name]: needle },
  };
}

export async function matchesTarget(ask: Ask, time: string, target: Target): Promise<Match> {
  if ('contains' in target) return containsText(ask, target.contains, 'sought');
  if ('since' in target && target.column === 'time')
    return { where: `${time} >= $since`, params: { since: target.since } };
  if ('line' in target) return { where: 's.capture = $capture AND s.line = $line', params: { ...target } };
  const by = 'column' in target ? target.column : 'an interval';
  const column = idColumns.find(name => name === by);
  if ('among' in target && column) {
    const among = new Set(target.among);
    return { where: await inColumn(ask, column, value => among.has(value)), params: {} };
  }
  throw new AskError('bad-parameter', `Events cannot be found by "${by}" this way.`);
}
