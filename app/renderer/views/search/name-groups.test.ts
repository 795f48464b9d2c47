import { describe, expect, it } from 'vitest';
import { readSearch } from './conditions.ts';
import { asksForNames, nameGroups } from './name-groups.ts';

describe('objects that a search finds by name', () => {
  it('are grouped by type, with counts', () => {
    const rows = ['module', 'function', 'function', 'template', 'series'].map(what => ({ what }));
    expect(nameGroups(rows, ['series (7)']).map(({ words }) => words)).toEqual([
      '2 functions',
      '1 module',
      '1+ series',
    ]);
  });

  it('are searched by words and by their own fields', () => {
    const asks = (query: string) => asksForNames(readSearch(query)!);
    expect(['lock', 'lock level>=warn', '/lock/', 'function:lock'].map(asks)).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(['NOT lock', 'level>=warn', 'lock OR level>=warn', 'duration>5ms'].map(asks)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});
