import { describe, expect, it } from 'vitest';
import type { HeatGrid } from '../../../../analyzers/contract.ts';
import { type CellPair, clicked, keyed, type Selecting } from './selecting.ts';

const grid: HeatGrid = { from: 0n, width: 1000n, columns: 4, edges: [0, 250, 500, 750, 1000] };
const start = { column: 0, row: 0 };
const none: Selecting = { cursor: null, anchor: null };

/** The selection that results from keys typed one after the other. */
function typed(keys: readonly string[], from: Selecting = none) {
  let now = { ...from, selected: null as CellPair | null };
  for (const key of keys) {
    const isShift = key.startsWith('Shift+');
    now = keyed(grid, now, isShift ? key.slice(6) : key, isShift, start) ?? now;
  }
  return now;
}

describe('selecting', () => {
  it('is done by two clicks, on the first cell and the last', () => {
    const first = clicked(none, { column: 1, row: 3 }, false);
    expect(first).toEqual({ cursor: { column: 1, row: 3 }, anchor: { column: 1, row: 3 }, selected: null });
    expect(clicked(first, { column: 2, row: 0 }, false)).toEqual({
      cursor: { column: 2, row: 0 },
      anchor: null,
      selected: { from: { column: 1, row: 3 }, to: { column: 2, row: 0 } },
    });
  });

  it('is done by one click with Shift, from the cursor', () => {
    const from = { cursor: { column: 0, row: 1 }, anchor: null };
    expect(clicked(from, { column: 1, row: 0 }, true).selected).toEqual({
      from: { column: 0, row: 1 },
      to: { column: 1, row: 0 },
    });
  });

  it('begins at the given cell, and then moves', () => {
    expect(typed(['ArrowRight']).cursor).toEqual(start);
    expect(typed(['ArrowRight', 'ArrowRight', 'ArrowUp']).cursor).toEqual({ column: 1, row: 1 });
  });

  it('is done by Enter, arrow keys, Enter', () => {
    expect(typed(['Enter', 'ArrowRight', 'Enter']).selected).toEqual({
      from: start,
      to: { column: 1, row: 0 },
    });
  });

  it('extends with Shift until Enter', () => {
    const now = typed(['ArrowUp', 'ArrowUp', 'Shift+ArrowRight', 'Shift+ArrowUp']);
    expect(now.anchor).toEqual({ column: 0, row: 1 });
    expect(typed(['Enter'], now).selected).toEqual({
      from: { column: 0, row: 1 },
      to: { column: 1, row: 2 },
    });
  });

  it('is cancelled by Escape, which is left to other handlers if nothing is selected', () => {
    expect(typed(['Enter', 'Escape']).anchor).toBeNull();
    expect(keyed(grid, none, 'Escape', false, start)).toBeNull();
    expect(keyed(grid, none, 'q', false, start)).toBeNull();
  });
});
