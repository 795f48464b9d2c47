/** Shared by questions about events: the events in scope, their times, and the user's filters. */
import { levels as allLevels } from '../../parsers/levels.ts';
import type { SqlValue } from '../../workspace/query.ts';
import { type Ask, AskError, type Note, type Scope } from '../contract.ts';
import { inColumn, inList, valuesOf } from '../fields/id-columns.ts';
import { listed } from '../kit/answer.ts';
import { type CaptureFact, threadFacts } from '../kit/catalog.ts';
import { noLevel } from '../kit/levels.ts';
import { notFound } from '../kit/names.ts';
import { ownClock, scopeIgnored, withoutClock } from '../kit/notes.ts';
import { minedTemplates } from '../kit/texts.ts';
import { inferredNote } from '../scope/process-names.ts';
import { predicate } from '../scope/scope.ts';
import { searchSql } from '../search/search-sql.ts';
import { type Keyed, searchOf } from './search.ts';

export interface EventsInScope {
  /** SQL over `event s`. */
  readonly where: string;
  readonly params: Readonly<Record<string, SqlValue>>;
  /** SQL over `event s`: epoch ns, null without a time. */
  readonly time: string;
  /** Captures that can answer. */
  readonly captures: readonly CaptureFact[];
  readonly notes: readonly Note[];
}

/** Filters on the events in scope. */
export interface Picked {
  readonly kind?: string | undefined;
  readonly level?: string | undefined;
  readonly text?: string | undefined;
  readonly template?: string | undefined;
  readonly search?: string | undefined;
}

export const pickParams = {
  kind: {
    type: 'text',
    about: 'Kinds, with commas between, as `event-kinds` spells them: log, sched:sched_switch.',
  },
  level: {
    type: 'text',
    about: `Levels, with commas between: ${allLevels.join(', ')}; ${noLevel} means events without a level.`,
  },
  text: {
    type: 'text',
    about:
      'Words that the message contains; case matters only if a capital letter is typed. pid:N, tid:N, process:NAME or component:NAME keep only such events, a minus before them excludes them; a name in double quotes must match as a whole.',
  },
  search: {
    type: 'text',
    about: 'A search, as the question `search` takes it: level>=warn process:postgres duration>50ms.',
  },
} as const;

/**
 * Events of a scope. Modules narrow only samples, as does a kind that no event has.
 *
 * @param lasting SQL of the duration of an event: the event is then in scope if any part of it is, not only its begin
 * @param took SQL of the duration for `minDuration` and `maxDuration` of the scope
 */
export async function eventsIn(
  ask: Ask,
  scope: Scope,
  picked: Picked = {},
  lasting?: string,
  took = lasting,
): Promise<EventsInScope> {
  const { modules, kind, search, ...rest } = scope;
  const within = await predicate(ask, rest, 'event', lasting, took);
  const parts = [within.where];
  const params: Record<string, SqlValue> = { ...within.params };
  const notes = [...within.notes];
  if (modules?.length)
    notes.push(
      scopeIgnored(['modules'], 'Events have no modules: this part of the scope has no effect here.'),
    );
  if (kind !== undefined) {
    const ids = await textIds(ask, 'kind', kind);
    if (ids.length > 0) parts.push(`s.kind IN (${ids.join(', ')})`);
    else
      notes.push(
        scopeIgnored(['kind'], `No event is of kind ${kind}: this part of the scope has no effect here.`),
      );
  }
  if (picked.kind !== undefined) parts.push(await kindSql(ask, picked.kind));
  if (picked.level !== undefined) parts.push(await levelSql(ask, picked.level));
  if (picked.template !== undefined) parts.push(await templateSql(ask, picked.template));
  if (picked.text !== undefined) {
    const { words, keyed } = searchOf(picked.text);
    if (words !== '') {
      const anyCase = words === words.toLowerCase();
      params.text = words;
      parts.push(`contains(${anyCase ? 'lower(s.message)' : 's.message'}, $text)`);
    }
    for (const each of keyed) {
      const sql = await keyedSql(ask, each);
      // NULL: an event without a value does not match.
      parts.push(each.isNot ? `NOT coalesce(${sql}, false)` : sql);
    }
  }
  const shown = new Set(within.captures.map(({ id }) => id));
  const inferred = await inferredNote(ask, capture => shown.has(capture));
  notes.push(...inferred.filter(({ code }) => !notes.some(each => each.code === code)));
  const { sql, note } = timeSql(within.captures);
  if (note && !notes.includes(note)) notes.push(note);
  for (const [name, query] of Object.entries({ scope: search, picked: picked.search })) {
    if (query === undefined || query.trim() === '') continue;
    const searched = await searchSql(ask, query, sql, within.captures, name);
    parts.push(searched.where);
    Object.assign(params, searched.params);
    notes.push(...searched.notes);
  }
  const where = parts.filter(part => part !== 'true').join(' AND ') || 'true';
  return { where, params, time: sql, captures: within.captures, notes };
}

/** If some captures are aligned to UTC, rows of the others have no time. */
function timeSql(captures: readonly CaptureFact[]): { sql: string; note: Note | null } {
  const aligned = captures.filter(each => each.utcZero !== null);
  const placed = aligned.length > 0 ? aligned : captures;
  const left = captures.filter(each => !placed.includes(each));
  const zeros = placed.map(each => ({ id: each.id, zero: each.utcZero ?? each.ownZero }));
  const note =
    left.length > 0
      ? withoutClock(left.map(each => each.name))
      : aligned.length === 0 && captures.length > 0
        ? ownClock(captures)
        : null;
  if (zeros.length === 0) return { sql: 'NULL::BIGINT', note };
  if (zeros.length === 1 && left.length === 0) return { sql: `(s.ts + ${zeros[0]!.zero})::BIGINT`, note };
  const cases = zeros.map(({ id, zero }) => `WHEN ${id} THEN ${zero}`).join(' ');
  return { sql: `(s.ts + CASE s.capture ${cases} END)::BIGINT`, note };
}

/** Id of `value` among the values of an event's column, as a list of one; empty if there is none. */
export async function textIds(ask: Ask, column: 'kind' | 'level', value: string): Promise<number[]> {
  const names = await valuesOf(ask, column);
  return [...names].filter(([, name]) => name === value).map(([id]) => id);
}

/** SQL of one `key:value` of a search. An unknown value matches nothing instead of failing, because it may be half typed. */
async function keyedSql(ask: Ask, { key, value, isWhole }: Keyed): Promise<string> {
  if (key === 'process' || key === 'component') {
    const needle = value.toLowerCase();
    return inColumn(ask, key, text => {
      const name = text.toLowerCase();
      // The window writes names that contain quotes without them, because a query cannot escape quotes.
      return isWhole ? name.replaceAll('"', '') === needle : name.includes(needle);
    });
  }
  const threads = (await threadFacts(ask)).filter(each => String(each[key]) === value);
  return inList(
    's.thread',
    threads.map(({ id }) => id),
  );
}

async function kindSql(ask: Ask, kinds: string): Promise<string> {
  const known = await valuesOf(ask, 'kind');
  const idsOf = (name: string) => [...known].filter(([, each]) => each === name).map(([id]) => id);
  // A kind may contain a comma.
  const names = idsOf(kinds).length > 0 ? [kinds] : kinds.split(',').map(name => name.trim());
  const ids = names.flatMap(name => {
    const found = idsOf(name);
    if (found.length === 0) throw notFound('kind of event', name, known.values());
    return found;
  });
  return `s.kind IN (${ids.join(', ')})`;
}

async function levelSql(ask: Ask, levels: string): Promise<string> {
  const wanted = levels
    .split(',')
    .map(level => level.trim())
    .filter(level => level !== '');
  const known: readonly string[] = [...allLevels, noLevel];
  const unknown = wanted.find(level => !known.includes(level));
  if (unknown !== undefined || wanted.length === 0)
    throw new AskError(
      'bad-parameter',
      `There is no level "${unknown ?? levels}". Levels: ${listed(known, known.length)}.`,
    );
  const ids = (await Promise.all(wanted.map(level => textIds(ask, 'level', level)))).flat();
  const alternatives = [
    ...(ids.length > 0 ? [`s.level IN (${ids.join(', ')})`] : []),
    ...(wanted.includes(noLevel) ? ['s.level IS NULL'] : []),
  ];
  return alternatives.length > 0 ? `(${alternatives.join(' OR ')})` : 'false';
}

async function templateSql(ask: Ask, template: string): Promise<string> {
  const mined = await minedTemplates(ask);
  const chosen = [...mined].filter(([, name]) => name === template).map(([masked]) => masked);
  if (chosen.length === 0) throw notFound('template', template, mined.values());
  return `s.template IN (${chosen.join(', ')})`;
}
