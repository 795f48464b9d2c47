import { describe, expect, it } from 'vitest';
import { isIn, namesakesFirst, type Section } from './palette-sources.tsx';

const section = (title: string, ...names: string[]): Section => ({
  title,
  results: names.map(name => ({ key: name, name, run: () => undefined, shown: name })),
});

const sections = [
  section('Functions', 'is_moved', 'remove_removed'),
  section('Commands', 'Moved items', 'Moved'),
  section('Search', 'other'),
];

describe('results of the palette', () => {
  it('begin with what is called exactly as was typed, in either case', () => {
    expect(namesakesFirst(sections, 'moved').map(({ results }) => results.map(({ name }) => name))).toEqual([
      ['Moved', 'Moved items'],
      ['is_moved', 'remove_removed'],
      ['other'],
    ]);
  });

  it('have every word that was typed, in any order', () => {
    const found = (query: string) =>
      ['Export the findings…', 'Export this table'].filter(title => isIn(title, query));
    expect(found('findings export')).toEqual(['Export the findings…']);
    expect(found('export')).toHaveLength(2);
    expect(found('export nothing')).toEqual([]);
  });

  it('keep their order otherwise', () => {
    expect(namesakesFirst(sections, 'move')).toEqual(sections);
  });
});
