import type { AnswerColumn } from '../contract.ts';
import { signalKinds } from './signal.ts';

const kinds = Object.entries(signalKinds).map(([kind, about]) => `${kind} (${about})`);

export const signalColumns: readonly AnswerColumn[] = [
  { name: 'id', kind: 'code', refers: 'signal', about: 'Names it wherever one signal is asked for.' },
  { name: 'what', kind: 'text', about: `What it is: ${kinds.join(', ')}.` },
  { name: 'name', kind: 'text', about: 'Its name.' },
];
