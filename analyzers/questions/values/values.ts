/** All values of a field or of series, by group, for histograms and percentiles. */

import { type Ask, AskError, type Note, type Scope } from '../../contract.ts';
import { chooseField } from '../../durations/choose-field.ts';
import { chooseDurations, durationKinds, nanoseconds } from '../../durations/duration-kinds.ts';
import { durationsIn, durationsOf } from '../../durations/durations.ts';
import { eventsIn } from '../../events/in-scope.ts';
import { kinds as eventKinds, numericFields } from '../../events/offered.ts';
import { valuesOf as namesOf } from '../../fields/id-columns.ts';
import { pick } from '../../kit/answer.ts';
import { captureFacts, threadFacts } from '../../kit/catalog.ts';
import { notFound } from '../../kit/names.ts';
import { firstRows } from '../../kit/notes.ts';
import { howMany } from '../../kit/params.ts';
import { textsById } from '../../kit/texts.ts';
import { metricsIn } from '../../metrics/in-scope.ts';
import { pointsSql, ratesNote, unitRead } from '../../metrics/points.ts';
import { selected, selectionAbout } from '../../metrics/select.ts';
import { pathOf } from '../../metrics/series-facts.ts';
import { meaningfulEvents } from '../../states/meaningful.ts';

export const valueParams = {
  kind: {
    type: 'text',
    about: 'Values of the events of this kind, as `event-kinds` spells it.',
    offers: eventKinds,
    otherwise: 'kind with most durations',
  },
  field: {
    type: 'text',
    about: 'A numeric field of these events, or `duration`. Default: duration.',
    offers: numericFields,
    otherwise: 'duration',
  },
  series: { type: 'text', names: 'series', about: `Series to use in place of events: ${selectionAbout}` },
  by: {
    type: 'choice',
    about: 'How events are grouped. Series are always separate groups.',
    choices: ['nothing', 'process', 'capture', 'name'],
    default: 'nothing',
  },
  top: howMany('Number of groups; those with most values.', 20, 1000),
} as const;

interface Asked {
  readonly kind: string | undefined;
  readonly field: string | undefined;
  readonly series: string | undefined;
  readonly by: string;
  readonly top: number;
}

/** The values of one group. */
export interface Group {
  readonly name: string;
  /** `ns` for durations. */
  readonly unit: string | null;
  /** Id of the capture, if all values are from one; else NaN. */
  readonly capture: number;
  /** Ascending. */
  readonly values: Float64Array;
  /** By value: how often it occurs; null if `values` repeats equal values. */
  readonly counts: Float64Array | null;
  readonly count: number;
}

export interface Values {
  readonly groups: readonly Group[];
  readonly notes: readonly Note[];
}

export async function valuesIn(ask: Ask, asked: Asked, scope: Scope): Promise<Values> {
  const { groups, notes } = await groupsIn(ask, asked, scope);
  const sorted = groups
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
  return {
    groups: sorted.slice(0, asked.top),
    notes: [...notes, ...firstRows(Math.min(sorted.length, asked.top), sorted.length)],
  };
}

async function groupsIn(ask: Ask, asked: Asked, scope: Scope): Promise<{ groups: Group[]; notes: Note[] }> {
  if (asked.series !== undefined) return ofSeries(ask, asked.series, scope);
  const { field } = asked;
  if (field === undefined) return ofDurations(ask, asked, scope);
  // Lines of logs may have a field of that name.
  const kind = asked.kind ?? scope.kind;
  const lasts = (await durationKinds(ask)).some(({ name }) => kind === undefined || name === kind);
  return field === 'duration' && lasts ? ofDurations(ask, asked, scope) : ofField(ask, asked, field, scope);
}

/**
 * @param group by value: its group
 * @param values ascending
 * @param counts how often each value occurs; null: once
 */
function grouped(
  group: ArrayLike<number>,
  values: Float64Array,
  counts: Float64Array | null,
  describe: (group: number) => Pick<Group, 'name' | 'unit' | 'capture'>,
): Group[] {
  return [...rowsByGroup(group, values.length)].map(([id, rows]) => ({
    ...describe(id),
    ...counted(pick(values, rows), counts && pick(counts, rows)),
  }));
}

/** Rows of each group, which are often adjacent. */
function rowsByGroup(group: ArrayLike<number>, length: number): ReadonlyMap<number, Int32Array> {
  const runs = (visit: (group: number, from: number, to: number) => void) => {
    for (let from = 0, to = 0; from < length; from = to) {
      while (to < length && group[to] === group[from]) to++;
      visit(group[from]!, from, to);
    }
  };
  const sizes = new Map<number, number>();
  runs((id, from, to) => sizes.set(id, (sizes.get(id) ?? 0) + to - from));
  const rows = new Map([...sizes].map(([id, size]) => [id, new Int32Array(size)]));
  const filled = new Map<number, number>();
  runs((id, from, to) => {
    const at = filled.get(id) ?? 0;
    const into = rows.get(id)!;
    for (let row = from; row < to; row++) into[at + row - from] = row;
    filled.set(id, at + to - from);
  });
  return rows;
}

function counted(
  values: Float64Array,
  counts: Float64Array | null,
): Pick<Group, 'values' | 'counts' | 'count'> {
  return { values, counts, count: counts?.reduce((sum, each) => sum + each, 0) ?? values.length };
}

type By = 'nothing' | 'process' | 'capture' | 'name';

async function ofDurations(
  ask: Ask,
  asked: Asked,
  scope: Scope,
): Promise<{ groups: Group[]; notes: Note[] }> {
  const { kind: _, minDuration: _min, maxDuration: _max, ...plain } = scope;
  const within = await eventsIn(ask, plain);
  const chosen = await chooseDurations(ask, asked.kind, scope);
  if (!chosen) return { groups: [], notes: [...within.notes] };
  const durations = await durationsOf(ask, chosen.kind, plain);
  const at = await durationsIn(ask, durations, { ...scope, kind: chosen.kind.name }, within.captures, null);
  const by = asked.by as By;
  const notes = [...chosen.notes, ...within.notes];
  if (by === 'nothing') {
    const name = `${chosen.kind.name} duration`;
    return {
      groups: [{ name, unit: 'ns', capture: Number.NaN, ...counted(pick(durations.took, at), null) }],
      notes,
    };
  }
  const processes = new Map((await threadFacts(ask)).map(({ id, text }) => [id, text]));
  const key = {
    process: (i: number) => processes.get(durations.thread[i]!) ?? -1,
    capture: (i: number) => durations.capture[i]!,
    name: (i: number) => durations.name[i]!,
  }[by];
  const group = new Int32Array(at.length);
  for (let i = 0; i < at.length; i++) group[i] = key(at[i]!);
  const name = await groupNames(ask, by, group, `${chosen.kind.name} duration`);
  const groups = grouped(group, pick(durations.took, at), null, id => ({
    ...name(id),
    unit: 'ns',
  }));
  return { groups, notes };
}

async function ofField(
  ask: Ask,
  asked: Asked,
  wanted: string,
  scope: Scope,
): Promise<{ groups: Group[]; notes: Note[] }> {
  const kinds = await namesOf(ask, 'kind');
  const named = asked.kind ?? scope.kind;
  if (named === undefined)
    throw new AskError('bad-parameter', `The field "${wanted}" needs a kind of event: add the kind.`);
  const id = [...kinds].find(([, name]) => name === named)?.[0];
  if (id === undefined) throw notFound('kind of event', named, kinds.values());
  const field = await chooseField(ask, { id, name: named }, wanted);
  const within = await eventsIn(ask, { ...scope, kind: named });
  const by = asked.by as By;
  const roles =
    by === 'name' ? await meaningfulEvents(ask, ['slice', 'syscall', 'disk-io', 'disk-issue']) : null;
  const key = {
    nothing: '-1',
    process: 't.process',
    capture: 's.capture',
    name:
      roles?.id('slice.name', 'syscall.name', 'disk-io.operation', 'disk-issue.operation') ?? 'NULL::INTEGER',
  }[by];
  const join = by === 'process' ? 'LEFT JOIN thread t ON t.id = s.thread' : '';
  const result = await ask.query.columns(
    `SELECT coalesce(${key}, -1)::INTEGER AS key, ${field.sql} AS value, count(*)::DOUBLE AS n
     FROM event s ${join} WHERE ${within.where} AND ${field.sql} IS NOT NULL GROUP BY 1, 2 ORDER BY 2`,
    within.params,
    ask.cancel,
  );
  const factor = nanoseconds.get(field.unit ?? '');
  const values =
    factor === undefined ? result.numbers('value') : result.numbers('value').map(each => each * factor);
  const name = await groupNames(ask, by, result.ints('key'), `${named} ${field.name}`);
  const groups = grouped(result.ints('key'), values, result.numbers('n'), id => ({
    ...name(id),
    unit: factor === undefined ? field.unit : 'ns',
  }));
  return { groups, notes: [...within.notes] };
}

async function groupNames(
  ask: Ask,
  by: By,
  keys: Int32Array,
  whole: string,
): Promise<(id: number) => Pick<Group, 'name' | 'capture'>> {
  if (by === 'nothing') return () => ({ name: whole, capture: Number.NaN });
  if (by === 'capture') {
    const names = new Map((await captureFacts(ask)).map(({ id, name }) => [id, name]));
    return id => ({ name: `${whole} · ${names.get(id) ?? id}`, capture: id });
  }
  const names = await textsById(ask, keys);
  const none = by === 'process' ? 'no process' : 'no name';
  return id => ({ name: `${whole} · ${names.get(id) ?? none}`, capture: Number.NaN });
}

async function ofSeries(
  ask: Ask,
  selection: string,
  scope: Scope,
): Promise<{ groups: Group[]; notes: Note[] }> {
  const within = await metricsIn(ask, scope);
  const { series, notes } = await selected(ask, selection, within.captures);
  const result = await ask.query.columns(
    `SELECT s.series::INTEGER AS series, s.value, count(*)::DOUBLE AS n
     FROM (${pointsSql(series, 'usual', within)}) s WHERE s.value IS NOT NULL GROUP BY 1, 2 ORDER BY 2`,
    within.params,
    ask.cancel,
  );
  const facts = new Map(series.map(each => [each.id, each]));
  const captures = new Map((await captureFacts(ask)).map(({ id, name }) => [id, name]));
  const hasSeveral = new Set(series.map(({ capture }) => capture)).size > 1;
  const value = result.numbers('value');
  const unitOf = (id: number) => unitRead(facts.get(id)!, 'usual');
  const scaled = Float64Array.from(value, (each, row) => {
    return each * (nanoseconds.get(unitOf(result.ints('series')[row]!) ?? '') ?? 1);
  });
  const groups = grouped(result.ints('series'), scaled, result.numbers('n'), id => {
    const fact = facts.get(id)!;
    const unit = unitOf(id);
    return {
      name: `${pathOf(fact)}${hasSeveral ? ` · ${captures.get(fact.capture)}` : ''}`,
      unit: nanoseconds.has(unit ?? '') ? 'ns' : unit,
      capture: fact.capture,
    };
  });
  return { groups, notes: [...within.notes, ...notes, ...ratesNote(series, 'usual')] };
}

/** The smallest value that at least this share of all values does not exceed: `quantile_disc`. */
export function percentileOf({ values, counts, count }: Group, share: number): number {
  const rank = Math.max(1, Math.ceil(share * count));
  if (!counts) return values[rank - 1] ?? Number.NaN;
  let seen = 0;
  for (let i = 0; i < values.length; i++) {
    seen += counts[i]!;
    if (seen >= rank) return values[i]!;
  }
  return Number.NaN;
}

export function meanOf({ values, counts, count }: Group): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i]! * (counts ? counts[i]! : 1);
  return sum / count;
}
