import { expect, it } from 'vitest';
import { intervalOfRow } from './chosen-interval.ts';

const row = (cells: Record<string, unknown>) => intervalOfRow(column => cells[column]);

it('an interval is chosen by a row of states only', () => {
  const cells = { time: 100n, duration: 20, tid: 7, state: 'waiting' };
  expect(row(cells)).toEqual({ from: 100n, to: 120n, at: 100n, about: { kind: 'state', tid: 7 } });
  expect(row({ ...cells, duration: 0 })?.to).toBe(101n);
  expect(row({ ...cells, duration: Number.NaN })).toBeNull();
  expect(row({ ...cells, time: null })).toBeNull();
  expect(row({ ...cells, tid: null })).toBeNull();
  expect(row({ time: 100n, duration: 20, tid: 7 })).toBeNull();
});
