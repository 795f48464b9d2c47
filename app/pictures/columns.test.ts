import { expect, it } from 'vitest';
import type { AnswerColumn } from '../../analyzers/contract.ts';
import { headingOf, headingText } from './columns.ts';

it.each<[Omit<AnswerColumn, 'about'>, string]>([
  [{ name: 'total_percent', kind: 'percent', title: 'total' }, 'total %'],
  [{ name: 'percent', kind: 'percent', title: 'ready', unit: '%' }, 'ready %'],
  [{ name: 'total', kind: 'integer', title: '', unit: 'samples' }, 'samples'],
  [{ name: 'total', kind: 'integer', title: '' }, 'total'],
  [{ name: 'error_ns', kind: 'duration' }, 'error'],
  [{ name: 'drift_ppm', kind: 'number', unit: 'ppm' }, 'drift ppm'],
  [{ name: 'first_line', kind: 'integer' }, 'first line'],
])('%j is headed %s', (column, text) => {
  expect(headingText(headingOf({ ...column, about: '' }))).toBe(text);
});
