import { expect, it } from 'vitest';
import type { AnswerColumn } from '../../../analyzers/contract.ts';
import { gridColumns } from './columns.ts';
import { copiedRows } from './copied.ts';

const columns: readonly AnswerColumn[] = [
  { name: 'function', kind: 'code', refers: 'function', about: '' },
  { name: 'capture', kind: 'integer', refers: 'capture', about: '' },
  { name: 'total', kind: 'integer', title: '', unit: 'samples', about: '' },
];
const rows = [
  { function: 'main', capture: 1, total: 1234 },
  { function: 'a\tb\n"c"', capture: 2, total: null },
];
const of = {
  zone: 'UTC',
  captureName: (id: number) => `cpu-${id}.txt`,
  tree: { column: 'function', level: (row: number) => row },
};
const copied = (first: number, last: number) =>
  copiedRows(
    gridColumns(columns, { widths: {}, hidden: [] }),
    first,
    last,
    (row, column) => rows[row]?.[column as 'total'],
    of,
  );

it('copies one row without titles, and several rows with the titles of their columns', () => {
  expect(copied(0, 0)).toBe('main\tcpu-1.txt\t1234');
  expect(copied(0, 1)).toBe(
    'function\tcapture\tsamples\nmain\tcpu-1.txt\t1234\n"  a\tb\n""c"""\tcpu-2.txt\t',
  );
});
