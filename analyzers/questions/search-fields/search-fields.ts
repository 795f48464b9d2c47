import { type AnswerColumn, type Ask, analyzer } from '../../contract.ts';
import { answer, texts } from '../../kit/answer.ts';
import { fieldPlaces } from '../../search/event-fields.ts';
import { searchFields as everywhere, type SearchField } from '../../search/fields.ts';

const columns: readonly AnswerColumn[] = [
  { name: 'field', kind: 'text', about: 'The field as it is written in a query.' },
  {
    name: 'type',
    kind: 'text',
    about: 'Type by which its values are compared: text, name, number, level, time or duration.',
  },
  {
    name: 'carried',
    kind: 'integer',
    unit: 'events',
    about: 'Number of events with the field; null for the fields of every search.',
  },
  { name: 'about', kind: 'text', about: 'Meaning of the field; null for fields of events.' },
  { name: 'example', kind: 'text', about: 'An example query.' },
];

/** Fields that a search can name; editors offer them. */
export const searchFieldsQuestion = analyzer({
  id: 'search-fields',
  title: 'Fields of a search',
  question: 'Which fields can a search query use?',
  needs: ['event'],
  params: {},
  shape: 'table',
  columns,
  async answer(ask) {
    const events = await eventsBySchema(ask);
    const known: readonly SearchField[] = events.size > 0 ? everywhere : [];
    const carried = await carriedFields(ask, events);
    const { length } = known;
    return answer(columns, length + carried.length, {
      field: texts([...known.map(({ name }) => name), ...carried.map(({ name }) => name)]),
      type: texts([...known.map(({ type }) => type), ...carried.map(({ type }) => type)]),
      carried: Float64Array.from([...known.map(() => Number.NaN), ...carried.map(({ events }) => events)]),
      about: texts([...known.map(({ about }) => about), ...carried.map(() => null)]),
      example: texts([...known.map(({ example }) => example), ...carried.map(() => null)]),
    });
  },
});

interface Carried {
  readonly name: string;
  readonly type: 'number' | 'text';
  readonly events: number;
}

/** Events by the id of their field schema; -1: those without fields. */
async function eventsBySchema(ask: Ask): Promise<ReadonlyMap<number, number>> {
  const counted = await ask.query.columns(
    'SELECT field_schema::INTEGER AS id, count(*)::DOUBLE AS n FROM event GROUP BY ALL',
    [],
    ask.cancel,
  );
  const n = counted.numbers('n');
  return new Map([...counted.ints('id')].map((id, row) => [id, n[row]!]));
}

/** Fields of events, the most frequent first. Fields of one name may be numbers in some events and texts in others. */
async function carriedFields(ask: Ask, events: ReadonlyMap<number, number>): Promise<readonly Carried[]> {
  const fields = new Map<string, Carried>();
  for (const { name, isNumeric, schemas } of await fieldPlaces(ask)) {
    const type = isNumeric ? 'number' : 'text';
    const count = schemas.reduce((sum, id) => sum + (events.get(id) ?? 0), 0);
    const key = `${type} ${name}`;
    fields.set(key, { name, type, events: (fields.get(key)?.events ?? 0) + count });
  }
  return [...fields.values()].sort((a, b) => b.events - a.events || (a.name < b.name ? -1 : 1));
}
