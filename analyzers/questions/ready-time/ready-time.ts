import { type AnswerColumn, analyzer } from '../../contract.ts';
import { answer, percent, pick, ranked, texts } from '../../kit/answer.ts';
import { threadFacts } from '../../kit/catalog.ts';
import * as column from '../../kit/columns.ts';
import { idColumn, waitId } from '../../kit/signal-ids.ts';
import { longest, nobody, threadColumns } from '../../states/columns.ts';
import { statesIn, wordId } from '../../states/in-scope.ts';

const columns: readonly AnswerColumn[] = [
  column.process,
  column.pid,
  column.tid,
  { name: 'ready', kind: 'duration', about: 'Time in which it was ready to run without a CPU.' },
  { name: 'running', kind: 'duration', about: 'Time in which it ran.' },
  { ...column.percent, title: 'ready', about: 'Ready time as a share of ready and running time.' },
  { name: 'count', kind: 'integer', about: 'Number of times it was ready.' },
  { ...longest, about: 'Longest uninterrupted ready time.' },
  idColumn,
];

export const readyTime = analyzer({
  id: 'ready-time',
  title: 'Ready time',
  question: 'Which threads were ready to run, and had to wait for a CPU?',
  needs: ['state'],
  params: {},
  shape: 'table',
  columns,
  async answer(ask, _params, scope) {
    const within = await statesIn(ask, scope);
    const [ready, running] = [await wordId(ask, 'ready'), await wordId(ask, 'running')];
    const result = await ask.query.columns(
      `SELECT thread::INTEGER AS thread,
         coalesce(sum(duration) FILTER (state = ${ready}), 0)::DOUBLE AS ready,
         coalesce(sum(duration) FILTER (state = ${running}), 0)::DOUBLE AS running,
         count(*) FILTER (state = ${ready})::DOUBLE AS count,
         max(duration) FILTER (state = ${ready})::DOUBLE AS longest
       FROM (${within.rows}) WHERE state IN (${ready}, ${running}) GROUP BY thread`,
      within.params,
      ask.cancel,
    );
    const facts = new Map((await threadFacts(ask)).map(each => [each.id, each]));
    const [isReady, isRunning] = [result.numbers('ready'), result.numbers('running')];
    const order = ranked(result.length, () => true, isReady, isRunning);
    return answer(
      columns,
      result.length,
      {
        ...threadColumns(Array.from(order, row => facts.get(result.ints('thread')[row]!) ?? nobody)),
        ready: pick(isReady, order),
        running: pick(isRunning, order),
        percent: Float64Array.from(order, row => percent(isReady[row]!, isReady[row]! + isRunning[row]!)),
        count: pick(result.numbers('count'), order),
        longest: pick(result.numbers('longest'), order),
        id: texts(
          Array.from(order, row => waitId('ready', facts.get(result.ints('thread')[row]!)?.process ?? null)),
        ),
      },
      { notes: within.notes },
    );
  },
});
