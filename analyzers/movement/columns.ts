import type { AnswerColumn, AnswerData } from '../contract.ts';
import { texts } from '../kit/answer.ts';
import { idColumn, signalKinds } from '../kit/signal-ids.ts';
import type { Signal } from './signal.ts';
import { sparkline } from './sparkline.ts';

const kinds = Object.entries(signalKinds).map(([kind, about]) => `${kind} (${about})`);

export const signalColumns: readonly AnswerColumn[] = [
  idColumn,
  { name: 'what', kind: 'text', about: `Type of signal: ${kinds.join(', ')}.` },
  { name: 'name', kind: 'text', about: 'Its name.' },
];

export const overTime: AnswerColumn = {
  name: 'over_time',
  kind: 'sparkline',
  about: 'Its values over time, drawn from its smallest to its largest.',
};

export const signalCells = (
  signals: readonly Pick<Signal, 'id' | 'what' | 'name' | 'values'>[],
): Readonly<Record<string, AnswerData>> => ({
  id: texts(signals.map(({ id }) => id)),
  what: texts(signals.map(({ what }) => what)),
  name: texts(signals.map(({ name }) => name)),
  over_time: texts(signals.map(({ values }) => sparkline(values))),
});
