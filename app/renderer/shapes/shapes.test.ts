import { describe, expect, it } from 'vitest';
import { analyzers } from '../../../analyzers/analyzers.ts';
import { lacking } from './picture.ts';
import { shapes } from './shapes.ts';

describe('shapes', () => {
  it.each(analyzers.map(({ id, shape, columns }) => ({ id, shape, columns })))(
    'the picture of $shape can draw what $id answers',
    ({ shape, columns }) => {
      expect(lacking(shapes[shape], columns)).toEqual([]);
    },
  );

  it('names roles without a column', () => {
    expect(lacking(shapes.tracks, [{ name: 'value', kind: 'number', about: '' }])).toEqual(['track', 'time']);
  });
});
