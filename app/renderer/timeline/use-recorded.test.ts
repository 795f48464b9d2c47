import { expect, it } from 'vitest';
import type { CaptureInfo } from '../../contract.ts';
import { recorded } from './use-recorded.ts';

const of = (table: string, start: bigint | null, end: bigint | null) =>
  ({ rows: { [table]: 5 }, start, end }) as unknown as CaptureInfo;

it('gives the times covered by captures that have rows of the given tables', () => {
  const captures = [of('sample', 50n, 60n), of('sample', 10n, 20n), of('event', 0n, 100n)];
  const samples = recorded(captures, ['sample']);
  expect([5n, 10n, 20n, 30n, 55n].map(samples.at)).toEqual([false, true, true, false, true]);
  expect(samples.unrecordedIn({ from: 0n, to: 100n })).toEqual([
    { from: 0n, to: 10n },
    { from: 20n, to: 50n },
    { from: 60n, to: 100n },
  ]);
  expect(recorded(captures, ['sample', 'event']).unrecordedIn({ from: 0n, to: 100n })).toEqual([]);
  const unaligned = recorded([of('sample', null, null)], ['sample']);
  expect([unaligned.at(5n), unaligned.unrecordedIn({ from: 0n, to: 9n })]).toEqual([true, []]);
});
