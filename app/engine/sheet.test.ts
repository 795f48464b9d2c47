import { expect, it } from 'vitest';
import { nullWide } from '../../workspace/query.ts';
import { sheetOf } from './sheet.ts';

const columns = [{ name: 'time', kind: 'time', about: 'When.' }] as const;
const times = [0n, 1_500_000_000n, 1_500_000_007n, nullWide];
const page = { rows: 4, total: 4, data: [BigInt64Array.from(times)] };
const cells = (notes: Parameters<typeof sheetOf>[2]) => {
  const sheet = sheetOf(columns, page, notes);
  return times.map((_, row) => sheet.cell(row, 0));
};

it('writes times of aligned captures in UTC', () => {
  expect(cells([])[1]).toBe('1970-01-01T00:00:01.500000000Z');
});

it('writes times of an unaligned clock since its beginning', () => {
  const note = { code: 'own-clock', text: 'On its own clock.', data: { start: '1500000000' } };
  expect(cells([note])).toEqual(['T-1.500000000s', 'T+0.000000000s', 'T+0.000000007s', null]);
});
