/** `field:value` as SQL over `event s`. */

import { hexNumber } from '../../workspace/store/fields.ts';
import type { Ask } from '../contract.ts';
import { type IdColumn, inList, textsInUse } from '../fields/id-columns.ts';
import { statedNumber } from '../fields/stated-number.ts';
import { captureFacts, threadFacts } from '../kit/catalog.ts';
import { nearest } from '../kit/names.ts';
import { templateNumbers } from '../kit/texts.ts';
import { threadSql } from '../scope/chosen-threads.ts';
import { inferredNames } from '../scope/process-names.ts';
import { stackBits } from '../scope/scope.ts';
import { stackTree } from '../stacks/tree.ts';
import { type FieldPlace, fieldPlaces, inPlaces } from './event-fields.ts';
import { durationOf, levelOf, levelsBy, nsOf, numberSql, rangeSql, timeOf } from './field-values.ts';
import { fieldNamed, searchFields } from './fields.ts';
import { type FieldCondition, SearchError } from './language/query.ts';
import { type Bound, colonTest, equalsTest, matchingNames, type TextTest } from './matching.ts';
import type { SearchContext } from './search-sql.ts';
import { anyOf, textsThat } from './word-sql.ts';

const day = 86_400_000_000_000n;

export async function fieldSql(context: SearchContext, query: FieldCondition): Promise<string> {
  const { ask, time } = context;
  const field = fieldNamed(query.name);
  switch (field?.name) {
    case undefined:
      return carriedSql(context, query);
    case 'message':
      return equality(query, textTest(query)(context.bound)('s.message'));
    case 'level':
      return levelSql(ask, query);
    case 'component':
    case 'kind':
    case 'template':
    case 'process':
      return namesSql(ask, query, field.name);
    case 'capture':
    case 'host':
      return captureSql(ask, query, field.name);
    case 'function':
    case 'module':
      return stackSql(context, query, field.name);
    case 'pid':
    case 'tid': {
      const key = field.name;
      const numbers = (await threadFacts(ask)).map(each => ({ id: each.id, number: each[key] }));
      const chosen = numbers.filter(({ number }) => number >= 0 && holds(query, number));
      return inList(
        's.thread',
        chosen.map(({ id }) => id),
      );
    }
    case 'cpu':
    case 'line':
      return numbers(query, `s.${field.name}`);
    case 'duration': {
      const ns = query.value.type === 'text' ? durationOf(query.value.text) : null;
      if (ns === null) throw wrong(query, 'a duration: 50ms, 1.5s, 200us');
      return anyOf([
        rangeSql('s.duration', query.operator, ns, ns),
        await carriedDurations(context, query, ns),
      ]);
    }
    case 'time': {
      const found = query.value.type === 'text' ? timeOf(query.value.text) : null;
      if (!found) throw wrong(query, 'a time: 03:49, 2026-05-01, 2026-05-01T03:49:10.5');
      const sql = found.ofDay ? `((${time} % ${day}) + ${day}) % ${day}` : time;
      return rangeSql(`(${sql})`, query.operator, found.low, found.high);
    }
  }
}

const wrong = ({ name, place }: FieldCondition, what: string): SearchError =>
  new SearchError(`${name} is compared with ${what}.`, place);

/** Texts cannot be compared by order. */
function textTest(query: FieldCondition): (bound: Bound) => TextTest {
  if (!isEquality(query)) throw new SearchError(`${query.name} is a text: use :, = or !=.`, query.place);
  return bound => (query.operator === ':' ? colonTest : equalsTest)(query.value, bound);
}

const isEquality = ({ operator }: FieldCondition): boolean =>
  operator === ':' || operator === '=' || operator === '!=';

/** `!=` matches events that have the field, with a different value. */
const equality = ({ operator }: FieldCondition, sql: string): string =>
  operator === '!=' ? `NOT ${sql}` : sql;

function numbers(query: FieldCondition, sql: string): string {
  const found = query.value.type === 'text' ? numberSql(sql, query.operator, query.value.text) : null;
  if (found === null) throw wrong(query, 'a number: 12, 5xx');
  return found;
}

/** Evaluates the condition for a known number. */
function holds(query: FieldCondition, number: number): boolean {
  const sql = numbers(query, '');
  const [, low, high] = /BETWEEN (\S+) AND (\S+)/.exec(sql) ?? [];
  if (low !== undefined) return (number >= Number(low) && number <= Number(high)) !== sql.includes('NOT');
  const [, operator, bound] = /(?<![<>=])([<>=]+) (\S+)/.exec(sql)!;
  const limit = Number(bound);
  if (operator === '=') return number === limit;
  if (operator === '<' || operator === '<=') return operator === '<' ? number < limit : number <= limit;
  return operator === '>' ? number > limit : number >= limit;
}

async function levelSql(ask: Ask, query: FieldCondition): Promise<string> {
  const { value, operator } = query;
  const level = value.type === 'text' ? levelOf(value.text) : null;
  if (level === null) {
    if (!isEquality(query) || (value.type === 'text' && !value.text.includes('*')))
      throw wrong(query, 'fatal, error, warning, notice, info, debug or trace');
    return namesSql(ask, query, 'level');
  }
  const wanted = levelsBy(operator, level);
  const known = await textsInUse(ask, 'level');
  return inList(
    's.level',
    [...known].filter(([, name]) => wanted.includes(name)).map(([id]) => id),
  );
}

async function namesSql(ask: Ask, query: FieldCondition, column: IdColumn): Promise<string> {
  const isNot = query.operator === '!=';
  const make = textTest(query);
  if (column === 'process') {
    const threads = (await threadFacts(ask)).filter(({ process }) => process !== null);
    const inferred = [...(await inferredNames(ask))].flatMap(([capture, names]) =>
      [...names].map(([id, { name }]) => ({ capture, id, name })),
    );
    const hits = await matchingNames(
      ask,
      [...threads.map(each => each.process!), ...inferred.map(each => each.name)],
      make,
    );
    const isHit = (at: number) => hits[at] !== isNot;
    const byCapture = new Map<number, number[]>();
    inferred.forEach(({ capture, id }, at) => {
      if (isHit(threads.length + at)) byCapture.set(capture, [...(byCapture.get(capture) ?? []), id]);
    });
    const ids = threads.filter((_, at) => isHit(at)).map(({ id }) => id);
    return threadSql('s.thread', { ids, inferred: byCapture });
  }
  const known = [...(await textsInUse(ask, column))];
  const numbered = column === 'template' && query.value.type === 'text' && /^\d+$/.test(query.value.text);
  if (numbered) {
    const byName = await templateNumbers(ask);
    const wanted = Number((query.value as { text: string }).text);
    const ids = known.filter(([, name]) => (byName.get(name) === wanted) !== isNot).map(([id]) => id);
    return inList('s.template', ids);
  }
  const hits = await matchingNames(
    ask,
    known.map(([, name]) => name),
    make,
  );
  return inList(
    `s.${column}`,
    known.filter((_, at) => hits[at] !== isNot).map(([id]) => id),
  );
}

async function captureSql(ask: Ask, query: FieldCondition, key: 'capture' | 'host'): Promise<string> {
  const isNot = query.operator === '!=';
  const captures = await captureFacts(ask);
  const names = captures.map(each => (key === 'host' ? each.host : each.name) ?? '');
  const hits = await matchingNames(ask, names, textTest(query));
  const isId = ({ id }: { readonly id: number }) =>
    key === 'capture' && query.value.type === 'text' && query.value.text === String(id);
  return inList(
    's.capture',
    captures.filter((each, at) => (hits[at]! || isId(each)) !== isNot).map(({ id }) => id),
  );
}

/** Events whose stack has a matching function or module. */
async function stackSql(
  { ask, bound }: SearchContext,
  query: FieldCondition,
  key: 'function' | 'module',
): Promise<string> {
  const tree = await stackTree(ask);
  const names = key === 'function' ? tree.symbols : tree.modules;
  const hits = await matchingNames(ask, names, bound => textTest(query)(bound));
  const idOfFrame = key === 'function' ? tree.frames.symbol : tree.frames.module;
  const bits = bound.bind(stackBits(tree, frame => hits[idOfFrame[frame]!] === true));
  return equality(query, `get_bit(${bits}::BIT, s.stack) = 1`);
}

/** The ns of a duration with its unit, such as `50ms`; null for other values. */
const statedDuration = (text: string): number | null => (/\d$/.test(text) ? null : durationOf(text));

/** SQL of a comparison with a number; a field in a unit of time also takes `50ms`. Null if the value is not a number. */
function numberIn(
  { value, operator }: FieldCondition,
  { isNumeric, unit }: FieldPlace,
  sql: string,
): string | null {
  if (value.type !== 'text' || !isNumeric) return null;
  const [perUnit, ns] = [nsOf(unit), statedDuration(value.text)];
  if (perUnit === null || ns === null) return numberSql(sql, operator, value.text);
  return rangeSql(sql, operator, ns / perUnit, ns / perUnit);
}

/** Names that loggers give to the duration of what they report, without a unit and without punctuation. */
const durationName =
  /^(?:duration|elapsed|elapsedtime|took|latency|querytime|requesttime|responsetime|timetaken|totaltime|executiontime|exectime|runtime|processingtime)$/;
/** Names that mean the duration only if their unit is one of time. */
const measuredName = /^(?:total|service)$/;

/** `attr.durationMillis`, `took_ms`: the last part of the name, without its unit. */
const bareName = (name: string): string =>
  name
    .slice(name.lastIndexOf('.') + 1)
    .replace(/[_-]?(?:in)?[_-]?(?:ms|millis|msec|milliseconds|us|micros|ns|nanos|secs?|seconds)$/i, '')
    .replace(/[_-]/g, '')
    .toLowerCase();

/** Durations in fields of log lines, in any unit of time. */
async function carriedDurations(
  { ask, unmeasured }: SearchContext,
  { operator }: FieldCondition,
  ns: number,
): Promise<string> {
  const named = (await fieldPlaces(ask)).map(place => ({ ...place, bare: bareName(place.name) }));
  const places = named.filter(
    ({ bare, unit }) => nsOf(unit) !== null && (durationName.test(bare) || measuredName.test(bare)),
  );
  for (const { name, bare, unit, type } of named)
    if (unit === null && type === 'number' && durationName.test(bare)) unmeasured.add(name);
  return inPlaces(places, ({ sql, unit }) => rangeSql(sql, operator, ns / nsOf(unit)!, ns / nsOf(unit)!));
}

/** A field of events. */
async function carriedSql(context: SearchContext, query: FieldCondition): Promise<string> {
  const { ask, bound } = context;
  const all = await fieldPlaces(ask);
  const wanted = query.name.toLowerCase();
  const places = all.filter(({ name }) => name.toLowerCase() === wanted);
  if (places.length === 0) {
    const known = [...searchFields.map(({ name }) => name), ...new Set(all.map(({ name }) => name))];
    const near = nearest(query.name, known);
    throw new SearchError(
      `No event has a field ${query.name}${near.length > 0 ? `; there is ${near.join(', ')}` : ''}. In double quotes it is searched as a text.`,
      query.place,
    );
  }
  const asNumber = places.some(place => numberIn(query, place, '') !== null);
  if (query.value.type === 'text' && statedDuration(query.value.text) !== null) {
    const without = places.filter(({ isNumeric, unit }) => isNumeric && nsOf(unit) === null);
    if (without.length > 0 && !asNumber)
      throw new SearchError(
        `The unit of ${without[0]!.name} is not known: compare it with a number, as in ${query.name}>1.5.`,
        query.place,
      );
    for (const { name } of without) context.unmeasured.add(name);
  }
  const ofTexts = places.filter(({ type }) => type === 'text');
  const comparesTexts = isEquality(query) && ofTexts.length > 0;
  if (!comparesTexts && !(asNumber && ofTexts.length < places.length)) numbers(query, '');
  const test = isEquality(query) ? textTest(query) : (): TextTest => sql => numbers(query, statedNumber(sql));
  const isNot = query.operator === '!=';
  const included: FieldCondition = isNot ? { ...query, operator: '=' } : query;
  const idsIn = new Map<FieldPlace, string>();
  for (const place of ofTexts.filter(({ isId }) => isId)) {
    const isNumber = numberIn(included, place, '') !== null;
    const inHex: TextTest = sql => numberIn(included, place, hexNumber(sql))!;
    idsIn.set(place, await textsThat(ask, isNumber ? () => inHex : test));
  }
  return inPlaces(places, place => {
    if (place.type === 'number') return numberIn(query, place, place.sql) ?? 'false';
    if (!place.isId) return equality(query, test(bound)(place.sql));
    const ids = idsIn.get(place)!;
    if (ids === '') return isNot ? `${place.sql} IS NOT NULL` : 'false';
    return `${place.sql} ${isNot ? 'NOT IN' : 'IN'} ${ids}`;
  });
}
