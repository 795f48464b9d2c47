import { describe, expect, it } from 'vitest';
import type { AnswerColumn } from '../../../../analyzers/contract.ts';
import { texts } from '../../../../analyzers/kit/answer.ts';
import { Table } from '../../state/table.ts';
import { lacking } from '../picture.ts';
import { barOption, barRoles, barsOf } from './bars.ts';
import { examplePicture } from './example-picture.tsx';

const columns: readonly AnswerColumn[] = [
  { name: 'module', kind: 'code', refers: 'module', about: '' },
  { name: 'samples', kind: 'integer', unit: 'samples', about: '' },
];
const table = new Table(columns, 3, [texts(['app', '<script>', null]), new Float64Array([8, 4, Number.NaN])]);
const theme = { font: { color: '#000', fontFamily: 'f', fontSize: 11 }, ruling: '#111', bar: '#222' };

describe('the example of a picture', () => {
  it('reports the roles it lacks', () => {
    expect(lacking(examplePicture, columns)).toEqual([]);
    expect(lacking({ roles: barRoles }, columns.slice(0, 1))).toEqual(['amount']);
  });

  it('reads columns by the roles they play; missing is missing', () => {
    expect(barsOf(table)).toEqual([
      { row: 0, name: 'app', value: 8 },
      { row: 1, name: '<script>', value: 4 },
      { row: 2, name: '', value: null },
    ]);
  });

  it('draws a bar per row, in the colours of the theme', () => {
    const option = barOption(barsOf(table), 'samples', theme) as {
      yAxis: { data: string[] };
      series: { data: (number | null)[]; itemStyle: object }[];
    };
    expect(option.yAxis.data).toEqual(['app', '<script>', '']);
    expect(option.series[0]!.itemStyle).toEqual({ color: '#222' });
    expect(option.series[0]!.data).toEqual([8, 4, null]);
  });
});
