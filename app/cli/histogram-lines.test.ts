import { expect, it } from 'vitest';
import { histogramLines } from './histogram-lines.ts';

it('prints histograms as DTrace does', () => {
  const rows = [
    ['disk latency', 1, null, null, 8, 'ns', 1, 25],
    ['disk latency', 1, null, 8, null, 'ns', 3, 75],
    ['size', 1, null, 0, 8, null, 2, 100],
  ];
  const names = ['histogram', 'capture', 'time', 'low', 'high', 'unit', 'count', 'percent'];
  const sheet = { names, rows: rows.length, cell: (row: number, column: number) => rows[row]![column]! };
  expect(histogramLines([], sheet, null)).toEqual([
    'disk latency (ns)',
    `   < 8 |${'@'.repeat(10)}${' '.repeat(30)}| 1`,
    `  >= 8 |${'@'.repeat(30)}${' '.repeat(10)}| 3`,
    '',
    'size',
    `[0, 8) |${'@'.repeat(40)}| 2`,
  ]);
});
