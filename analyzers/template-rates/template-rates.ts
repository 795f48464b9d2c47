import { answer, counted } from '../answer.ts';
import { type AnswerColumn, analyzer } from '../contract.ts';
import { pickParams } from '../events/in-scope.ts';
import { ratesOf } from '../events/rates.ts';

const columns: readonly AnswerColumn[] = [
  { name: 'template', kind: 'text', about: 'The message, `<*>` where it varies; the most frequent first.' },
  { name: 'time', kind: 'time', about: 'Start of the bucket.' },
  { name: 'count', kind: 'integer', unit: 'events', about: 'Events of that template in the bucket.' },
];

export const templateRates = analyzer({
  id: 'template-rates',
  title: 'Template rates',
  question: 'When did each kind of message come, and how often?',
  needs: ['event'],
  params: {
    ...pickParams,
    template: { type: 'text', about: 'One template, as `templates` spells it.' },
    buckets: { type: 'number', about: 'How many points in time.', default: 100, min: 1, max: 10_000 },
    top: { type: 'number', about: 'How many templates.', default: 100, min: 1, max: 10_000 },
  },
  shape: 'series',
  columns,
  async answer(ask, params, scope) {
    const rates = await ratesOf(ask, scope, params, { key: 'template', buckets: Math.floor(params.buckets) });
    const ranked = [...rates.counts]
      .map(([name, counts]) => ({ name, total: counts.reduce((sum, each) => sum + each, 0) }))
      .sort((a, b) => b.total - a.total || (a.name < b.name ? -1 : 1))
      .map(each => each.name);
    const shown = ranked.slice(0, params.top);
    const notes = [...rates.notes];
    if (shown.length < ranked.length)
      notes.push(`The ${counted(shown.length)} most frequent of ${counted(ranked.length)} templates.`);
    const { rows, time, key, count } = rates.columns(shown);
    return answer(columns, rows, { template: key, time, count }, { notes });
  },
});
