import { describe, expect, it } from 'vitest';
import { scatter as question } from '../../../../analyzers/questions/scatter/scatter.ts';
import { Table } from '../../state/table.ts';
import { axesOf, boxOf, margin, nearest, placeOf, pointsOf } from './points.ts';

const n = (...values: number[]) => Float64Array.from(values);
const names = { x: 'cpu/%idle', y: 'await' };
const none = n(Number.NaN, Number.NaN, Number.NaN);
const table = new Table(question.columns, 3, [
  n(0, 50, 100),
  n(1, 10, 100),
  none,
  none,
  n(1, 1, 1),
  BigInt64Array.of(1n, 2n, 3n),
]);
const size = { width: 500 + margin.left + margin.right, height: 300 + margin.top + margin.bottom };

describe('the picture of points', () => {
  it('has axes that extend a little beyond its values', () => {
    const { x, y, areCells } = pointsOf(table, names, { x: false, y: true });
    expect([x.min, x.max, areCells]).toEqual([0, 104, false]);
    expect(y.isLog && y.min < 1 && y.max > 100).toBe(true);
    expect(placeOf(y, 10, 300)).toBeCloseTo(150, 0);
  });

  it('finds the point near the pointer', () => {
    const points = pointsOf(table, names, { x: false, y: true });
    const { left, top, width } = boxOf(points, 1, size);
    const centre = { x: left + width / 2, y: top + width / 2 };
    expect(nearest(points, centre, size)).toBe(1);
    expect(nearest(points, { x: centre.x + 10, y: centre.y }, size)).toBe(1);
    expect(nearest(points, { x: centre.x + 60, y: centre.y }, size)).toBe(-1);
  });

  it('finds the cell under the pointer', () => {
    const cells = new Table(question.columns, 2, [
      n(0, 10),
      n(0, 10),
      n(10, 20),
      n(10, 20),
      n(7, 1),
      BigInt64Array.of(0n, 0n),
    ]);
    const points = pointsOf(cells, names, { x: false, y: false });
    const { left, top, width, height } = boxOf(points, 1, size);
    expect(nearest(points, { x: left + width / 2, y: top + height / 2 }, size)).toBe(1);
    expect(nearest(points, { x: left - 5, y: top + height / 2 }, size)).toBe(-1);
    expect(points.peak).toBe(7);
  });

  it('uses the axes of the answer', () => {
    expect(axesOf([{ code: 'axes', data: { x: 'log', y: 'linear' } }])).toEqual({ x: true, y: false });
    expect(axesOf([])).toEqual({ x: false, y: false });
  });
});
