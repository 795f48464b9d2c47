import { describe, expect, it } from 'vitest';
import type { FoundColumn } from '../../../contract.ts';
import { lettersOf, shownColumns, withColumn, withoutMember } from './table-form.ts';

const given = { id: 'table', title: 'Table', columns: {} };

describe('the definition of a column', () => {
  it('is merged with the previous definition', () => {
    const once = withColumn(given, 'a', { unit: 'ms' });
    expect(withColumn(once, 'a', { cumulative: true }).columns).toEqual({
      a: { unit: 'ms', cumulative: true },
    });
  });
  it("is reset if the column's role changes", () => {
    const once = withColumn(given, 'a', { unit: 'ms' });
    expect(withColumn(once, 'a', { is: 'instance' }).columns).toEqual({ a: { is: 'instance' } });
  });
  it('keeps a single time column', () => {
    const once = withColumn(withColumn(given, 'a', { is: 'time' }), 'a', { time: 'epoch-s' });
    expect(withColumn(once, 'b', { is: 'time' }).columns).toEqual({ a: {}, b: { is: 'time' } });
  });
  it('can be reset', () => {
    expect(withoutMember({ ...given, zone: 'UTC' }, 'zone')).toEqual(given);
  });
});

describe('lettersOf', () => {
  it.each([
    ['05.11.2026 04:00', false, 'dd.MM.yyyy HH:mm'],
    ['11/05/2026 04:00:05 PM', true, 'MM/dd/yyyy HH:mm:ss a'],
    ['2026-11-05T04:00:05.123Z', false, 'yyyy-MM-ddTHH:mm:ssfZ'],
    ['20261105-040000', false, 'yyyyMMdd-040000'],
    ['05-11-26 04:00 +01:00', false, 'dd-MM-yy HH:mm Z'],
  ])('begins with %s', (cell, isMonthFirst, letters) => {
    expect(lettersOf(cell, isMonthFirst)).toBe(letters);
  });
});

it('the form shows times first, and only columns that match a search', () => {
  const of = (title: string, is: FoundColumn['is']) => ({ title, is }) as FoundColumn;
  const columns = [of('Reads', 'value'), of('Time', 'time'), of('Writes', 'value')];
  expect(shownColumns(columns, '').map(({ title }) => title)).toEqual(['Time', 'Reads', 'Writes']);
  expect(shownColumns(columns, 'rea').map(({ title }) => title)).toEqual(['Reads']);
});
