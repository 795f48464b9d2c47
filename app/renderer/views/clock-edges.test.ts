import { expect, it } from 'vitest';
import { type ClockNode, childrenOf } from './clock-edges.ts';

const node = (capture: number, by: number | null, known = 'guess'): ClockNode => ({
  capture,
  by,
  known,
  name: `${capture}`,
  source: '',
  error: null,
  moved: null,
});

it('each capture is a child of the one through which it is aligned, and none is left out', () => {
  const children = childrenOf([
    node(1, null, 'stated'),
    node(2, 1),
    node(3, 2),
    node(4, 99),
    node(5, 6),
    node(6, 5),
    node(7, null, 'not aligned'),
  ]);
  const ids = (on: number | null) => children.get(on)?.map(({ capture }) => capture);
  expect(ids(null)).toEqual([1, 4, 5, 6]);
  expect(ids(1)).toEqual([2]);
  expect(ids(2)).toEqual([3]);
});
