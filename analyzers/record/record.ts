import type { FieldType } from '../../parsers/contract.ts';
import { answer, texts } from '../answer.ts';
import { type AnswerColumn, analyzer } from '../contract.ts';
import { eventsIn } from '../events/in-scope.ts';
import { textsById } from '../events/texts.ts';

const columns: readonly AnswerColumn[] = [
  { name: 'field', kind: 'code', about: 'Name of the field.' },
  { name: 'text', kind: 'text', about: 'Its value where it is a text.' },
  { name: 'number', kind: 'number', about: 'Its value where it is a number.' },
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
    const found = await ask.query.columns(
      `SELECT k.keys, unnest(s.texts) AS "text", unnest(s.numbers) AS number
       FROM (SELECT * FROM event s
             WHERE ${within.where} AND s.line <= ${line} AND ${line} < s.line + greatest(coalesce(s.lines, 1), 1)
             ORDER BY s.capture, s.line DESC LIMIT 1) s
       JOIN shape k ON k.id = s.shape`,
      within.params,
      ask.cancel,
    );
    const fields = JSON.parse(found.texts('keys')[0] ?? '[]') as readonly FieldType[];
    const ids = found.ints('text');
    const names = await textsById(ask, ids);
    const numbers = found.numbers('number');
    // The n-th text of the shape is the n-th of the texts; the same for numbers.
    const count = { text: 0, number: 0 };
    const places = fields.map(({ type }) => count[type]++);
    const isText = (row: number): boolean => fields[row]!.type === 'text';
    return answer(columns, fields.length, {
      field: texts(fields.map(field => field.key)),
      text: texts(fields.map((_, row) => (isText(row) ? (names.get(ids[places[row]!]!) ?? null) : null))),
      number: Float64Array.from(places, (place, row) => (isText(row) ? Number.NaN : numbers[place]!)),
      unit: texts(fields.map(field => field.unit ?? null)),
    });
  },
});
