import { describe, expect, it } from 'vitest';
import type { AnswerColumn } from '../../../analyzers/contract.ts';
import { headingText } from '../../pictures/columns.ts';
import { gridColumns, levelsWithin } from './columns.ts';

const columns: AnswerColumn[] = [
  { name: 'function', kind: 'code', refers: 'function', about: '' },
  { name: 'module', kind: 'code', refers: 'module', about: '' },
  { name: 'self', kind: 'integer', unit: 'samples', about: '' },
  { name: 'total', kind: 'integer', title: '', unit: 'samples', about: '' },
  { name: 'total_percent', kind: 'percent', title: 'total', about: '' },
  { name: 'percent', kind: 'percent', title: 'ready', about: '' },
];

describe('gridColumns', () => {
  const laid = gridColumns(
    columns,
    { widths: { module: 222 }, hidden: [] },
    { order: ['total_percent', 'total'], without: ['self'] },
  );

  it('orders and hides columns, and keeps widths set by the user', () => {
    expect(laid.map(column => column.name)).toEqual([
      'total_percent',
      'total',
      'function',
      'module',
      'percent',
    ]);
    expect(laid[3]!.width).toBe(222);
  });

  it('takes the heading of the declaration, and puts the unit behind it', () => {
    expect(laid.map(headingText)).toEqual(['total %', 'samples', 'function', 'module', 'ready %']);
  });
});

describe('levelsWithin', () => {
  it('leaves most of a column for the names', () => {
    expect([90, 240, 350, 500, 5000].map(levelsWithin)).toEqual([2, 2, 7, 11, 12]);
  });
});
