import type { AnswerColumn, Texts } from '../../contract.ts';
import { pickParams } from '../../events/in-scope.ts';
import { ratesOf } from '../../events/rates.ts';
import { answer, counted, texts } from '../../kit/answer.ts';
import { firstOnly } from '../../kit/notes.ts';
import { howMany } from '../../kit/params.ts';
import { withIds } from '../../kit/with-ids.ts';
import { alongTime } from '../../time/span.ts';

const columns: readonly AnswerColumn[] = [
  {
    name: 'template',
    kind: 'text',
    refers: 'template',
    about: 'The message with its variable parts replaced by `<*>`; the most frequent first.',
  },
  { name: 'time', kind: 'time', about: 'Start of the bucket.' },
  { name: 'count', kind: 'integer', unit: 'events', about: 'Events of that template in the bucket.' },
  {
    name: 'level',
    kind: 'text',
    refers: 'level',
    about: 'Level of the events with the flag `by-level`, else null.',
  },
];

export const templateRates = withIds('template', {
  id: 'template-rates',
  title: 'Template rates',
  question: 'When was each kind of message logged, and how often?',
  needs: ['event'],
  params: {
    ...pickParams,
    template: { type: 'text', about: 'One template, as `templates` spells it.' },
    ...alongTime(100),
    'by-level': { type: 'flag', about: 'A row for each level that a template has.' },
    top: howMany('Number of templates to show.', 100, 10_000),
  },
  shape: 'series',
  columns,
  async answer(ask, params, scope) {
    const byLevel = params['by-level'];
    const rates = await ratesOf(ask, scope, params, {
      key: 'template',
      buckets: Math.floor(params.buckets),
      byLevel,
      aligned: params.aligned,
    });
    const totals = new Map<string, number>();
    const templateOf = (key: string): string => (byLevel ? key.slice(0, key.lastIndexOf('\0')) : key);
    for (const [key, counts] of rates.counts) {
      const total = counts.reduce((sum, each) => sum + each, 0);
      totals.set(templateOf(key), (totals.get(templateOf(key)) ?? 0) + total);
    }
    const ranked = [...totals.keys()].sort((a, b) => totals.get(b)! - totals.get(a)! || (a < b ? -1 : 1));
    const shown = ranked.slice(0, params.top);
    const place = new Map(shown.map((name, at) => [name, at]));
    const keys = [...rates.counts.keys()]
      .filter(key => place.has(templateOf(key)))
      .sort((a, b) => place.get(templateOf(a))! - place.get(templateOf(b))! || (a < b ? -1 : 1));
    const notes = [...rates.notes];
    if (shown.length < ranked.length)
      notes.push(
        firstOnly(
          shown.length,
          ranked.length,
          `The ${counted(shown.length)} most frequent of ${counted(ranked.length)} templates.`,
          { option: 'top', does: 'changes how many are shown' },
        ),
      );
    const { rows, time, key, count } = rates.columns(keys);
    const repeatPerRow = (valueOfKey: (key: string) => string | null): Texts => {
      const { index, values } = texts(keys.map(valueOfKey));
      return { index: key.index.map(at => index[at]!), values };
    };
    const template = repeatPerRow(templateOf);
    const level = repeatPerRow(name => (byLevel && name.slice(name.lastIndexOf('\0') + 1)) || null);
    return answer(columns, rows, { template, time, count, level }, { notes });
  },
});
