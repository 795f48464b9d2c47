/**
 * Translates a scope to SQL: one predicate over a row table (`sample` by default, aliased `s`).
 *
 * Names are resolved to ids here, so that the predicate holds only integers and an unknown name is an error with the
 * nearest names, never an empty answer. The declaration of a table states which column each part of a scope narrows; a part
 * without a column yields a note.
 */

import type { RowTable } from '../../parsers/tables.ts';
import type { SqlValue } from '../../workspace/query.ts';
import { type Ask, AskError, type Note, type Scope } from '../contract.ts';
import { capitalized, listed } from '../kit/answer.ts';
import { type CaptureFact, captureFacts } from '../kit/catalog.ts';
import { baseName, isModule, notFound } from '../kit/names.ts';
import { note, ownClock, scopeIgnored, unalignedLeftOut } from '../kit/notes.ts';
import { type StackTree, stackTree } from '../stacks/tree.ts';
import { chosenThreads, emptiedNote, inferredNoteOf, seriesSql, threadSql } from './chosen-threads.ts';
import { type NarrowedColumns, type Narrowing, narrowedColumns, wordsOf } from './narrowed.ts';

export interface Predicate {
  /** SQL over the alias `s`; `true` when nothing narrows. */
  readonly where: string;
  readonly params: Readonly<Record<string, SqlValue>>;
  /** Captures that can answer. */
  readonly captures: readonly CaptureFact[];
  readonly notes: readonly Note[];
}

/**
 * Predicate of all parts of a scope that select rows; not of its weight, its grouping and its idle CPUs. `samples.ts`
 * chooses the kind of samples.
 *
 * @param table the table of the rows
 * @param lasting SQL of the duration of a row, for a table without that column
 * @param took the same, used only for `minDuration` and `maxDuration` of the scope
 */
export async function predicate(
  ask: Ask,
  scope: Scope,
  table: RowTable = 'sample',
  lasting?: string,
  took = lasting,
): Promise<Predicate> {
  const all = await captureFacts(ask);
  const narrowed = narrowedSql(table);
  const asked = chosenCaptures(all, scope.captures);
  const { captures, when, notes } = times(
    asked,
    narrowed.time === undefined ? {} : scope,
    narrowed.time,
    lasting ?? lastingOf(table, narrowed),
  );
  const parts: string[] = [];
  if (when) parts.push(when);
  else if (captures.length < all.length)
    parts.push(
      inList(
        's.capture',
        captures.map(each => each.id),
      ),
    );
  const { thread, cpu, stack, kind } = narrowed;
  // If no series has a thread, processes narrow none.
  const series = narrowed.series && (await hasTasks(ask)) ? narrowed.series : undefined;
  if ((thread || series) && (scope.processes?.length || scope.threads?.length)) {
    const chosen = await chosenThreads(ask, scope);
    parts.push(thread ? threadSql(thread, chosen) : seriesSql(series!, chosen));
    notes.push(...(thread ? await inferredNoteOf(ask, chosen, captures) : [machineWide]));
  }
  if (cpu && scope.cpus?.length) parts.push(inList(cpu, scope.cpus));
  // Durations do not narrow states: the states of a thread would no longer add up to the time.
  const duration = took ?? (table === 'event' ? narrowed.duration : undefined);
  if (duration !== undefined) {
    if (scope.minDuration !== undefined) parts.push(`${duration} >= ${Math.ceil(scope.minDuration)}`);
    if (scope.maxDuration !== undefined) parts.push(`${duration} < ${Math.ceil(scope.maxDuration)}`);
  }
  const params: Record<string, SqlValue> = {};
  if (stack && scope.modules?.length) {
    params.stacks = stacksThrough(await stackTree(ask), scope.modules);
    parts.push(`get_bit($stacks::BIT, ${stack}) = 1`);
  }
  if (kind && scope.kind !== undefined && table !== 'sample') {
    const id = (await kindsOf(ask, table)).get(scope.kind);
    if (id !== undefined) parts.push(`${kind} = ${id}`);
    else notes.push(noneOfKind(table, scope.kind));
  }
  if (isSet(scope.search)) notes.push(searchIgnored(table));
  notes.push(
    ...ignoredNote(table, { ...narrowed, series, duration }, scope),
    ...(await emptiedNote(ask, scope, captures, table)),
  );
  return { where: parts.length > 0 ? parts.join(' AND ') : 'true', params, captures, notes };
}

/** True if some series are about processes. */
function hasTasks(ask: Ask): Promise<boolean> {
  return ask.memo('series-of-tasks', async () => {
    const sql = 'SELECT count(thread)::INTEGER AS n FROM series';
    const result = await ask.query.columns(sql, [], ask.cancel);
    return { value: result.ints('n')[0]! > 0, bytes: 8 };
  });
}

const machineWide = note(
  'machine-wide',
  'Series without a process describe the whole machine: processes and threads of the scope narrow only the other series.',
);

/** Names of the kinds of a table's rows, to their ids. */
function kindsOf(ask: Ask, table: RowTable): Promise<ReadonlyMap<string, number>> {
  return ask.memo(`kinds of ${table}`, async () => {
    const result = await ask.query.columns(
      `SELECT k.id, t.value FROM (SELECT DISTINCT kind AS id FROM ${table}) k JOIN "text" t ON t.id = k.id`,
      [],
      ask.cancel,
    );
    const names = result.texts('value');
    const value = new Map(Array.from(result.ints('id'), (id, row) => [names[row] as string, id]));
    return { value, bytes: value.size * 100 };
  });
}

function noneOfKind(table: RowTable, kind: string): Note {
  return scopeIgnored(
    ['kind'],
    `No ${wordsOf(table).word.one} is of kind ${kind}: this part of the scope has no effect here.`,
  );
}

/** Not for questions about events, which handle the search themselves: `events/in-scope.ts`. */
const searchIgnored = (table: RowTable): Note =>
  scopeIgnored(
    ['search'],
    `A search selects events: this part of the scope does not narrow ${wordsOf(table).word.many}.`,
  );

/** SQL of the columns of a table that a scope narrows. */
function narrowedSql(table: RowTable): NarrowedColumns {
  const columns = Object.entries(narrowedColumns(table));
  return Object.fromEntries(columns.map(([part, name]) => [part, name && `s."${name}"`]));
}

/** The column that each part of a scope needs, and the word for it in notes; null if it needs none. */
const needed: { readonly [P in keyof Scope]-?: readonly [Narrowing, string] | null } = {
  from: ['time', 'time'],
  to: ['time', 'time'],
  processes: ['thread', 'process'],
  threads: ['thread', 'thread'],
  cpus: ['cpu', 'CPU'],
  minDuration: ['duration', 'duration'],
  maxDuration: ['duration', 'duration'],
  modules: ['stack', 'module'],
  kind: ['kind', 'kind'],
  captures: null,
  search: null,
  weight: null,
  group: null,
  withIdle: null,
};

/** True if a part of a scope narrows anything. */
export const isSet = (value: Scope[keyof Scope]): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== undefined;

function ignoredNote(table: RowTable, narrowed: NarrowedColumns, scope: Scope): readonly Note[] {
  const lacking = (Object.keys(needed) as (keyof Scope)[]).flatMap(part => {
    const [narrowing, word] = needed[part] ?? [];
    if (narrowing === undefined || word === undefined || !isSet(scope[part])) return [];
    // Each series may have its own thread.
    const column = narrowing === 'thread' && narrowed.series ? 'series' : narrowing;
    return narrowed[column] === undefined ? [{ part, word }] : [];
  });
  if (lacking.length === 0) return [];
  const { many } = wordsOf(table).word;
  const parts = lacking.map(({ part }) => part);
  const missing = [...new Set(lacking.map(({ word }) => word))];
  return [
    scopeIgnored(
      parts,
      `${capitalized(many)} have no ${missing.join(', ').replace(/, ([^,]*)$/, ' or $1')}: ${listed(parts, parts.length)} of the scope ${parts.length > 1 ? 'have' : 'has'} no effect here.`,
    ),
  ];
}

function chosenCaptures(
  all: readonly CaptureFact[],
  ids: readonly number[] | undefined,
): readonly CaptureFact[] {
  if (!ids?.length) return all;
  const known = new Map(all.map(each => [each.id, each]));
  return ids.map(id => {
    const capture = known.get(id);
    if (!capture) {
      throw new AskError(
        'not-found',
        `There is no capture ${id} in this workspace; it has ${listed(all.map(each => `${each.id} (${each.name})`)) || 'none'}.`,
      );
    }
    return capture;
  });
}

/**
 * A row with a duration is in scope if any part of it is. An event is in scope only if its begin is, because most events are
 * lines of logs, and events with a duration are listed among them.
 */
const lastingOf = (table: RowTable, { duration }: NarrowedColumns) =>
  table === 'event' ? undefined : duration;

interface Times {
  readonly captures: readonly CaptureFact[];
  /** null if the scope has no time range. */
  readonly when: string | null;
  readonly notes: Note[];
}

/**
 * A time range is converted to the clock of each capture. Unaligned captures match no time, unless no capture of
 * the scope is aligned: then the range is taken to be on the captures' own clock.
 */
function times(captures: readonly CaptureFact[], { from, to }: Scope, ts = 's.ts', lasting?: string): Times {
  if (from === undefined && to === undefined) return { captures, when: null, notes: [] };
  const aligned = captures.filter(each => each.utcZero !== null);
  const unaligned = captures.filter(each => each.utcZero === null);
  const placed = aligned.length > 0 ? aligned : captures;
  // A row that ends at the begin of the scope is outside, unless it also begins there. greatest() ignores
  // NULL.
  const after = lasting === undefined ? `${ts} >=` : `${ts} + greatest(${lasting}, 1) >`;
  const ranges = placed.map(each => {
    const zero = each.utcZero ?? each.ownZero;
    const lower = from === undefined ? '' : ` AND ${after} ${from - zero}`;
    const upper = to === undefined ? '' : ` AND ${ts} < ${to - zero}`;
    return `(s.capture = ${each.id}${lower}${upper})`;
  });
  const notes: Note[] = [];
  if (aligned.length === 0 && captures.length > 0) {
    notes.push(ownClock(captures));
  } else if (unaligned.length > 0) {
    notes.push(unalignedLeftOut(unaligned.map(each => each.name)));
  }
  return { captures: placed, when: ranges.length > 0 ? `(${ranges.join(' OR ')})` : 'false', notes };
}

/** Bits of the stacks that have a frame in one of `modules`. */
function stacksThrough(tree: StackTree, modules: readonly string[]): string {
  const inModules = new Uint8Array(tree.modules.length);
  for (const name of modules) {
    let found = false;
    tree.modules.forEach((module, id) => {
      if (!isModule(module, name)) return;
      inModules[id] = 1;
      found = true;
    });
    if (!found) throw notFound('module', name, tree.modules.map(baseName));
  }
  return stackBits(tree, frame => inModules[tree.frames.module[frame]!] === 1);
}

/** One character per stack id: 1 if `is` holds for a frame of the stack. DuckDB tests a bit in constant time. */
export function stackBits({ parent, frame }: StackTree, is: (frame: number) => boolean): string {
  const through = new Uint8Array(Math.max(1, parent.length));
  for (let id = 0; id < parent.length; id++) {
    const above = parent[id]!;
    const frameFunction = frame[id]!;
    through[id] = (frameFunction >= 0 && is(frameFunction)) || (above >= 0 && through[above]) ? 1 : 0;
  }
  let bits = '';
  const piece = 8192;
  for (let at = 0; at < through.length; at += piece) {
    bits += String.fromCharCode(...through.subarray(at, at + piece).map(bit => 48 + bit));
  }
  return bits;
}

function inList(column: string, ids: readonly number[]): string {
  return ids.length > 0 ? `${column} IN (${ids.map(Math.trunc).join(', ')})` : 'false';
}
