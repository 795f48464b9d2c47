import { describe, expect, it } from 'vitest';
import { type BarLine, lineAt, nextBar } from './bar-lines.ts';

const lines: readonly BarLine[] = [null, 0, 1, null, 2, null, 3].map(row => ({ row, name: `${row}` }));

describe('lines of bars', () => {
  it('are found under the pointer', () => {
    expect([-1, 0, 20, 139, 140].map(y => lineAt(lines, 20, y))).toEqual([null, 0, 1, 6, null]);
  });

  it('are navigated from bar to bar, past the names', () => {
    expect(nextBar(lines, -1, 1)).toBe(1);
    expect(nextBar(lines, 2, 1)).toBe(4);
    expect(nextBar(lines, 6, 1)).toBe(6);
    expect(nextBar(lines, lines.length, -1)).toBe(6);
    expect(nextBar(lines, 1, -1)).toBe(1);
  });
});
