import { describe, expect, it } from 'vitest';
import type { Cell } from '../engine/sheet.ts';
import { printerOf } from './shapes.ts';
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
  it.each(['tree', 'flame'] as const)(
    'prints a %s indented, without the columns that the indentation replaces',
    shape => {
      expect(printerOf(shape)(headings, sheet, null)).toEqual([
        'function  total (samples)',
        'main                   12',
        '  parse                 8',
        '    copy                1',
      ]);
    },
  );

  it.each(['table', 'series', 'tracks'] as const)(
    'prints a %s, which has no printer, as its table',
    shape => {
      expect(printerOf(shape)(headings, sheet, null)[1]).toMatch(/^ 0\s+0\s+main\s+12$/);
    },
  );

  it('prints a heat map with block characters, the latest offset on top, and merges columns to fit the terminal', () => {
    const cells = [
      ['2026-11-21T04:22:04.000000000Z', 0, 8],
      ['2026-11-21T04:22:05.000000000Z', 5e8, 1],
      ['2026-11-21T04:22:06.000000000Z', 0, 3],
    ] as const;
    const names = ['time', 'offset', 'value'];
    const heat = { names, rows: cells.length, cell: (row: number, column: number) => cells[row]![column]! };
    const grid = {
      from: BigInt(Date.UTC(2026, 10, 21, 4, 22, 4)) * 1_000_000n,
      width: 1_000_000_000n,
      columns: 4,
      edges: [0, 5e8, 1e9],
    };
    const headings = [
      { name: 'time', kind: 'time' },
      { name: 'offset', kind: 'duration' },
      { name: 'value', kind: 'integer', unit: 'samples' },
    ] as const;
    expect(printerOf('heat')(headings, heat, null, grid)).toEqual([
      '2026-11-21T04:22:04Z … 2026-11-21T04:22:08Z, a character is 1 s',
      '500 ms │ ░  │',
      '  0 ns │█ ▒ │',
      '░ ≤ 2  ▒ ≤ 4  ▓ ≤ 6  █ ≤ 8 samples',
    ]);
    expect(printerOf('heat')(headings, heat, 11, grid).slice(0, 3)).toEqual([
      '2026-11-21T04:22:04Z … 2026-11-21T04:22:08Z, a character is 2 s',
      '500 ms │░ │',
      '  0 ns │█▒│',
    ]);
  });
});
