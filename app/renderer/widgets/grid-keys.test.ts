import { describe, expect, it } from 'vitest';
import { isEarly, isInOrder, rowAfter } from './grid-keys.ts';

describe('rowAfter', () => {
  it('moves by row and by page, and stays within the rows', () => {
    expect(rowAfter('ArrowDown', 4, 10, 5)).toBe(5);
    expect(rowAfter('ArrowUp', 0, 10, 5)).toBe(0);
    expect(rowAfter('PageDown', 7, 10, 5)).toBe(9);
    expect(rowAfter('PageUp', 7, 10, 5)).toBe(2);
    expect(rowAfter('Home', 7, 10, 5)).toBe(0);
    expect(rowAfter('End', 7, 10, 5)).toBe(9);
  });

  it('ignores other keys', () => {
    expect(rowAfter('a', 4, 10, 5)).toBeNull();
  });
});

describe('a key pressed before its rows are there', () => {
  it('waits while the rows are those of a former question or the active row is loaded', () => {
    expect(isEarly('End', { isFormer: true, isPartial: false, isActiveHere: true })).toBe(true);
    expect(isEarly('ArrowRight', { isFormer: true, isPartial: false, isActiveHere: true })).toBe(true);
    expect(isEarly('End', { isFormer: false, isPartial: true, isActiveHere: true })).toBe(true);
    expect(isEarly('Home', { isFormer: false, isPartial: true, isActiveHere: true })).toBe(false);
    expect(isEarly('f', { isFormer: true, isPartial: false, isActiveHere: true })).toBe(false);
    expect(isEarly('f', { isFormer: false, isPartial: false, isActiveHere: false })).toBe(true);
    expect(isEarly('n', { isFormer: false, isPartial: false, isActiveHere: false })).toBe(true);
    expect(isEarly('End', { isFormer: false, isPartial: false, isActiveHere: false })).toBe(false);
  });

  it('delays the keys after it, except those that leave the grid', () => {
    for (const key of ['f', 'n', 'Enter', 'ArrowRight', 'Home']) expect(isInOrder(key)).toBe(true);
    for (const key of ['Tab', 'Escape', 'Shift', 'F6', '2', '[']) expect(isInOrder(key)).toBe(false);
  });
});
