import {
  type Answer,
  type AnswerColumn,
  type Ask,
  AskError,
  analyzer,
  type LazyAnswer,
  type Scope,
} from '../../contract.ts';
import { orderNames } from '../../events/event-order.ts';
import { EventRows, readEvents } from '../../events/event-rows.ts';
import { type EventsInScope, eventsIn, pickParams } from '../../events/in-scope.ts';
import { amountOf, counted } from '../../kit/answer.ts';
import * as column from '../../kit/columns.ts';
import { note } from '../../kit/notes.ts';
import { idColumn } from '../../kit/signal-ids.ts';

/** Rows in an answer if the caller gives no limit. */
const usual = 1000;

export const eventColumns: readonly AnswerColumn[] = [
  { name: 'time', kind: 'time', about: 'Time of the event.' },
  { name: 'capture', kind: 'integer', refers: 'capture', about: 'Id of the capture.' },
  { name: 'line', kind: 'integer', refers: 'line', about: 'First line of the record in its file, from 1.' },
  {
    name: 'level',
    kind: 'text',
    refers: 'level',
    about: 'fatal, error, warning, notice, info, debug or trace.',
  },
  column.process,
  {
    name: 'component',
    kind: 'text',
    refers: 'component',
    about: 'Logger, subsystem, program or unit that wrote it.',
  },
  {
    name: 'template',
    kind: 'text',
    refers: 'template',
    about: 'The message with its variable parts replaced by `<*>`.',
  },
  { name: 'message', kind: 'text', refers: 'event', about: 'The message as it was written.' },
  {
    name: 'kind',
    kind: 'code',
    refers: 'kind',
    about: '`log` for a line of a log, else the tracepoint or the call.',
  },
  column.pid,
  column.tid,
  { ...idColumn, about: `${idColumn.about} It is the id of the template.` },
];

export const events = analyzer({
  id: 'events',
  title: 'Events',
  question: 'What was logged, when, and by which process?',
  needs: ['event'],
  params: {
    ...pickParams,
    template: { type: 'text', about: 'Only events of this template, as `templates` spells it.' },
    order: {
      type: 'choice',
      about: 'Order of the events.',
      choices: orderNames,
      default: 'time',
    },
    limit: {
      type: 'number',
      about: `Maximum number of events. 0: all; with offset or around, ${usual}.`,
      default: 0,
      min: 0,
      max: 1_000_000,
    },
    offset: { type: 'number', about: 'Number of events to skip at the beginning.', default: 0, min: 0 },
    around: {
      type: 'number',
      about: 'A line of the one capture in scope: the events before and after it. 0 for none.',
      default: 0,
      min: 0,
    },
  },
  shape: 'table',
  columns: eventColumns,
  async answer(ask, params, scope): Promise<Answer | LazyAnswer> {
    const within = await eventsIn(ask, scope, params);
    const rows = new EventRows(within, params.order);
    const total = await rows.count(ask);
    const whole = { amount: total, unit: 'events' };
    const offset = Math.floor(params.offset);
    const line = Math.floor(params.around);
    const isPart = params.limit > 0 || offset > 0 || line > 0;
    if (!isPart)
      return {
        rows: total,
        columns: eventColumns,
        notes: within.notes,
        whole,
        count: (asking, filter) => rows.count(asking, filter),
        read: (asking, arrangement, from, limit) => rows.read(asking, arrangement, from, limit),
        find: (asking, ...what) => rows.find(asking, ...what),
      };
    const limit = Math.floor(params.limit) || usual;
    const data =
      line > 0
        ? await readEvents(ask, within.time, await around(ask, within, scope, line, limit))
        : await rows.read(ask, {}, offset, limit);
    const shown = (data[0] as BigInt64Array).length;
    const notes = [...within.notes];
    if (line === 0 && shown < total)
      notes.push(
        note(
          'page',
          `${counted(shown)} of ${amountOf(total, 'events')}, from number ${counted(offset + 1)} on.`,
          { shown, of: total, offset },
        ),
      );
    return { rows: shown, columns: eventColumns, data, notes, whole };
  },
});

/** Row ids of the events on and near a line. */
async function around(
  ask: Ask,
  { where, params }: EventsInScope,
  scope: Scope,
  line: number,
  limit: number,
): Promise<Int32Array> {
  if (scope.captures?.length !== 1)
    throw new AskError('bad-parameter', 'Name the capture of the line: around needs a scope of one capture.');
  const before = Math.ceil(limit / 2);
  const result = await ask.query.columns(
    `SELECT id FROM (
       (SELECT s.id::INTEGER AS id, s.line FROM event s WHERE ${where} AND s.line <= ${line}
        ORDER BY s.line DESC LIMIT ${before})
       UNION ALL
       (SELECT s.id::INTEGER AS id, s.line FROM event s WHERE ${where} AND s.line > ${line}
        ORDER BY s.line LIMIT ${limit - before}))
     ORDER BY line, id`,
    params,
    ask.cancel,
  );
  return result.ints('id');
}
