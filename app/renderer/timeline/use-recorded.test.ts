import { expect, it } from 'vitest';
import type { CaptureInfo } from '../../contract.ts';
import { recorded } from './use-recorded.ts';

const of = (table: string, start: string | null, end: string | null) =>
  ({ rows: { [table]: 5 }, start, end }) as unknown as CaptureInfo;

it('knows when captures with such rows stood', () => {
  const captures = [of('sample', '10', '20'), of('sample', '50', '60'), of('event', '0', '100')];
  expect([5n, 10n, 20n, 30n, 55n].map(recorded(captures, 'sample'))).toEqual([
    false,
    true,
    true,
    false,
    true,
  ]);
  expect(recorded([of('sample', null, null)], 'sample')(5n)).toBe(true);
});
