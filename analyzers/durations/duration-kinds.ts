/** The kinds of events that have durations, and where the durations come from. */

import type { FieldType } from '../../parsers/contract.ts';
import type { eventMeanings } from '../../parsers/event-meanings.ts';
import { type FieldSlot, hexNumber, isNumeric, slotsOf, valueSql } from '../../workspace/store/fields.ts';
import { type Ask, AskError, type Note, type Scope } from '../contract.ts';
import { valuesOf } from '../fields/id-columns.ts';
import { statedNumber } from '../fields/stated-number.ts';
import { listed } from '../kit/answer.ts';
import { notFound } from '../kit/names.ts';
import { note } from '../kit/notes.ts';

/**
 * Source of durations: the events themselves (`own`), or pairs of issue and completion (`disk`), or of entry and
 * return (`syscall`).
 */
export type Pairing = 'own' | 'disk' | 'syscall';

export interface DurationKind {
  /** Id of the text of the kind. */
  readonly id: number;
  readonly name: string;
  readonly pairing: Pairing;
  /** About how many durations there are; for pairs, the number of begins. */
  readonly count: number;
  /** Ids of all kinds whose events make these durations. */
  readonly kinds: readonly number[];
}

interface Class {
  readonly kind: number;
  readonly name: string;
  readonly fields: readonly FieldType[];
  readonly withDuration: number;
  readonly all: number;
}

/** All kinds that have durations, those with most durations first. */
export function durationKinds(ask: Ask): Promise<readonly DurationKind[]> {
  return ask.memo('kinds with durations', async () => {
    const result = await ask.query.columns(
      // Grouped by class first: a class has one kind and one field schema.
      `SELECT c.kind::INTEGER AS kind, f.keys, sum(r.lasting)::DOUBLE AS lasting, sum(r.n)::DOUBLE AS n
       FROM (SELECT class, count(duration) AS lasting, count(*) AS n FROM event_rows GROUP BY class) r
       JOIN event_class c ON c.id = r.class LEFT JOIN field_schema f ON f.id = c.field_schema GROUP BY ALL ORDER BY 1, 2`,
      [],
      ask.cancel,
    );
    const names = await valuesOf(ask, 'kind');
    const keys = result.texts('keys');
    const classes = Array.from(result.ints('kind'), (kind, row): Class => {
      return {
        kind,
        name: names.get(kind) ?? '',
        fields: JSON.parse(keys[row] ?? '[]') as FieldType[],
        withDuration: result.numbers('lasting')[row]!,
        all: result.numbers('n')[row]!,
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
  for (const { kind, name, withDuration: lasting } of classes) {
    const count = (kinds.get(kind)?.count ?? 0) + lasting;
    if (count > 0) kinds.set(kind, { id: kind, name, pairing: 'own', count, kinds: [kind] });
  }
  return [...kinds.values()];
}

/**
 * Begins and ends may be of many kinds (`sys_enter_read`, …). All pairs are one kind, named by the most frequent
 * begin.
 */
function pairedKinds(
  classes: readonly Class[],
  how: Pairing,
  begins: keyof typeof eventMeanings,
  ends: keyof typeof eventMeanings,
): DurationKind[] {
  const means = (meaning: string) => (each: Class) =>
    each.fields.some(({ role }) => role?.startsWith(`${meaning}.`));
  const beginClasses = classes.filter(means(begins)).sort((a, b) => b.all - a.all);
  const endClasses = classes.filter(means(ends));
  const [first] = beginClasses;
  if (!first || endClasses.length === 0) return [];
  const count = beginClasses.reduce((sum, each) => sum + each.all, 0);
  const kinds = [...new Set([...beginClasses, ...endClasses].map(({ kind }) => kind))];
  return [{ id: first.kind, name: first.name, pairing: how, count, kinds }];
}

export interface Chosen {
  readonly kind: DurationKind;
  readonly notes: readonly Note[];
}

/**
 * The kind of this name, or whose pairs end with this name; without a name, the kind with most durations.
 * Null if no kind has durations.
 */
export async function chooseDurations(
  ask: Ask,
  asked: string | undefined,
  scope: Scope,
): Promise<Chosen | null> {
  const kinds = await durationKinds(ask);
  const names = await valuesOf(ask, 'kind');
  const kindNamed = (wanted: string) => {
    const ids = [...names].filter(([, name]) => name === wanted).map(([id]) => id);
    return (
      kinds.find(({ name }) => name === wanted) ?? kinds.find(each => ids.some(id => each.kinds.includes(id)))
    );
  };
  if (asked !== undefined) {
    const kind = kindNamed(asked);
    if (kind) return { kind, notes: [] };
    if ([...names.values()].includes(asked))
      throw new AskError(
        'nothing-to-ask',
        `Events of kind ${asked} have no durations. Kinds with durations: ${listed(kinds.map(({ name }) => name)) || 'none'}.`,
      );
    throw notFound('kind of event', asked, names.values());
  }
  const ofScope = scope.kind === undefined ? undefined : kindNamed(scope.kind);
  const kind = ofScope ?? kinds[0];
  if (!kind) return null;
  const others = kinds.filter(each => each !== kind).map(({ name }) => name);
  if (ofScope || others.length === 0) return { kind, notes: [] };
  return {
    kind,
    notes: [
      note(
        'kind-chosen',
        `The answer is from kind ${kind.name}, which has the most durations; others: ${listed(others)}.`,
        { kind: kind.name, others },
        { option: 'kind', does: 'chooses another' },
      ),
    ],
  };
}

/** Units of fields that hold durations, in ns. */
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
  /** SQL over `event s` for the value, DOUBLE; null for events without the field. */
  readonly sql: string;
}

/** SQL of the number in a slot; a text, which is a part of the message or has an id, may state one. */
function numberIn(slot: FieldSlot): string {
  const { type, display } = slot.field;
  const value = `(${valueSql(slot, 's')})`;
  if (type === 'number') return `${value}::DOUBLE`;
  const text = slot.in === 'message' ? value : `(SELECT t.value FROM "text" t WHERE t.id = ${value})`;
  return display === 'hex' ? `${hexNumber(text)}::DOUBLE` : statedNumber(text);
}

/** The numeric fields of a kind. The same name with another unit is another field. */
export const numericFields = (ask: Ask, kind: number): Promise<readonly NumericField[]> =>
  fieldsOf(ask, kind, true);

/** The other fields of a kind, as the numbers that their texts state. */
export const statedFields = (ask: Ask, kind: number): Promise<readonly NumericField[]> =>
  fieldsOf(ask, kind, false);

function fieldsOf(ask: Ask, kind: number, wantsNumeric: boolean): Promise<readonly NumericField[]> {
  return ask.memo(`${wantsNumeric ? 'numeric' : 'text'} fields of ${kind}`, async () => {
    const result = await ask.query.columns(
      `SELECT f.id::INTEGER AS id, f.keys FROM field_schema f
       WHERE f.id IN (SELECT DISTINCT field_schema FROM event_class WHERE kind = ${Math.trunc(kind)}) ORDER BY f.id`,
      [],
      ask.cancel,
    );
    const keys = result.texts('keys');
    const cases = new Map<string, { name: string; unit: string | null; cases: string[] }>();
    result.ints('id').forEach((id, row) => {
      for (const slot of slotsOf(JSON.parse(keys[row] ?? '[]') as FieldType[])) {
        const { key, unit = null } = slot.field;
        if (isNumeric(slot.field) !== wantsNumeric) continue;
        const at = JSON.stringify([key, unit]);
        const field = cases.get(at) ?? { name: key, unit, cases: [] };
        cases.set(at, field);
        field.cases.push(`WHEN ${id} THEN ${numberIn(slot)}`);
      }
    });
    const value = [...cases.values()].map(({ name, unit, cases: branches }) => {
      return { name, unit, sql: `(CASE s.field_schema ${branches.join(' ')} END)` };
    });
    return { value, bytes: 300 * value.length };
  });
}
