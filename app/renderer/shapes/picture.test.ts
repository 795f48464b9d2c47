import { describe, expect, it } from 'vitest';
import type { AnswerColumn } from '../../../analyzers/contract.ts';
import { texts as held } from '../../../analyzers/kit/answer.ts';
import { Table } from '../state/table.ts';
import { cast, lacking, numbers, playing, texts, times } from './picture.ts';

const columns: readonly AnswerColumn[] = [
  { name: 'when', kind: 'time', about: '' },
  { name: 'min', kind: 'number', about: '' },
  { name: 'value', kind: 'number', about: '' },
  { name: 'key', kind: 'text', about: '' },
];
const table = new Table(columns, 1, [
  new BigInt64Array([7n]),
  new Float64Array([1]),
  new Float64Array([2]),
  held(['a']),
]);
const roles = {
  time: times(() => true, 'When.'),
  value: numbers(() => true, 'How much.'),
  key: texts('key', 'What.'),
};

describe('the assignment of columns to roles', () => {
  it('gives each role its column, as the answer stores it', () => {
    const { time, value, key } = cast(table, roles);
    expect([time[0], value[0], key.values]).toEqual([7n, 2, ['a']]);
  });

  it('prefers the column that has the name of the role', () => {
    expect(playing(roles, 'value', columns)?.name).toBe('value');
    expect(playing(roles, 'time', columns)?.name).toBe('when');
  });

  it('gives each column one role, first the roles of the same name', () => {
    const two = { x: numbers(() => true, 'Across.'), y: numbers(() => true, 'Up.') };
    expect([playing(two, 'x', columns)?.name, playing(two, 'y', columns)?.name]).toEqual(['min', 'value']);
    const value = { x: numbers(() => true, 'Across.'), min: numbers('min', 'Least.') };
    expect([playing(value, 'x', columns)?.name, playing(value, 'min', columns)?.name]).toEqual([
      'value',
      'min',
    ]);
    expect(lacking({ roles: two }, columns.slice(0, 2))).toEqual(['y']);
  });

  it('uses no column of another type, whatever its name', () => {
    const wrong = { key: numbers('key', 'A number.') };
    expect(lacking({ roles: wrong }, columns)).toEqual(['key']);
    expect(() => cast(table, wrong)).toThrow('no column is the key of the picture: A number.');
  });
});
