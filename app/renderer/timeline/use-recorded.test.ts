import { expect, it } from 'vitest';
import type { CaptureInfo } from '../../contract.ts';
import { recorded } from './use-recorded.ts';

const of = (table: string, start: bigint | null, end: bigint | null) =>
  ({ rows: { [table]: 5 }, start, end }) as unknown as CaptureInfo;

it('knows when captures with such rows stood', () => {
  const captures = [of('sample', 10n, 20n), of('sample', 50n, 60n), of('event', 0n, 100n)];
  expect([5n, 10n, 20n, 30n, 55n].map(recorded(captures, 'sample'))).toEqual([
    false,
    true,
    true,
    false,
    true,
  ]);
  expect(recorded([of('sample', null, null)], 'sample')(5n)).toBe(true);
});
