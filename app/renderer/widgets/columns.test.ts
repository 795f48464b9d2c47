import { describe, expect, it } from 'vitest';
import type { AnswerColumn } from '../../../analyzers/contract.ts';
import { gridColumns, headerText, indent, leastTotal, template } from './columns.ts';

const columns: AnswerColumn[] = [
  { name: 'function', kind: 'code', refers: 'function', about: '' },
  { name: 'module', kind: 'code', refers: 'module', about: '' },
  { name: 'self', kind: 'integer', unit: 'samples', about: '' },
  { name: 'total', kind: 'integer', unit: 'samples', about: '' },
  { name: 'total_percent', kind: 'percent', about: '' },
];

describe('gridColumns', () => {
  const laid = gridColumns(
    columns,
    { widths: { module: 222 }, hidden: [] },
    { order: ['total_percent', 'total'], without: ['self'] },
  );

  it('orders, leaves out, and keeps widths a person set', () => {
    expect(laid.map(column => column.name)).toEqual(['total_percent', 'total', 'function', 'module']);
    expect(laid[3]!.width).toBe(222);
  });

  it('puts the unit in the header', () => {
    expect(laid.map(headerText)).toEqual(['total %', 'samples', 'function', 'module']);
  });

  it('lets the widest column of words grow', () => {
    expect(template(laid)).toBe('148px 84px minmax(240px, 1fr) 222px');
    expect(leastTotal(laid)).toBe(148 + 84 + 240 + 222);
  });
});

describe('indent', () => {
  it('grows with every level and leaves room for a name', () => {
    expect([0, 1, 10, 11, 40].map(indent)).toEqual([0, 14, 140, 144, 260]);
    expect(indent(5000)).toBe(340);
  });
});
