import { describe, expect, it } from 'vitest';
import {
  type Inclusion,
  inclusionOf,
  readSearch,
  selectedValues,
  withInclusion,
  withoutCase,
} from './conditions.ts';

const changed = (text: string, field: string, value: string, to: Inclusion): string =>
  withInclusion(readSearch(text)!, { field, value }, to);

describe('conditions of a search', () => {
  it('adds a value to the search', () => {
    expect(changed('', 'level', 'error', 'included')).toBe('level=error');
    expect(changed('slow', 'process', 'postgres', 'included')).toBe('slow process=postgres');
    expect(changed('a OR b', 'process', 'web server', 'included')).toBe('(a OR b) process="web server"');
  });

  it('joins several values of one field by OR', () => {
    expect(changed('slow level=error', 'level', 'warning', 'included')).toBe(
      'slow (level=error OR level=warning)',
    );
    expect(changed('slow (level=error OR level=warning)', 'level', 'error', null)).toBe('slow level=warning');
  });

  it('excludes a value, and includes it again', () => {
    const without = changed('slow level=error', 'level', 'error', 'excluded');
    expect(without).toBe('slow NOT level=error');
    expect(inclusionOf(readSearch(without)!, { field: 'level', value: 'error' })).toBe('excluded');
    expect(changed(without, 'level', 'error', null)).toBe('slow');
    expect(changed(without, 'level', 'error', 'included')).toBe('slow level=error');
  });

  it('excludes each of two values by a NOT of its own', () => {
    const both = changed('NOT level=error', 'level', 'warning', 'excluded');
    expect(both).toBe('NOT level=error NOT level=warning');
    expect(changed(both, 'level', 'info', 'included')).toBe('NOT level=error NOT level=warning level=info');
  });

  it('quotes values that contain syntax of the search language', () => {
    const template = 'duration: <*> ms "x"';
    const text = changed('', 'template', template, 'included');
    expect(text).toBe('template="duration: <*> ms \\"x\\""');
    expect(inclusionOf(readSearch(text)!, { field: 'template', value: template })).toBe('included');
    expect(changed('', 'capture', '/etc/x', 'included')).toBe('capture="/etc/x"');
  });

  it('writes “no level” as a missing field', () => {
    const text = changed('', 'level', 'none', 'included');
    expect(text).toBe('NOT level:*');
    expect(inclusionOf(readSearch(text)!, { field: 'level', value: 'none' })).toBe('included');
    expect(changed('', 'level', 'none', 'excluded')).toBe('level:*');
    expect(changed('level:*', 'level', 'none', null)).toBe('');
  });

  it('lists the selected values of a field', () => {
    const query = readSearch('slow NOT level=error (process=a OR process=b)')!;
    expect(selectedValues(query, 'level')).toEqual([
      { field: 'level', value: 'error', inclusion: 'excluded' },
    ]);
    expect(selectedValues(query, 'process').map(({ value }) => value)).toEqual(['a', 'b']);
  });

  it('can be rewritten to ignore case', () => {
    expect(withoutCase(readSearch('Slow (process=Web OR NOT /\\S+X/) "A b"')!)).toBe(
      'slow (process=web OR NOT /\\S+X/i) "a b"',
    );
  });
});
