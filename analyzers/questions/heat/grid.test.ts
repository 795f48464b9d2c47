import { describe, expect, it } from 'vitest';
import { gridOf } from './grid.ts';

const second = 1_000_000_000n;
const minute = 60n * second;

describe('the grid of a heat map', () => {
  it('has a column for each civil second', () => {
    const grid = gridOf(5n * second + 999_999_999n, 8n * second + 1n, 100, 50);
    expect([grid.from, grid.width, grid.columns]).toEqual([5n * second, second, 4]);
    expect([grid.edges.length, grid.edges[1], grid.edges.at(-1)]).toEqual([51, 20e6, 1e9]);
  });

  it('leaves out the second that contains only the end', () => {
    expect(gridOf(0n, 3n * second, 100, 50).columns).toBe(3);
  });

  it('widens columns to divisors of a minute, an hour, a day', () => {
    const width = (length: bigint, columns = 100) =>
      gridOf(7n * second, 7n * second + length, columns, 1).width;
    expect(width(99n * second)).toBe(second);
    expect(width(101n * second)).toBe(2n * second);
    expect(width(450n * second)).toBe(5n * second);
    expect(width(60n * minute)).toBe(minute);
    expect(width(2400n * minute)).toBe(30n * minute);
    expect(width(100n * 24n * 60n * minute, 30)).toBe(4n * 24n * 60n * minute);
  });

  it('begins at a round time, also before 1970', () => {
    const { from, width, columns } = gridOf(-1n, 1n, 2, 10);
    expect([from, width, columns]).toEqual([-second, second, 2]);
  });

  it('has rows of whole ns, also if their number does not divide the column', () => {
    expect(gridOf(0n, second, 2, 3).edges).toEqual([0, 333_333_334, 666_666_667, 1e9]);
  });
});
