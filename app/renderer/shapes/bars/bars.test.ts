import { describe, expect, it } from 'vitest';
import { texts } from '../../../../analyzers/kit/answer.ts';
import { Table } from '../../state/table.ts';
import { lacking } from '../picture.ts';
import { barsOf } from './bar-lines.ts';
import { bars } from './bars.tsx';

describe('bars', () => {
  it('are named by the texts and ids of their rows; missing and negative values have no bar', () => {
    const columns = [
      { name: 'process', kind: 'text', about: '' },
      { name: 'cpu', kind: 'integer', refers: 'cpu', about: '' },
      { name: 'seconds', kind: 'number', about: '' },
    ] as const;
    const lines = barsOf(
      new Table(columns, 4, [
        texts(['redis', '<b>sh', null, 'x']),
        Float64Array.of(0, 1, 2, 3),
        Float64Array.of(0.25, 1000, Number.NaN, -1),
      ]),
    );
    expect(lines.map(({ name, share }) => [name, share])).toEqual([
      ['redis · 0: 0.25', 0.00025],
      ['<b>sh · 1: 1,000', 1],
      ['2: ', 0],
      ['x · 3: -1', 0],
    ]);
  });

  it('are named by the first of two columns of numbers if there are no texts', () => {
    const columns = [
      { name: 'bucket', kind: 'integer', about: '' },
      { name: 'events', kind: 'integer', about: '' },
    ] as const;
    const lines = barsOf(new Table(columns, 2, [Float64Array.of(10, 20), Float64Array.of(3, 6)]));
    expect(lines.map(({ name, share }) => [name, share])).toEqual([
      ['10: 3', 0.5],
      ['20: 6', 1],
    ]);
  });

  it('need an amount', () =>
    expect(lacking(bars, [{ name: 'a', kind: 'text', about: '' }])).toEqual(['amount']));
});
