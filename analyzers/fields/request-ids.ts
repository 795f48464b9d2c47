/** Finds the request that an event belongs to: by the role of a field for slices, by the name of a field for other events. */
import type { FieldType } from '../../parsers/contract.ts';
import { type FieldSlot, slotsOf, valueSql } from '../../workspace/store/fields.ts';
import type { Ask } from '../contract.ts';

/** Names of fields with a request id in OpenTelemetry, proxies and frameworks; in lower case, without punctuation. */
const requestKeys: ReadonlySet<string> = new Set([
  'traceid',
  'requestid',
  'reqid',
  'xrequestid',
  'httpxrequestid',
  'correlationid',
  'xcorrelationid',
]);
const spanKeys: ReadonlySet<string> = new Set(['spanid']);

const normalized = (key: string) => key.toLowerCase().replaceAll(/[^a-z]/g, '');

/** True if a field of this name holds the id of a request. */
export const isRequestId = (key: string): boolean => requestKeys.has(normalized(key));

export interface RequestFields {
  /** SQL condition on `event s`: the event has the id of a request. */
  readonly where: string;
  /** This and the next four: SQL over `event s` for the id of a text (INTEGER), NULL if the event has none. */
  readonly request: string;
  /** Id of the parent slice, or of the slice in which a line was written. */
  readonly parent: string;
  readonly id: string;
  readonly name: string;
  readonly error: string;
  /** SQL condition on `event s`: the event is a slice. */
  readonly isSlice: string;
}

/** Null if no event has the id of a request. */
export async function requestFields(ask: Ask): Promise<RequestFields | null> {
  const result = await ask.query.columns(
    'SELECT id::INTEGER AS id, keys FROM field_schema ORDER BY id',
    [],
    ask.cancel,
  );
  const keys = result.texts('keys');
  const schemas = Array.from(result.ints('id'), (id, row) => {
    // Fields that are part of the message have no text id.
    const slots = slotsOf(JSON.parse(keys[row] ?? '[]') as FieldType[]).filter(
      slot => slot.in === 'values' && slot.field.type === 'text',
    );
    const role = (name: string) => slots.find(({ field }) => field.role === name);
    const named = (names: ReadonlySet<string>) => slots.find(({ field }) => names.has(normalized(field.key)));
    const sliceId = role('slice.id');
    return {
      id,
      request: role('slice.trace') ?? named(requestKeys),
      parent: role('slice.parent') ?? (sliceId ? undefined : named(spanKeys)),
      slice: sliceId,
      name: role('slice.name'),
      error: role('slice.error'),
    };
  }).filter(({ request }) => request !== undefined);
  if (schemas.length === 0) return null;
  const sql = (get: (schema: (typeof schemas)[number]) => FieldSlot | undefined) => {
    const cases = schemas.flatMap(schema => {
      const slot = get(schema);
      return slot ? [`WHEN ${schema.id} THEN ${valueSql(slot, 's')}`] : [];
    });
    return cases.length > 0 ? `(CASE s.field_schema ${cases.join(' ')} END)::INTEGER` : 'NULL::INTEGER';
  };
  const ids = (list: typeof schemas) => list.map(({ id }) => id).join(', ');
  const sliceSchemas = schemas.filter(({ slice }) => slice !== undefined);
  return {
    where: `s.field_schema IN (${ids(schemas)})`,
    request: sql(({ request }) => request),
    parent: sql(({ parent }) => parent),
    id: sql(({ slice }) => slice),
    name: sql(({ name }) => name),
    error: sql(({ error }) => error),
    isSlice: sliceSchemas.length > 0 ? `s.field_schema IN (${ids(sliceSchemas)})` : 'false',
  };
}
