import { describe, expect, it } from 'vitest';
import type { Cell } from '../engine/sheet.ts';
import { shapes } from './shapes.ts';
import type { Heading } from './table.ts';

const headings: readonly Heading[] = [
  { name: 'id', kind: 'integer' },
  { name: 'parent', kind: 'integer' },
  { name: 'depth', kind: 'integer' },
  { name: 'function', kind: 'code' },
  { name: 'total', kind: 'integer', unit: 'samples' },
];
const rows: readonly (readonly Cell[])[] = [
  [0, null, 0, 'main', 12],
  [1, 0, 1, 'parse', 8],
  [2, 1, 2, 'copy', 1],
];
const sheet = {
  names: headings.map(({ name }) => name),
  rows: rows.length,
  cell: (row: number, column: number) => rows[row]![column]!,
};

describe('shapes', () => {
  it.each(['tree', 'flame'] as const)('prints a %s indented, without the columns that say so', shape => {
    expect(shapes[shape](headings, sheet, null)).toEqual([
      'function  total (samples)',
      'main                   12',
      '  parse                 8',
      '    copy                1',
    ]);
  });

  it('prints every column of a table', () => {
    expect(shapes.table(headings, sheet, null)[1]).toMatch(/^ 0\s+0\s+main\s+12$/);
  });
});
