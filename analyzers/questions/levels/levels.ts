import { levels as allLevels } from '../../../parsers/levels.ts';
import type { AnswerColumn } from '../../contract.ts';
import { pickParams } from '../../events/in-scope.ts';
import { ratesOf, type Unlevelled } from '../../events/rates.ts';
import { answer } from '../../kit/answer.ts';
import { noLevel } from '../../kit/levels.ts';
import { withIds } from '../../kit/with-ids.ts';
import { alongTime } from '../../time/span.ts';

const columns: readonly AnswerColumn[] = [
  { name: 'time', kind: 'time', about: 'Start of the bucket.' },
  {
    name: 'level',
    kind: 'text',
    refers: 'level',
    about: 'fatal, error, warning, notice, info, debug or trace, worst first; `none` for events without one.',
  },
  { name: 'count', kind: 'integer', unit: 'events', about: 'Events of that level in the bucket.' },
];

export const levels = withIds('level', {
  id: 'levels',
  title: 'Levels',
  question: 'When were errors and warnings logged?',
  needs: ['event'],
  params: {
    kind: pickParams.kind,
    text: pickParams.text,
    search: pickParams.search,
    unlevelled: {
      type: 'choice',
      about: 'Events without a level: left out; counted as `none` if they are lines of logs; all counted.',
      choices: ['omit', 'log', 'all'],
      default: 'omit',
    },
    template: { type: 'text', about: 'Only events of this template, as `templates` spells it.' },
    ...alongTime(),
  },
  shape: 'series',
  columns,
  async answer(ask, params, scope) {
    const rates = await ratesOf(ask, scope, params, {
      key: 'level',
      buckets: Math.floor(params.buckets),
      aligned: params.aligned,
      unlevelled: params.unlevelled as Unlevelled,
    });
    const { rows, time, key, count } = rates.columns(
      [...allLevels, noLevel].filter(level => rates.counts.has(level)),
    );
    return answer(columns, rows, { time, level: key, count }, { notes: rates.notes });
  },
});
