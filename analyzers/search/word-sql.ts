/** A word, a phrase or a regular expression anywhere in a record, as SQL over `event s`. */

import type { Ask } from '../contract.ts';
import { inList, valuesOf } from '../fields/id-columns.ts';
import { type CaptureFact, threadFacts } from '../kit/catalog.ts';
import { threadSql } from '../scope/chosen-threads.ts';
import { fieldPlaces, inPlaces } from './event-fields.ts';
import { spellingsOf } from './field-values.ts';
import type { RegexValue, TextValue } from './language/query.ts';
import { Bound, containsTest, matchingNames, type TextTest } from './matching.ts';

export type Value = TextValue | RegexValue;

/**
 * Searches the message and the other values of a record: time, level, component, process, pid, tid, kind and fields. Each is
 * searched separately, as it is stored.
 */
export async function anywhere(
  ask: Ask,
  value: Value,
  captures: readonly CaptureFact[],
  bound: Bound,
): Promise<string> {
  const test = containsTest(value, bound);
  const parts = await Promise.all([
    attributesSql(ask, value),
    fieldsSql(ask, value, test),
    Promise.resolve(timeTextSql(value, captures, test)),
  ]);
  return `(${[test('s.message'), ...parts].filter(part => part !== 'false').join(' OR ')})`;
}

/** Level, component, kind, process, pid and tid. */
async function attributesSql(ask: Ask, value: Value): Promise<string> {
  const [levels, components, kinds, threads] = await Promise.all([
    valuesOf(ask, 'level'),
    valuesOf(ask, 'component'),
    valuesOf(ask, 'kind'),
    threadFacts(ask),
  ]);
  type Owner = { readonly type: 'level' | 'component' | 'kind' | 'thread'; readonly id: number };
  const names: string[] = [];
  const owners: Owner[] = [];
  const add = (owner: Owner, ...texts: readonly string[]) => {
    for (const text of texts) {
      names.push(text);
      owners.push(owner);
    }
  };
  for (const [id, level] of levels) add({ type: 'level', id }, ...spellingsOf(level));
  for (const [id, name] of components) add({ type: 'component', id }, name);
  // The kind `log` is not a text that a record contains.
  for (const [id, name] of kinds) if (name !== 'log') add({ type: 'kind', id }, name);
  for (const { id, process, pid, tid } of threads)
    add({ type: 'thread', id }, ...[process, numberText(pid), numberText(tid)].filter(each => each !== null));
  const hits = await matchingNames(ask, names, bound => containsTest(value, bound));
  const ids = (type: Owner['type']) => [
    ...new Set(owners.filter((owner, at) => owner.type === type && hits[at]).map(({ id }) => id)),
  ];
  return anyOf([
    inList('s.level', ids('level')),
    inList('s.component', ids('component')),
    inList('s.kind', ids('kind')),
    threadSql('s.thread', { ids: ids('thread'), inferred: new Map() }),
  ]);
}

const numberText = (number: number): string | null => (number < 0 ? null : String(number));

export const anyOf = (parts: readonly string[]): string => {
  const some = parts.filter(part => part !== 'false');
  return some.length === 0 ? 'false' : some.length === 1 ? some[0]! : `(${some.join(' OR ')})`;
};

/** Fields, as texts, except those that are part of the message, which is searched anyway. */
async function fieldsSql(ask: Ask, value: Value, test: TextTest): Promise<string> {
  const places = (await fieldPlaces(ask)).filter(place => !place.isInMessage);
  if (places.length === 0) return 'false';
  const hasIds = places.some(place => place.isId);
  const ids = hasIds ? await textsThat(ask, bound => containsTest(value, bound)) : '';
  const mayBeNumber = value.type === 'regex' || /^[\d.+-]+$/.test(value.text);
  return inPlaces(places, place => {
    if (place.isId) return ids === '' ? 'false' : `${place.sql} IN ${ids}`;
    return mayBeNumber ? test(`${place.sql}::VARCHAR`) : 'false';
  });
}

/** SQL of a list of the texts that match; empty if none does. Each distinct text is tested once, not once per event. */
export async function textsThat(ask: Ask, make: (bound: Bound) => TextTest): Promise<string> {
  const bound = new Bound();
  const sql = `SELECT id::INTEGER AS id FROM "text" WHERE ${make(bound)('value')} ORDER BY id`;
  const ids = await ask.memo(`search texts ${sql} ${JSON.stringify(bound.params)}`, async () => {
    const result = await ask.query.columns(sql, bound.params, ask.cancel);
    const value = result.ints('id');
    return { value, bytes: value.byteLength };
  });
  if (ids.length === 0) return '';
  return ids.length <= 200 ? `(${ids.join(', ')})` : `(SELECT unnest('[${ids.join(',')}]'::INTEGER[]))`;
}

/** The time as most logs print it, on the capture's own clock; searched only for words that look like a part of a time. */
function timeTextSql(value: Value, captures: readonly CaptureFact[], test: TextTest): string {
  const isTime = value.type === 'text' && /^(?:\d{4}-\d\d?|[\d-]*[T ]?\d\d?:\d)[\d:.,-]*Z?$/.test(value.text);
  if (!isTime || captures.length === 0) return 'false';
  const zeros = captures.map(({ id, ownZero }) => `WHEN ${id} THEN ${ownZero}`).join(' ');
  const moment = `make_timestamp_ns((s.ts + CASE s.capture ${zeros} END)::BIGINT)`;
  return test(`strftime(${moment}, '%Y-%m-%d %H:%M:%S.%n')`);
}
