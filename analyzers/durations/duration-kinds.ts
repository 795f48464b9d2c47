/** Which kinds of events say how long something took, and how. */

import type { FieldType } from '../../parsers/contract.ts';
import type { eventMeanings } from '../../parsers/event-meanings.ts';
import { slotsOf, valueSql } from '../../workspace/fields.ts';
import { listed } from '../answer.ts';
import { type Ask, AskError, type Note, type Scope } from '../contract.ts';
import { valuesOf } from '../events/id-columns.ts';
import { notFound } from '../names.ts';
import { note } from '../notes.ts';

/** How the durations of a kind are known: its events have them; they begin a pair, or are a field. */
export type How = 'own' | 'disk' | 'syscall';

export interface DurationKind {
  /** Id of its text. */
  readonly id: number;
  readonly name: string;
  readonly how: How;
  /** About how many durations there are: of pairs, how many begin. */
  readonly count: number;
  /** Ids of the kinds whose events these durations are made of. */
  readonly kinds: readonly number[];
}

interface Class {
  readonly kind: number;
  readonly name: string;
  readonly fields: readonly FieldType[];
  readonly lasting: number;
  readonly all: number;
}

/** Every kind that has durations, the one with most first. */
export function durationKinds(ask: Ask): Promise<readonly DurationKind[]> {
  return ask.memo('kinds with durations', async () => {
    const found = await ask.query.columns(
      // By class first: a class has one kind and one field schema.
      `SELECT c.kind::INTEGER AS kind, f.keys, sum(r.lasting)::DOUBLE AS lasting, sum(r.n)::DOUBLE AS n
       FROM (SELECT class, count(duration) AS lasting, count(*) AS n FROM event_rows GROUP BY class) r
       JOIN event_class c ON c.id = r.class LEFT JOIN field_schema f ON f.id = c.field_schema GROUP BY ALL ORDER BY 1, 2`,
      [],
      ask.cancel,
    );
    const names = await valuesOf(ask, 'kind');
    const keys = found.texts('keys');
    const classes = Array.from(found.ints('kind'), (kind, row): Class => {
      return {
        kind,
        name: names.get(kind) ?? '',
        fields: JSON.parse(keys[row] ?? '[]') as FieldType[],
        lasting: found.numbers('lasting')[row]!,
        all: found.numbers('n')[row]!,
      };
    });
    const value = [
      ...ownKinds(classes),
      ...pairedKinds(classes, 'disk', 'disk-issue', 'disk-complete'),
      ...pairedKinds(classes, 'syscall', 'syscall-enter', 'syscall-exit'),
    ].sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
    return { value, bytes: 200 * value.length };
  });
}

function ownKinds(classes: readonly Class[]): DurationKind[] {
  const kinds = new Map<number, DurationKind>();
  for (const { kind, name, lasting } of classes) {
    const count = (kinds.get(kind)?.count ?? 0) + lasting;
    if (count > 0) kinds.set(kind, { id: kind, name, how: 'own', count, kinds: [kind] });
  }
  return [...kinds.values()];
}

/** Those that begin and those that end may be of many kinds (`sys_enter_read`, …): together they are called as the first that begins. */
function pairedKinds(
  classes: readonly Class[],
  how: How,
  begins: keyof typeof eventMeanings,
  ends: keyof typeof eventMeanings,
): DurationKind[] {
  const means = (meaning: string) => (each: Class) =>
    each.fields.some(({ role }) => role?.startsWith(`${meaning}.`));
  const begun = classes.filter(means(begins)).sort((a, b) => b.all - a.all);
  const ended = classes.filter(means(ends));
  const [first] = begun;
  if (!first || ended.length === 0) return [];
  const count = begun.reduce((sum, each) => sum + each.all, 0);
  const kinds = [...new Set([...begun, ...ended].map(({ kind }) => kind))];
  return [{ id: first.kind, name: first.name, how, count, kinds }];
}

export interface Chosen {
  readonly kind: DurationKind;
  readonly notes: readonly Note[];
}

/** The kind asked for, by its name or by that of what ends its pairs, else the one with most durations; null where nothing has any. */
export async function chooseDurations(
  ask: Ask,
  asked: string | undefined,
  scope: Scope,
): Promise<Chosen | null> {
  const kinds = await durationKinds(ask);
  const names = await valuesOf(ask, 'kind');
  const called = (wanted: string) => {
    const ids = [...names].filter(([, name]) => name === wanted).map(([id]) => id);
    return (
      kinds.find(({ name }) => name === wanted) ?? kinds.find(each => ids.some(id => each.kinds.includes(id)))
    );
  };
  if (asked !== undefined) {
    const kind = called(asked);
    if (kind) return { kind, notes: [] };
    if ([...names.values()].includes(asked))
      throw new AskError(
        'nothing-to-ask',
        `Events of kind ${asked} do not say how long anything took; those that do: ${listed(kinds.map(({ name }) => name)) || 'none'}.`,
      );
    throw notFound('kind of event', asked, names.values());
  }
  const ofScope = scope.kind === undefined ? undefined : called(scope.kind);
  const kind = ofScope ?? kinds[0];
  if (!kind) return null;
  const others = kinds.filter(each => each !== kind).map(({ name }) => name);
  if (ofScope || others.length === 0) return { kind, notes: [] };
  return {
    kind,
    notes: [
      note(
        'kind-chosen',
        `Kind ${kind.name} answered, which has most durations; others: ${listed(others)}.`,
        { kind: kind.name, others },
        { option: 'kind', does: 'chooses another' },
      ),
    ],
  };
}

/** Units in which fields say how long something took, ns. */
export const nanoseconds: ReadonlyMap<string, number> = new Map([
  ['ns', 1],
  ['us', 1e3],
  ['µs', 1e3],
  ['ms', 1e6],
  ['s', 1e9],
]);

export interface NumericField {
  readonly name: string;
  readonly unit: string | null;
  /** SQL over `event s`: its value, DOUBLE; null where an event has none. */
  readonly sql: string;
}

/** The numeric fields of events of a kind. Fields of one name in other units are other fields. */
export function numericFields(ask: Ask, kind: number): Promise<readonly NumericField[]> {
  return ask.memo(`numeric fields of ${kind}`, async () => {
    const found = await ask.query.columns(
      `SELECT f.id::INTEGER AS id, f.keys FROM field_schema f
       WHERE f.id IN (SELECT DISTINCT field_schema FROM event_class WHERE kind = ${Math.trunc(kind)}) ORDER BY f.id`,
      [],
      ask.cancel,
    );
    const keys = found.texts('keys');
    const cases = new Map<string, { name: string; unit: string | null; cases: string[] }>();
    found.ints('id').forEach((id, row) => {
      for (const slot of slotsOf(JSON.parse(keys[row] ?? '[]') as FieldType[])) {
        const { key, type, unit = null } = slot.field;
        if (type !== 'number') continue;
        const at = JSON.stringify([key, unit]);
        const field = cases.get(at) ?? { name: key, unit, cases: [] };
        cases.set(at, field);
        field.cases.push(`WHEN ${id} THEN (${valueSql(slot, 's')})::DOUBLE`);
      }
    });
    const value = [...cases.values()].map(({ name, unit, cases: of }) => {
      return { name, unit, sql: `(CASE s.field_schema ${of.join(' ')} END)` };
    });
    return { value, bytes: 300 * value.length };
  });
}
