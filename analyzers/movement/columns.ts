import { texts } from '../answer.ts';
import type { AnswerColumn, AnswerData } from '../contract.ts';
import { type Signal, signalKinds } from './signal.ts';

const kinds = Object.entries(signalKinds).map(([kind, about]) => `${kind} (${about})`);

export const signalColumns: readonly AnswerColumn[] = [
  { name: 'id', kind: 'code', refers: 'signal', about: 'Names it wherever one signal is asked for.' },
  { name: 'what', kind: 'text', about: `What it is: ${kinds.join(', ')}.` },
  { name: 'name', kind: 'text', about: 'Its name.' },
];

export const signalCells = (signals: readonly Signal[]): Readonly<Record<string, AnswerData>> => ({
  id: texts(signals.map(({ id }) => id)),
  what: texts(signals.map(({ what }) => what)),
  name: texts(signals.map(({ name }) => name)),
});
