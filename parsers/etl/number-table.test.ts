import { expect, it } from 'vitest';
import { NumberTable } from './number-table.ts';

it('a number table has the same entries as a Map, for any numbers', () => {
  const table = new NumberTable(1 << 20);
  const map = new Map<number, number>();
  for (let n = 0; n < 20_000; n++) {
    // Addresses of the kernel are negative; their halves repeat.
    const key = [n, -n * 2 ** 33 - 1, n * 2 ** 32, n / 3][n % 4]!;
    table.set(key, n);
    map.set(key, n);
  }
  expect(table.count).toBe(map.size);
  for (const [key, value] of map) expect(table.get(key)).toBe(value);
  expect([table.get(0.1), table.get(2 ** 50 + 1)]).toEqual([-1, -1]);
  table.set(0, 7);
  expect([table.get(0), table.count]).toEqual([7, map.size]);
});

it('a number table is cleared when it is full', () => {
  const table = new NumberTable(100);
  for (let n = 0; n <= 100; n++) table.set(n, n);
  expect([table.count, table.get(0), table.get(100)]).toEqual([1, -1, 100]);
});
