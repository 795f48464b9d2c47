import type { FieldType } from '../../../parsers/contract.ts';
import { type FieldSlot, slotsOf, valueSql } from '../../../workspace/store/fields.ts';
import { type AnswerColumn, type Ask, analyzer } from '../../contract.ts';
import { eventsIn } from '../../events/in-scope.ts';
import { answer, texts } from '../../kit/answer.ts';
import { textsById } from '../../kit/texts.ts';

const columns: readonly AnswerColumn[] = [
  { name: 'field', kind: 'code', about: 'Name of the field.' },
  { name: 'text', kind: 'text', about: 'Its value if that is a text.' },
  { name: 'number', kind: 'number', about: 'Its value if that is a number.' },
  { name: 'unit', kind: 'text', about: 'Unit of the number.' },
];

export const record = analyzer({
  id: 'record',
  title: 'Record',
  question: 'Which fields does one record have?',
  needs: ['event'],
  params: {
    line: {
      type: 'number',
      about: 'A line of the record, in the first capture in scope that has it.',
      default: 1,
      min: 1,
    },
  },
  shape: 'table',
  columns,
  async answer(ask, params, scope) {
    const within = await eventsIn(ask, scope.captures ? { captures: scope.captures } : {});
    const line = Math.floor(params.line);
    const result = await ask.query.columns(
      `SELECT s.id::DOUBLE AS id, k.keys
       FROM (SELECT id, field_schema FROM event s
             WHERE ${within.where} AND s.line <= ${line} AND ${line} < s.line + greatest(coalesce(s.lines, 1), 1)
             ORDER BY s.capture, s.line DESC LIMIT 1) s
       JOIN field_schema k ON k.id = s.field_schema`,
      within.params,
      ask.cancel,
    );
    const fields = JSON.parse(result.texts('keys')[0] ?? '[]') as readonly FieldType[];
    const values = await valuesOf(ask, result.numbers('id')[0] ?? -1, slotsOf(fields));
    return answer(columns, fields.length, {
      field: texts(fields.map(field => field.key)),
      text: texts(values.map(value => (typeof value === 'string' ? value : null))),
      number: Float64Array.from(values, value => (typeof value === 'number' ? value : Number.NaN)),
      unit: texts(fields.map(field => field.unit ?? null)),
    });
  },
});

/** The values of an event's fields, in their order. */
async function valuesOf(
  ask: Ask,
  id: number,
  places: readonly FieldSlot[],
): Promise<readonly (string | number | null)[]> {
  if (places.length === 0) return [];
  const isText = ({ field }: FieldSlot) => field.type === 'text';
  const isId = (place: FieldSlot) => isText(place) && place.in !== 'message';
  const selected = places.map((place, nth) => {
    const type = isId(place) ? 'INTEGER' : isText(place) ? 'VARCHAR' : 'DOUBLE';
    return `(${valueSql(place, 's')})::${type} AS f${nth}`;
  });
  const result = await ask.query.columns(
    `SELECT ${selected.join(', ')} FROM event s WHERE s.id = ${id}`,
    [],
    ask.cancel,
  );
  const ids = places.flatMap((place, nth) => (isId(place) ? [result.ints(`f${nth}`)[0]!] : []));
  const names = await textsById(ask, ids);
  return places.map((place, nth) => {
    if (isId(place)) return names.get(result.ints(`f${nth}`)[0]!) ?? null;
    return isText(place) ? result.texts(`f${nth}`)[0]! : result.numbers(`f${nth}`)[0]!;
  });
}
