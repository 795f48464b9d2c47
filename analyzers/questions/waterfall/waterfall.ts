import { nullWide } from '../../../workspace/query.ts';
import { type AnswerColumn, type Ask, analyzer, type Note } from '../../contract.ts';
import { eventsIn } from '../../events/in-scope.ts';
import { type RequestFields, requestFields } from '../../fields/request-ids.ts';
import { answer, counted, texts } from '../../kit/answer.ts';
import * as column from '../../kit/columns.ts';
import { notFound } from '../../kit/names.ts';
import { note } from '../../kit/notes.ts';
import { textColumn, textsById } from '../../kit/texts.ts';
import { nested } from './nested.ts';

const columns: readonly AnswerColumn[] = [
  {
    name: 'name',
    kind: 'code',
    refers: 'slice',
    about: 'Name of the slice, or message of the event.',
  },
  { name: 'depth', kind: 'integer', about: 'Number of slices that contain it.' },
  { name: 'offset', kind: 'duration', about: 'Begin, since the begin of the request.' },
  {
    name: 'duration',
    kind: 'duration',
    about: 'Duration; null without a duration or an end.',
  },
  { name: 'self', kind: 'duration', about: 'Time in which none of its children ran.' },
  { name: 'error', kind: 'text', about: 'Why it failed; null if it did not fail.' },
  column.process,
  { name: 'kind', kind: 'text', refers: 'kind', about: 'Event type.' },
  { name: 'level', kind: 'text', refers: 'level', about: 'Level of a log line.' },
  { name: 'time', kind: 'time', about: 'Time of its begin.' },
  { name: 'capture', kind: 'integer', refers: 'capture', about: 'The capture that has it.' },
  { name: 'line', kind: 'integer', refers: 'line', about: 'Line in the file.' },
];

/** Maximum number of events of a request. */
const maxSpans = 20_000;

export const waterfall = analyzer({
  id: 'waterfall',
  title: 'Request',
  question: 'What happened in one request, one after the other, across all captures?',
  needs: ['event'],
  params: {
    request: {
      type: 'text',
      about: 'Id of the request, as `requests` lists it: of a trace, or a request id in lines of logs.',
      required: true,
      example: '4314eceac4222801ddb3b4b5ebaefde4',
    },
  },
  shape: 'waterfall',
  columns,
  async answer(ask, params, scope) {
    const fields = await requestFields(ask);
    const ids = fields ? await idsOf(ask, params.request) : [];
    if (!fields || ids.length === 0) throw notFound('request', params.request, await someIds(ask, fields));
    const within = await eventsIn(ask, scope, {}, 's.duration');
    const result = await ask.query.columns(
      `SELECT ${within.time} AS began, s.duration::DOUBLE AS duration, s.kind::INTEGER AS kind, s.level::INTEGER AS level,
         coalesce(t.process, -1)::INTEGER AS process, s.capture::INTEGER AS capture, s.line::DOUBLE AS line, s.message,
         ${fields.name} AS name, ${fields.error} AS error, ${fields.id} AS id, ${fields.parent} AS parent
       FROM event s LEFT JOIN thread t ON t.id = s.thread
       WHERE ${fields.where} AND ${fields.request} IN (${ids.join(', ')}) AND ${within.where}
       ORDER BY began NULLS LAST, s.duration DESC NULLS LAST, s.id LIMIT ${maxSpans + 1}`,
      within.params,
      ask.cancel,
    );
    const rows = Math.min(maxSpans, result.length);
    const columnsOf = ['kind', 'level', 'process', 'name', 'error', 'id', 'parent'] as const;
    const names = await textsById(
      ask,
      columnsOf.flatMap(each => [...result.ints(each)]),
    );
    const text = (id: number) => names.get(id) || null;
    const [at, duration] = [result.wides('began'), result.numbers('duration')];
    const origin = at.find(time => time !== nullWide) ?? 0n;
    const offset = Float64Array.from(at, time => (time === nullWide ? Number.NaN : Number(time - origin)));
    const tree = nested(
      Array.from({ length: rows }, (_, row) => ({
        id: text(result.ints('id')[row]!),
        parent: text(result.ints('parent')[row]!),
        start: offset[row]!,
        duration: duration[row]!,
      })),
    );
    const { order } = tree;
    const message = result.texts('message');
    const pick = (values: Float64Array) => Float64Array.from(order, row => values[row]!);
    const ints = (name: (typeof columnsOf)[number]) =>
      textColumn(
        Int32Array.from(order, row => result.ints(name)[row]!),
        names,
      );
    return answer(
      columns,
      order.length,
      {
        name: texts(
          Array.from(
            order,
            row => text(result.ints('name')[row]!) ?? message[row] ?? text(result.ints('kind')[row]!),
          ),
        ),
        depth: Float64Array.from(order, row => tree.depth[row]!),
        offset: pick(offset),
        duration: pick(duration),
        self: Float64Array.from(order, row => tree.self[row]!),
        error: texts(Array.from(order, row => text(result.ints('error')[row]!))),
        process: ints('process'),
        kind: ints('kind'),
        level: ints('level'),
        time: BigInt64Array.from(order, row => at[row]!),
        capture: Float64Array.from(order, row => result.ints('capture')[row]!),
        line: pick(result.numbers('line')),
      },
      { notes: [...within.notes, ...treeNotes(tree.orphans, result.length)] },
    );
  },
});

function treeNotes(orphans: number, found: number): Note[] {
  return [
    ...(orphans > 0
      ? [
          note(
            'parent-not-recorded',
            `${orphans === 1 ? '1 slice is' : `${counted(orphans)} slices are`} shown at the root, because no capture in scope has the parent.`,
            { orphans },
          ),
        ]
      : []),
    ...(found > maxSpans
      ? [
          note('first-of-request', `The first ${counted(maxSpans)} events of the request.`, {
            shown: maxSpans,
          }),
        ]
      : []),
  ];
}

/** Ids of all texts with that value: texts that are not interned are stored with each event. */
async function idsOf(ask: Ask, value: string): Promise<number[]> {
  const result = await ask.query.columns(
    'SELECT id::INTEGER AS id FROM "text" WHERE value = $value',
    { value },
    ask.cancel,
  );
  return [...result.ints('id')];
}

async function someIds(ask: Ask, fields: RequestFields | null): Promise<string[]> {
  if (!fields) return [];
  const result = await ask.query.columns(
    `SELECT DISTINCT ${fields.request} AS id FROM event s WHERE ${fields.where} LIMIT 2000`,
    [],
    ask.cancel,
  );
  return [...(await textsById(ask, result.ints('id'))).values()];
}
