import { expect, it } from 'vitest';
import type { CaptureRecord } from '../../store/captures.ts';
import { candidates } from './candidates.ts';

const capture = (id: number, path: string, host: string | null, rows: Record<string, number>) =>
  ({ id, path, host, rows }) as unknown as CaptureRecord;

it('chooses the likeliest captures for each, none without rows in common, and counts those left out', () => {
  const log = (id: number, folder: string, host: string | null = null) =>
    capture(id, `/${folder}/${id}.log`, host, { event: 100 });
  const metrics = capture(50, '/a/sar.txt', null, { metric: 900 });
  const tiny = capture(51, '/a/tiny.log', null, { event: 2 });
  const same = log(1, 'a');
  const elsewhere = log(2, 'b');
  const stranger = log(3, 'c', 'other');
  const own = log(10, 'a', 'vm');
  const { pairs, leftOut } = candidates([own], [stranger, elsewhere, metrics, tiny, same]);
  expect(pairs.map(({ by }) => by.id)).toEqual([1, 2, 3]);
  expect(leftOut).toBe(0);
  const many = Array.from({ length: 700 }, (_, i) => log(1000 + i, 'a'));
  const known = Array.from({ length: 500 }, (_, i) => log(i, 'a'));
  const bounded = candidates(many, known);
  expect(bounded.pairs).toHaveLength(700);
  expect(new Set(bounded.pairs.map(each => each.capture.id)).size).toBe(700);
  expect(bounded.leftOut).toBe(700 * 499);
  // Two captures of an earlier import were compared then.
  expect(candidates(many, known, ({ id }) => id === 1000).pairs.map(each => each.capture.id)).toEqual(
    Array(24).fill(1000),
  );
});
