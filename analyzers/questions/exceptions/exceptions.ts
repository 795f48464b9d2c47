import type { FieldType } from '../../../parsers/contract.ts';
import { exceptionFields } from '../../../parsers/event-meanings.ts';
import { slotsOf, valueSql } from '../../../workspace/store/fields.ts';
import { type AnswerColumn, type Ask, analyzer } from '../../contract.ts';
import { eventsIn } from '../../events/in-scope.ts';
import { answer, texts } from '../../kit/answer.ts';

const columns: readonly AnswerColumn[] = [
  { name: 'type', kind: 'code', about: 'Type of the exception.' },
  { name: 'where', kind: 'code', about: 'The frame that threw it.' },
  { name: 'count', kind: 'integer', unit: 'events', about: 'Events with this exception.' },
  { name: 'first', kind: 'time', about: 'Time of the first.' },
  { name: 'last', kind: 'time', about: 'Time of the last.' },
];

export const exceptions = analyzer({
  id: 'exceptions',
  title: 'Exceptions',
  question: 'Which exceptions were logged, and where were they thrown?',
  needs: ['event'],
  params: {},
  shape: 'table',
  columns,
  async answer(ask, _params, scope) {
    const within = await eventsIn(ask, scope);
    const schemas = await schemasWithExceptions(ask);
    const value = (key: 'type' | 'where') => {
      const cases = schemas.map(schema => {
        const at = schema[key];
        return `WHEN ${schema.id} THEN ${at}`;
      });
      return `CASE s.field_schema ${cases.join(' ')} END`;
    };
    const result = await ask.query.columns(
      schemas.length === 0
        ? `SELECT '' AS type, '' AS "where", 0::DOUBLE AS "count", 0::BIGINT AS first, 0::BIGINT AS last WHERE false`
        : `WITH e AS MATERIALIZED (
             SELECT ${value('type')} AS type, ${value('where')} AS "where", count(*)::DOUBLE AS "count",
                    min(${within.time})::BIGINT AS first, max(${within.time})::BIGINT AS last
             FROM event s
             WHERE ${within.where} AND s.field_schema IN (${schemas.map(schema => schema.id).join(', ')}) GROUP BY 1, 2
           ), x AS MATERIALIZED (
             SELECT id, value FROM "text" WHERE id IN (SELECT type FROM e UNION SELECT "where" FROM e)
           )
           SELECT t.value AS type, w.value AS "where", e."count", e.first, e.last
           FROM e JOIN x t ON t.id = e.type LEFT JOIN x w ON w.id = e."where"
           ORDER BY e."count" DESC, type, "where"`,
      schemas.length === 0 ? [] : within.params,
      ask.cancel,
    );
    const count = result.numbers('count');
    return answer(
      columns,
      result.length,
      {
        type: texts(result.texts('type')),
        where: texts(result.texts('where')),
        count,
        first: result.wides('first'),
        last: result.wides('last'),
      },
      { notes: within.notes, whole: { amount: count.reduce((sum, each) => sum + each, 0), unit: 'events' } },
    );
  },
});

interface ExceptionSchema {
  readonly id: number;
  /** SQL over `event s`: id of the text, NULL if the field schema has no such field. */
  readonly type: string;
  readonly where: string;
}

async function schemasWithExceptions(ask: Ask): Promise<readonly ExceptionSchema[]> {
  const result = await ask.query.columns(
    `SELECT id::INTEGER AS id, keys FROM field_schema
     WHERE ${exceptionFields.type.map(name => `contains(keys, '"${name}"')`).join(' OR ')} ORDER BY id`,
    [],
    ask.cancel,
  );
  return Array.from(result.ints('id'), (id, row) => {
    const places = slotsOf(JSON.parse(result.texts('keys')[row]!) as readonly FieldType[]);
    const sql = (names: readonly string[]) => {
      const place = places.find(
        ({ field, in: list }) => names.includes(field.key) && field.type === 'text' && list === 'values',
      );
      return place === undefined ? 'NULL' : valueSql(place, 's');
    };
    return { id, type: sql(exceptionFields.type), where: sql(exceptionFields.where) };
  });
}
