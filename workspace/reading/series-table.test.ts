import { expect, it } from 'vitest';
import { SeriesTable, seriesWidth } from './series-table.ts';

const one = { host: 1, object: 2, instance: 3, counter: 4, unit: -1, cumulative: 0, thread: -1 };

it('a series is known by all that names it, and has the meaning that it had first', () => {
  const table = new SeriesTable();
  const others = Object.keys(one).map(key => ({ ...one, [key]: 7 }));
  const ids = [one, ...others].map((ids, meaning) => table.intern(ids, () => meaning));
  expect(ids).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  const again = [one, ...others].map(ids => table.intern(ids, () => expect.unreachable()));
  expect(again).toEqual(ids);
  expect([...table.since(0).subarray(0, seriesWidth)]).toEqual([1, 2, 3, 4, -1, 0, -1, 0]);
  expect([...table.since(7)]).toEqual([1, 2, 3, 4, -1, 0, 7, 7]);
});

it('a hundred thousand series of one counter take less than 48 bytes each', () => {
  const table = new SeriesTable();
  for (let host = 0; host < 100_000; host++) table.intern({ ...one, host }, () => -1);
  expect(table.size / table.count).toBeLessThan(48);
});
