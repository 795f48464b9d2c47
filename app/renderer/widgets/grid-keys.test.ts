import { describe, expect, it } from 'vitest';
import { rowAfter } from './grid-keys.ts';

describe('rowAfter', () => {
  it('walks and stays inside', () => {
    expect(rowAfter('ArrowDown', 4, 10, 5)).toBe(5);
    expect(rowAfter('ArrowUp', 0, 10, 5)).toBe(0);
    expect(rowAfter('PageDown', 7, 10, 5)).toBe(9);
    expect(rowAfter('PageUp', 7, 10, 5)).toBe(2);
    expect(rowAfter('Home', 7, 10, 5)).toBe(0);
    expect(rowAfter('End', 7, 10, 5)).toBe(9);
  });

  it('leaves other keys alone', () => {
    expect(rowAfter('a', 4, 10, 5)).toBeNull();
  });
});
