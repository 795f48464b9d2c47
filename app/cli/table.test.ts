import { describe, expect, it } from 'vitest';
import type { Cell } from '../engine/sheet.ts';
import { duration, type Heading, tableLines } from './table.ts';

const headings: readonly Heading[] = [
  { name: 'function', kind: 'code' },
  { name: 'self', kind: 'number', unit: 'samples' },
  { name: 'percent', kind: 'percent' },
];

function lines(rows: readonly (readonly Cell[])[], width: number | null = null): string[] {
  const names = headings.map(heading => heading.name);
  return tableLines(
    headings,
    { names, rows: rows.length, cell: (row, column) => rows[row]![column]! },
    width,
  );
}

describe('tableLines', () => {
  it('aligns numbers to the right, with thousands separators and units', () => {
    expect(
      lines([
        ['main', 1234567, 99.5],
        ['read', 8, 0.001],
        [null, null, null],
      ]),
    ).toEqual([
      'function  self (samples)  percent (%)',
      'main           1,234,567        99.50',
      'read                   8         0.00',
      '',
    ]);
  });

  it('writes ids without thousands separators, so that they can be copied', () => {
    const pids: readonly Heading[] = [{ name: 'process_id', kind: 'integer', refers: 'pid' }];
    const sheet = { names: ['process_id'], rows: 1, cell: () => 15285 };
    expect(tableLines(pids, sheet, null)).toEqual(['process_id', '     15285']);
    const stored: readonly Heading[] = [{ name: 'n', kind: 'integer', isAsStored: true }];
    expect(tableLines(stored, sheet, null)).toEqual(['    n', '15285']);
  });

  it('shortens texts on a terminal, never numbers', () => {
    const [, row] = lines([['a'.repeat(100), 1234, 5]], 60);
    expect(row).toHaveLength(60);
    expect(row).toMatch(/^a+…a+ {2,}1,234 {2,}5\.00$/);
  });

  it('keeps the end of a name, which tells it apart, and the begin of a sentence', () => {
    const name = (end: string) => lines([[`/usr/lib/${'x'.repeat(60)}/${end}`, 1, 1]], 60)[1];
    expect(name('disk-1')).toContain('disk-1');
    expect(lines([['no space is left on the device, so the block is lost', 1, 1]], 60)[1]).toMatch(
      /^no space .*… {2,}1 /,
    );
  });

  it('removes escape sequences of captures, which could control the terminal', () => {
    expect(lines([['\x1b[2Jgone\n', 1, 1]])[1]).toMatch(/^␛\[2Jgone\\n /);
  });
});

describe('duration', () => {
  it.each([
    [12_400_000, '12.4 ms'],
    [999, '999 ns'],
    [1_234_567, '1.23 ms'],
    [5_000_000_000_000, '5,000 s'],
  ])('%d ns', (ns, text) => {
    expect(duration(ns)).toBe(text);
  });
});
