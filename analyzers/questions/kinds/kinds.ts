import { type AnswerColumn, analyzer } from '../../contract.ts';
import { answer, pick, ranked, texts } from '../../kit/answer.ts';
import { kindFacts } from '../../kit/catalog.ts';
import { samples } from '../../kit/columns.ts';
import { idleNote } from '../../samples/idle.ts';
import { hiddenNote, noSample, sampleCount, samplesIn } from '../../samples/samples.ts';

const columns: readonly AnswerColumn[] = [
  { name: 'kind', kind: 'code', refers: 'kind', about: 'Event type that was sampled.' },
  samples,
  {
    name: 'weight',
    kind: 'integer',
    about: 'Number of samples; weighed by period, the number of events they represent.',
  },
];

export const kinds = analyzer({
  id: 'kinds',
  title: 'Kinds',
  question: 'What kinds of samples are there, and how many of each?',
  needs: ['sample'],
  params: {},
  shape: 'table',
  columns,
  async answer(ask, _params, scope) {
    const names = new Map((await kindFacts(ask)).map(each => [each.kind, each.name]));
    const within = await samplesIn(ask, scope);
    const count = await sampleCount(ask);
    const result = await ask.query.columns(
      `SELECT s.kind::INTEGER AS kind, ${count} AS samples,
              ${scope.weight === 'period' ? 'coalesce(sum(s.period), 0)::DOUBLE' : count} AS weight
       FROM ${within.from} WHERE ${within.where} GROUP BY s.kind ORDER BY s.kind`,
      within.params,
      ask.cancel,
    );
    const kind = Array.from(result.ints('kind'), id => names.get(id) ?? '');
    const [amount, weight] = [result.numbers('samples'), result.numbers('weight')];
    const order = ranked(kind.length, row => scope.kind === undefined || kind[row] === scope.kind, amount);
    const asked = scope.kind === undefined ? undefined : [...names].find(([, name]) => name === scope.kind);
    const leftOut = await within.leftOut(asked && ` AND s.kind = ${asked[0]}`);
    const shown = order.reduce((sum, row) => sum + amount[row]!, 0);
    const notes = [
      ...within.notes,
      ...(await hiddenNote(ask, within, asked ? ` AND s.kind = ${asked[0]}` : '', false, 'samples')),
      ...idleNote(leftOut, leftOut.samples + shown, scope.kind ?? null),
    ];
    return answer(
      columns,
      order.length,
      {
        kind: texts(Array.from(order, row => kind[row]!)),
        samples: pick(amount, order),
        weight: pick(weight, order),
      },
      { notes: shown === 0 ? [...notes, noSample(notes)] : notes },
    );
  },
});
