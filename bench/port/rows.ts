/** The rows sent, and the forms to send them in. */
import type { AnswerColumn, AnswerData } from '../../analyzers/contract.ts';

export const rows = 20_000;

export const forms = ['columns', 'arrow by column', 'arrow to objects', 'objects'] as const;
export type Form = (typeof forms)[number];

export const columns: readonly AnswerColumn[] = [
  { name: 'function', kind: 'code', about: '' },
  { name: 'module', kind: 'code', about: '' },
  { name: 'time', kind: 'time', about: '' },
  { name: 'self', kind: 'integer', about: '' },
  { name: 'total', kind: 'integer', about: '' },
  { name: 'percent', kind: 'percent', about: '' },
];

const texts = (prefix: string, count: number) => ({
  index: Int32Array.from({ length: rows }, (_, row) => (row * 7919) % count),
  values: Array.from({ length: count }, (_, i) => `${prefix}_${i}_of_a_usual_length`),
});
const numbers = (valueAt: (row: number) => number) =>
  Float64Array.from({ length: rows }, (_, row) => valueAt(row));

export const data: readonly AnswerData[] = [
  texts('function', 5000),
  texts('module', 60),
  BigInt64Array.from({ length: rows }, (_, row) => 1_714_537_324_015_123_456n + BigInt(row)),
  numbers(row => row % 997),
  numbers(row => row),
  numbers(row => row / rows),
];
