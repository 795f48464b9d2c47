import { eventsAt } from '../../workspace/events.ts';
import { amountOf, answer, counted, texts } from '../answer.ts';
import { threadFacts } from '../catalog.ts';
import { type AnswerColumn, type Ask, AskError, analyzer, type Scope } from '../contract.ts';
import { note } from '../notes.ts';
import { type EventsInScope, eventsIn, pickParams } from './in-scope.ts';
import { templatesById, textColumn, textsById } from './texts.ts';

const columns: readonly AnswerColumn[] = [
  { name: 'time', kind: 'time', about: 'When.' },
  { name: 'capture', kind: 'integer', refers: 'capture', about: 'Id of the capture.' },
  { name: 'line', kind: 'integer', refers: 'line', about: 'First line of the record in its file, from 1.' },
  {
    name: 'level',
    kind: 'text',
    refers: 'level',
    about: 'fatal, error, warning, notice, info, debug or trace.',
  },
  { name: 'process', kind: 'text', refers: 'process', about: 'Name the capture gives the process.' },
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
    about: 'The message, `<*>` where it varies; equal for equal templates.',
  },
  { name: 'message', kind: 'text', about: 'The message as it was written.' },
  {
    name: 'kind',
    kind: 'code',
    refers: 'kind',
    about: '`log` for a line of a log, else the tracepoint or the call.',
  },
];

const orders = {
  time: '"time" NULLS LAST, s.capture, s.line, s.id',
  newest: '"time" DESC NULLS LAST, s.capture DESC, s.line DESC, s.id DESC',
  file: 's.capture, s.line, s.id',
} as const;

/** SQL of what is on a page, in order. */
const picked = '(SELECT unnest($ids::BIGINT[]) AS id, generate_subscripts($ids::BIGINT[], 1) AS n)';

/** Pages that begin further on are read from an order that is kept. */
const keptFrom = 20_000;

export const events = analyzer({
  id: 'events',
  title: 'Events',
  question: 'What was logged, when, by whom?',
  needs: ['event'],
  params: {
    ...pickParams,
    template: { type: 'text', about: 'The template they have, as `templates` spells it.' },
    order: {
      type: 'choice',
      about: 'Which come first.',
      choices: ['time', 'newest', 'file'],
      default: 'time',
    },
    limit: { type: 'number', about: 'How many at most.', default: 1000, min: 1, max: 1_000_000 },
    offset: { type: 'number', about: 'How many of the first to pass over.', default: 0, min: 0 },
    around: {
      type: 'number',
      about: 'A line of the one capture in scope: the events before and after it. 0 for none.',
      default: 0,
      min: 0,
    },
  },
  shape: 'table',
  columns,
  async answer(ask, params, scope) {
    const within = await eventsIn(ask, scope, params);
    const limit = Math.floor(params.limit);
    const offset = Math.floor(params.offset);
    const order = orders[params.order as keyof typeof orders];
    const [total, ids] = await Promise.all([
      count(ask, within),
      params.around > 0
        ? around(ask, within, scope, Math.floor(params.around), limit)
        : page(ask, within, order, limit, offset),
    ]);
    const found = await ask.query.columns(
      `SELECT ${within.time} AS "time", s.capture::DOUBLE AS capture, s.line::DOUBLE AS line, s.level::INTEGER AS level,
              s.thread::INTEGER AS thread, s.component::INTEGER AS component, s.template::INTEGER AS template, s.kind::INTEGER AS kind, s.message
       FROM (${eventsAt(picked)}) s ORDER BY s.n`,
      { ids: `[${ids.join(',')}]` },
      ask.cancel,
    );
    const [level, component, template, kind] = [
      found.ints('level'),
      found.ints('component'),
      found.ints('template'),
      found.ints('kind'),
    ];
    const [names, templates, threads] = await Promise.all([
      textsById(ask, [...level, ...component, ...kind]),
      templatesById(ask, template),
      threadFacts(ask),
    ]);
    const processes = new Map(
      threads.flatMap(({ id, process }) => (process === null ? [] : [[id, process] as const])),
    );
    const notes = [...within.notes];
    if (params.around === 0 && ids.length < total)
      notes.push(
        note(
          'page',
          `${counted(ids.length)} of ${amountOf(total, 'events')}, from number ${counted(offset + 1)} on.`,
          { shown: ids.length, of: total, offset },
        ),
      );
    return answer(
      columns,
      found.length,
      {
        time: found.wides('time'),
        capture: found.numbers('capture'),
        line: found.numbers('line'),
        level: textColumn(level, names),
        process: textColumn(found.ints('thread'), processes),
        component: textColumn(component, names),
        template: textColumn(template, templates),
        message: texts(found.texts('message')),
        kind: textColumn(kind, names),
      },
      { notes, whole: { amount: total, unit: 'events' } },
    );
  },
});

async function count(ask: Ask, { where, params }: EventsInScope): Promise<number> {
  const found = await ask.query.columns(
    `SELECT count(*)::DOUBLE AS n FROM event s WHERE ${where}`,
    params,
    ask.cancel,
  );
  return found.numbers('n')[0]!;
}

/** Row ids of one page. */
async function page(
  ask: Ask,
  { where, params, time }: EventsInScope,
  order: string,
  limit: number,
  offset: number,
): Promise<Int32Array> {
  const sorted = (rest: string) =>
    ask.query
      .columns(
        `SELECT s.id::INTEGER AS id, ${time} AS "time" FROM event s WHERE ${where} ORDER BY ${order} ${rest}`,
        params,
        ask.cancel,
      )
      .then(found => found.ints('id'));
  if (offset + limit <= keptFrom) return sorted(`LIMIT ${limit} OFFSET ${offset}`);
  const all = await ask.memo(`events ${order} ${where} ${time} ${JSON.stringify(params)}`, async () => {
    const value = await sorted('');
    return { value, bytes: value.byteLength };
  });
  return all.subarray(offset, offset + limit);
}

/** Row ids of the events on and near a line. */
async function around(
  ask: Ask,
  { where, params }: EventsInScope,
  scope: Scope,
  line: number,
  limit: number,
): Promise<Int32Array> {
  if (scope.captures?.length !== 1)
    throw new AskError(
      'bad-parameter',
      'Say which capture the line is of: around needs --capture with one id.',
    );
  const before = Math.ceil(limit / 2);
  const found = await ask.query.columns(
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
  return found.ints('id');
}
