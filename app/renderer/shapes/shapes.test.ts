import { describe, expect, it } from 'vitest';
import { analyzers } from '../../../analyzers/analyzers.ts';
import { isAmount } from '../../pictures/columns.ts';
import { lacking } from './picture.ts';
import { shapes } from './shapes.ts';

describe('shapes', () => {
  it.each(analyzers.map(({ id, shape, columns }) => ({ id, shape, columns })))(
    'the picture of $shape can draw what $id answers',
    ({ shape, columns }) => {
      expect(lacking(shapes[shape], columns)).toEqual([]);
    },
  );

  it.each(
    analyzers
      .filter(({ shape }) => shape === 'series' || shape === 'tracks')
      .map(each => [each.id, each.columns]),
  )('%s declares which of several amounts is drawn', (_, columns) => {
    const amounts = columns.filter(isAmount);
    const named = amounts.filter(({ drawn, name }) => drawn || name === 'value');
    expect(named).toHaveLength(amounts.length > 1 ? 1 : named.length);
  });

  it('names roles without a column', () => {
    expect(lacking(shapes.tracks, [{ name: 'value', kind: 'number', about: '' }])).toEqual(['track', 'time']);
  });
});
